import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { apiNameOf } from '../operation';
import type { BuiltInQuery, PanelEntry } from '../operation';

/** What a choice means: its description, what its name has in brackets, or its name. */
function meaningOf({ name, description }: INodePropertyOptions): string {
	if (description === undefined) return (/\(([^()]*)\)$/.exec(name)?.[1] ?? name).toLowerCase();
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
	return `One of: ${choices.join('; ')}`;
}

/** What a query takes, by API names. */
export function inputSchemaOf(query: BuiltInQuery): IDataObject {
	const fields = [...query.fields, ...query.startPosition];
	const named = fields.map((field) => [apiNameOf(query, field.name), field] as const);
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
