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
	description: 'The cursor of the page to begin with; empty for the first one',
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

/** Which of two forms the service answers in (docs/gateway.md, Search videos and Comment replies). */
export const rawField: INodeProperties = {
	displayName: 'Raw',
	name: 'raw',
	type: 'boolean',
	default: true,
	description:
		"Whether the service answers in the platform's own form rather than in one that it has already parsed. Both give the same records.",
};
