import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { ZodTypeAny } from 'zod/v3';

import { apiNameOf } from '../operation';
import type { ApiInput, KnownQuery, PanelEntry } from '../operation';

/** What a choice means: its description, what its name has in brackets, or its name. */
function meaningOf({ name, description }: INodePropertyOptions): string {
	if (description === undefined) return (/\((.*)\)$/.exec(name)?.[1] ?? name).toLowerCase();
	return description.charAt(0).toLowerCase() + description.slice(1);
}

/** undefined for a field that a model should not fill in. */
export function textForModel(
	{ forModels }: Pick<PanelEntry, 'forModels'>,
	{ name, type, options }: INodeProperties,
): string | undefined {
	if (type !== 'options') return forModels[name];
	const choices = (options as INodePropertyOptions[]).map(
		(choice) => `${choice.value} = ${meaningOf(choice)}`,
	);
	return forModels[name] ?? `One of: ${choices.join('; ')}`;
}

const descriptionOf = (query: KnownQuery, field: INodeProperties) =>
	textForModel(query, field) ?? field.description;

/** What a field takes, by the kind of field that it is; of a dropdown, the word of each choice or its place. */
function kindOf({ type, typeOptions, options }: INodeProperties, takes: ZodTypeAny): IDataObject {
	switch (type) {
		case 'number':
			return { type: 'integer', minimum: typeOptions?.minValue };
		case 'boolean':
			return { type: 'boolean' };
		case 'options': {
			const words = (options as INodePropertyOptions[]).map(({ value }) => value);
			const all = [...words, ...words.keys()].filter((value) => takes.safeParse(value).success);
			return { enum: all as string[] };
		}
		default:
			return { type: 'string' };
	}
}

/** undefined where it has none. */
const defaultOf = (takes: ZodTypeAny) => takes.safeParse(undefined).data as unknown;

/** What a query takes, by API names. */
export function inputSchemaOf(query: KnownQuery): IDataObject {
	const fields = [...query.fields, ...query.startPosition];
	const named = fields.map((field) => [apiNameOf(query, field.name), field] as const);
	const properties = named.map(([name, field]) => {
		const takes = query.input.shape[name] as ZodTypeAny;
		const usual = defaultOf(takes);
		const kind = { description: descriptionOf(query, field), ...kindOf(field, takes) };
		return [name, usual === undefined ? kind : { ...kind, default: usual }] as const;
	});
	return {
		type: 'object',
		properties: Object.fromEntries(properties),
		required: named.filter(([, { required }]) => required).map(([name]) => name),
		additionalProperties: false,
	};
}

export function defaultInputOf({ input }: KnownQuery): ApiInput {
	const defaults = Object.entries(input.shape).map(([name, takes]) => [name, defaultOf(takes)]);
	return Object.fromEntries(defaults) as ApiInput;
}
