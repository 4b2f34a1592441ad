import type {
	GenericValue,
	IDataObject,
	INodeProperties,
	NodeParameterValueType,
	NodePropertyTypes,
} from 'n8n-workflow';

import { entered } from './entered';
import { flag, integer, requiredText } from './inputs';
import type { Rule, Validator } from './inputs';
import { valueOf } from './refusal';

export const textField = (
	displayName: string,
	name: string,
	more: Partial<INodeProperties>,
): INodeProperties => ({ displayName, name, type: 'string', default: '', ...more });

/** A field of the panel, and the values that it takes. */
export interface PanelInput<T = unknown> {
	field: INodeProperties;
	takes: Validator<T>;
	/** The JSON Schema of these values. */
	schema: IDataObject;
}

/**
 * Returns the value of a field.
 * @throws Refusal if it cannot be read
 */
export const valueRead = <T>(
	{ field, takes }: PanelInput<T>,
	parameters: Record<string, unknown>,
): T => valueOf(takes, parameters[field.name], field.displayName);

/** Returns a maker of fields. A field has the default of its validator, and is required if there is none. */
const inputOf =
	(type: NodePropertyTypes, kind: IDataObject) =>
	<T>(
		displayName: string,
		name: string,
		takes: Validator<T>,
		more: Partial<INodeProperties>,
	): PanelInput<T> => {
		const { success: isOptional, data: usual } = takes.safeParse(undefined);
		const field = { displayName, name, type, default: (usual ?? '') as NodeParameterValueType };
		return {
			field: { ...field, ...(!isOptional && { required: true }), ...more },
			takes,
			schema: { ...kind, ...(usual !== undefined && { default: usual as GenericValue }) },
		};
	};

export const textInput = inputOf('string', { type: 'string' });

export const flagInput = inputOf('boolean', { type: 'boolean' });

export const wholeNumberInput = (
	displayName: string,
	name: string,
	[least, usual]: [least: number, usual: number],
	description: string,
) =>
	inputOf('number', { type: 'integer', minimum: least })(displayName, name, integer(usual, least), {
		typeOptions: { minValue: least, numberPrecision: 0 },
		description,
	});

export function choiceInput(
	displayName: string,
	name: string,
	description: string,
	typeOf: (values: string[]) => Validator<unknown>,
	choices: Array<[name: string, value: string, description?: string]>,
): PanelInput {
	const words = choices.map(([, value]) => value);
	const takes = typeOf(words);
	// A choice is named by its word, or by its index.
	const taken = [...words, ...words.keys()].filter((value) => takes.safeParse(value).success);
	return inputOf('options', { enum: taken as string[] })(displayName, name, takes, {
		options: choices.map(([label, value, meaning]) => ({
			name: label,
			value,
			...(meaning && { description: meaning }),
		})),
		description,
	});
}

export const keywordInput = (placeholder: string, description: string, rule?: Rule) =>
	textInput('Keyword', 'keyword', requiredText(rule, entered('keyword')), {
		placeholder,
		description,
	});

/** The name of the field for the number of records per page. Other rooms look for it. */
export const PAGE_SIZE = 'pageSize';

export const pageSizeInput = (many: string, one: string, usual: number) =>
	wholeNumberInput(
		'Page Size',
		PAGE_SIZE,
		[1, usual],
		`How many ${many} to request per call. The price is per call, so larger pages cost less per ${one}.`,
	);

export const USUAL_LIMIT = 50;

export const limitInput = wholeNumberInput(
	'Limit',
	'limit',
	[1, USUAL_LIMIT],
	'Max number of results to return',
);

export const cursorInput = (takes: Validator<unknown>) =>
	textInput('Cursor', 'cursor', takes, {
		description:
			'Cursor of the page to begin with, from the "next" of the previous page. Leave empty for the first page.',
	});

export const offsetInput = (description: string) =>
	wholeNumberInput('Offset', 'offset', [0, 0], description);

export const rawInput = flagInput('Original Response Format', 'raw', flag(true), {
	description:
		"Whether to ask the gateway for the platform's original format. Leave on unless the operator of the gateway says otherwise. This does not change Output.",
});

export const newerThanField = (what: string): INodeProperties => ({
	displayName: 'Newer Than',
	name: 'newerThan',
	type: 'dateTime',
	default: '',
	description: `Return only ${what}. A time without a zone is in the workflow's time zone.`,
});

/** The output modes that need nothing but a record. */
export const RAW = {
	name: 'Raw',
	value: 'raw',
	description: 'One item per record, as the platform sent it',
};

export const SIMPLIFIED = {
	name: 'Simplified',
	value: 'simplified',
	description: 'One item per record, with the same eleven fields on every platform',
};
