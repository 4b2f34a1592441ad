import type { INodeProperties } from 'n8n-workflow';

/** What to search for. */
export function keywordField(placeholder: string, description: string): INodeProperties {
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

/** The opaque text that leads to a page; an entry of Start Position. */
export const cursorField: INodeProperties = {
	displayName: 'Cursor',
	name: 'cursor',
	type: 'string',
	default: '',
	description:
		'Cursor of the page to begin with, from the "next" of the page before it. Leave empty for the first page.',
};

/** A number that moves with the pages; an entry of Start Position. */
export function offsetField(description: string): INodeProperties {
	return {
		displayName: 'Offset',
		name: 'offset',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 0,
		description,
	};
}

/**
 * Which of two forms the service answers in (docs/development/gateway.md, Search videos and Comment
 * replies).
 */
export const rawField: INodeProperties = {
	displayName: 'Unparsed Response',
	name: 'raw',
	type: 'boolean',
	default: true,
	description:
		"Whether the service responds in the platform's own format. Otherwise, it responds in a simpler format of its own, with the same records. This is not related to Output > Raw.",
};
