import type { INodeProperties } from 'n8n-workflow';

export const keywordField = (placeholder: string, description: string): INodeProperties => ({
	displayName: 'Keyword',
	name: 'keyword',
	type: 'string',
	required: true,
	default: '',
	placeholder,
	description,
});

/** By this name the panel and the hint know that the user chooses how many records a page has. */
export const pageSizeField = (many: string, one: string, usual: number): INodeProperties => ({
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: usual,
	description: `How many ${many} to request per call. The price is per call, so larger pages cost less per ${one}.`,
});

/** An entry of Start Position that only the service understands. */
export const tokenField = (
	displayName: string,
	name: string,
	description: string,
): INodeProperties => ({ displayName, name, type: 'string', default: '', description });

export const cursorField = tokenField(
	'Cursor',
	'cursor',
	'Cursor of the page to begin with, from the "next" of the page before it. Leave empty for the first page.',
);

/** An entry of Start Position. */
export const offsetField = (description: string): INodeProperties => ({
	displayName: 'Offset',
	name: 'offset',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	description,
});

export const rawField: INodeProperties = {
	displayName: 'Unparsed Response',
	name: 'raw',
	type: 'boolean',
	default: true,
	description:
		"Whether the service responds in the platform's own format. Otherwise, it responds in a simpler format of its own, with the same records. This is not related to Output > Raw. Leave it on unless your gateway's operator says otherwise.",
};

export const newerThanField = (what: string): INodeProperties => ({
	displayName: 'Newer Than',
	name: 'newerThan',
	type: 'dateTime',
	default: '',
	description: `Return only ${what}. Without a time zone, it is the workflow's.`,
});

/** The forms of a record that need no more than the record. */
export const RAW = {
	name: 'Raw',
	value: 'raw',
	description: 'One item per record, as the platform sent it',
};

export const SIMPLIFIED = {
	name: 'Simplified',
	value: 'simplified',
	description: 'One item per record, with the same eleven fields on every platform',
};
