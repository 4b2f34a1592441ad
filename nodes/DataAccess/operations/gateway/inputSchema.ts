import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { apiNameOf } from '../operation';
import type { ApiInput, KnownQuery } from '../operation';

const isDropdown = ({ type }: INodeProperties) => type === 'options';

/** What a field means, and each value of a dropdown. */
function descriptionOf(field: INodeProperties): string {
	const { description = field.displayName, options } = field;
	if (!isDropdown(field)) return description;
	const meanings = (options as INodePropertyOptions[]).map(
		({ name, value, description: more }) => `${value}: ${more ?? name}`,
	);
	return `${description} ${meanings.join('; ')}.`;
}

/**
 * JSON Schema of what a query takes as `input`, by API names. Each input is described by its own
 * validator, so that it is exactly what a run checks.
 */
export function inputSchemaOf(query: KnownQuery): IDataObject {
	const fields = [...query.fields, ...query.startPosition];
	const validators = Object.entries(query.input);
	const properties = validators.map(([name, { schema }]) => {
		const field = fields.find((each) => apiNameOf(query, each.name) === name);
		return [name, { ...(field && { description: descriptionOf(field) }), ...schema }] as const;
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
