import type { Field } from '../operation';

export function keywordField(placeholder: string, description: string): Field<'keyword'> {
	return {
		displayName: 'Keyword',
		name: 'keyword',
		type: 'string',
		required: true,
		default: '',
		placeholder,
		description,
	};
}

/** An entry of Start Position. */
export const cursorField: Field<'cursor'> = {
	displayName: 'Cursor',
	name: 'cursor',
	type: 'string',
	default: '',
	description:
		'Cursor of the page to begin with, from the "next" of the page before it. Leave empty for the first page.',
};

/** An entry of Start Position. */
export function offsetField(description: string): Field<'offset'> {
	return {
		displayName: 'Offset',
		name: 'offset',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 0,
		description,
	};
}

export const rawField: Field<'raw'> = {
	displayName: 'Unparsed Response',
	name: 'raw',
	type: 'boolean',
	default: true,
	description:
		"Whether the service responds in the platform's own format. Otherwise, it responds in a simpler format of its own, with the same records. This is not related to Output > Raw. Leave it on unless your gateway's operator says otherwise.",
};
