import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { apiNameOf } from '../operation';
import type { ApiInput, KnownQuery, Operation } from '../operation';

/** What a choice means: its description, what its name has in brackets, or its name. */
function meaningOf({ name, description }: INodePropertyOptions): string {
	if (description === undefined) return (/\((.*)\)$/.exec(name)?.[1] ?? name).toLowerCase();
	return description.charAt(0).toLowerCase() + description.slice(1);
}

/** What a model has to know of a field; undefined for one that it should not fill in. */
export function textForModel(
	{ forModels }: Pick<Operation, 'forModels'>,
	{ name, type, options }: INodeProperties,
): string | undefined {
	if (type !== 'options') return forModels[name];
	const choices = (options as INodePropertyOptions[]).map(
		(choice) => `${choice.value} = ${meaningOf(choice)}`,
	);
	return forModels[name] ?? `One of: ${choices.join('; ')}`;
}

/** What a field means, for a reader without the panel. */
const descriptionOf = (query: KnownQuery, field: INodeProperties) =>
	textForModel(query, field) ?? field.description;

/**
 * JSON Schema of what a query takes as `input`, by API names. Each input is described by its own
 * validator, so that it is exactly what a run checks.
 */
export function inputSchemaOf(query: KnownQuery): IDataObject {
	const fields = [...query.fields, ...query.startPosition];
	const validators = Object.entries(query.input);
	const properties = validators.map(([name, { schema }]) => {
		const field = fields.find((each) => apiNameOf(query, each.name) === name);
		return [
			name,
			{ ...(field && { description: descriptionOf(query, field) }), ...schema },
		] as const;
	});
	return {
		type: 'object',
		properties: Object.fromEntries(properties),
		required: validators.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
		additionalProperties: false,
	};
}

/** What is sent of a query's inputs where none is given. */
export function defaultInputOf({ input }: KnownQuery): ApiInput {
	const defaults = Object.entries(input).flatMap(([name, { schema }]) =>
		schema.default === undefined ? [] : [[name, schema.default] as const],
	);
	return Object.fromEntries(defaults);
}
