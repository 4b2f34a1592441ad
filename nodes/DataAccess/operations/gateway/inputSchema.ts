import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod/v3';
import type { ZodFirstPartySchemaTypes, ZodNumberCheck, ZodStringCheck, ZodTypeAny } from 'zod/v3';

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

/** Patterns as one; each is to be read with the flag `u`. */
const patternOf = ([first, ...others]: string[]) =>
	others.length === 0 ? first : `^${[first, ...others].map((each) => `(?=${each})`).join('')}`;

function textSchemaOf(checks: ZodStringCheck[]): IDataObject {
	const patterns = checks.flatMap((check) => (check.kind === 'regex' ? check.regex.source : []));
	const most = checks.find((check) => check.kind === 'max');
	return {
		type: 'string',
		...(patterns.length > 0 && { pattern: patternOf(patterns) }),
		...(most && { maxLength: most.value }),
	};
}

function numberSchemaOf(checks: ZodNumberCheck[]): IDataObject {
	const bounds = checks.flatMap((check) => {
		if (check.kind === 'min') return [['minimum', check.value]];
		return check.kind === 'max' ? [['maximum', check.value]] : [];
	});
	const isWhole = checks.some(({ kind }) => kind === 'int');
	return { type: isWhole ? 'integer' : 'number', ...Object.fromEntries(bounds) };
}

const { ZodFirstPartyTypeKind: Kind } = z;

/** JSON Schema of a value as it is sent. By the name of its type: n8n may bring more than one zod. */
export function valueSchemaOf({ _def }: ZodTypeAny): IDataObject {
	const type = _def as ZodFirstPartySchemaTypes['_def'];
	switch (type.typeName) {
		case Kind.ZodEffects:
			return valueSchemaOf(type.schema);
		case Kind.ZodOptional:
			return valueSchemaOf(type.innerType);
		case Kind.ZodDefault:
			return { ...valueSchemaOf(type.innerType), default: type.defaultValue() };
		case Kind.ZodString:
			return textSchemaOf(type.checks);
		case Kind.ZodNumber:
			return numberSchemaOf(type.checks);
		case Kind.ZodBoolean:
			return { type: 'boolean' };
		case Kind.ZodEnum:
			return { type: 'string', enum: type.values };
		case Kind.ZodNativeEnum:
			return { enum: Object.values(type.values) };
		default:
			throw new Error(`No JSON Schema is made of ${type.typeName}`);
	}
}

/** What a query takes, by API names, made of the types that a run checks. */
export function inputSchemaOf(query: KnownQuery): IDataObject {
	const fields = [...query.fields, ...query.startPosition];
	const inputs = Object.entries(query.input.shape);
	const properties = inputs.map(([name, type]) => {
		const field = fields.find((each) => apiNameOf(query, each.name) === name);
		const description = field && { description: descriptionOf(query, field) };
		return [name, { ...description, ...valueSchemaOf(type) }] as const;
	});
	return {
		type: 'object',
		properties: Object.fromEntries(properties),
		required: inputs.filter(([, type]) => !type.isOptional()).map(([name]) => name),
		additionalProperties: false,
	};
}

export function defaultInputOf({ input }: KnownQuery): ApiInput {
	const defaults = Object.entries(input.shape).flatMap(([name, type]) => {
		const { data: fallback } = type.safeParse(undefined) as { data?: unknown };
		return fallback === undefined ? [] : [[name, fallback]];
	});
	return Object.fromEntries(defaults) as ApiInput;
}
