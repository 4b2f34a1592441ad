import type { INodeProperties } from 'n8n-workflow';

import type { PaidOperation } from '../operations';
import { textField } from '../operations/parts/fields';
import { onlyFor } from './shownFor';

const HOW_WRITTEN =
	'fields of the raw record, separated by commas or line breaks. Use dots for nested fields. To rename a field, write the new name and an equals sign first.';

const fieldOf = (
	label: string,
	name: string,
	{ fieldsExample }: PaidOperation,
	more: Partial<INodeProperties>,
) =>
	textField(label, name, {
		typeOptions: { rows: 2 },
		placeholder: `e.g. ${fieldsExample}`,
		...more,
	});

/** Fields is required for Output = Selected Fields. If Output is an expression, n8n cannot know, so Fields is optional. */
export function fieldsProperties(operation: PaidOperation): INodeProperties[] {
	const { show } = onlyFor(operation);
	const isOther = { _cnd: { not: 'selected' } };
	const isExpression = { _cnd: { startsWith: '=' } };
	const field = fieldOf('Fields', 'fields', operation, { description: `The ${HOW_WRITTEN}` });
	return [
		{ ...field, required: true, displayOptions: { show, hide: { output: [isOther] } } },
		{ ...field, displayOptions: { show: { ...show, output: [isExpression] } } },
	];
}

/** Returns Add Fields: columns in addition to the simplified ones. */
export const addFieldsOption = (operation: PaidOperation): INodeProperties =>
	fieldOf('Add Fields', 'addFields', operation, {
		description: `Further ${HOW_WRITTEN}`,
		displayOptions: {
			show: {
				'/resource': [operation.resource],
				'/operation': [operation.name],
				'/output': ['simplified'],
			},
		},
	});
