import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { apiNameOf } from '../operation';
import type { BuiltInQuery, PanelEntry } from '../operation';

/** Returns what a choice means: its description, the text in brackets in its name, or its name. */
function meaningOf({ name, description }: INodePropertyOptions): string {
	if (description === undefined) return (/\(([^()]*)\)$/.exec(name)?.[1] ?? name).toLowerCase();
	return description.charAt(0).toLowerCase() + description.slice(1);
}

/** Returns a field's description for models; undefined if no model should fill in the field. */
export function textForModel(
	{ forModels }: Pick<PanelEntry, 'forModels'>,
	{ name, type, options }: INodeProperties,
): string | undefined {
	if (type !== 'options') return forModels[name];
	const choices = (options as INodePropertyOptions[]).map(
		(choice) => `${choice.value} = ${meaningOf(choice)}`,
	);
	return `One of: ${choices.join('; ')}`;
}

/** Returns the JSON Schema of a query's input, by API names. */
export function inputSchemaOf(query: BuiltInQuery): IDataObject {
	const named = [...query.fields, ...query.startPosition].map(
		(field) => [apiNameOf(query, field.name), field] as const,
	);
	const properties = named.map(([name, field]) => {
		const description = textForModel(query, field) ?? field.description;
		return [name, { description, ...query.schemas[name] }] as const;
	});
	return {
		type: 'object',
		properties: Object.fromEntries(properties),
		required: named.filter(([, { required }]) => required).map(([name]) => name),
		additionalProperties: false,
	};
}
