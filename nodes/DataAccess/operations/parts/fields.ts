import type { INodeProperties } from 'n8n-workflow';

export const textField = (
	displayName: string,
	name: string,
	more: Partial<INodeProperties>,
): INodeProperties => ({ displayName, name, type: 'string', default: '', ...more });

export const wholeNumberField = (
	displayName: string,
	name: string,
	[least, usual]: [least: number, usual: number],
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { minValue: least, numberPrecision: 0 },
	default: usual,
	description,
});

export const keywordField = (placeholder: string, description: string) =>
	textField('Keyword', 'keyword', { required: true, placeholder, description });

/** By this name the panel and the hint know that the user chooses how many records a page has. */
export const pageSizeField = (many: string, one: string, usual: number) =>
	wholeNumberField(
		'Page Size',
		'pageSize',
		[1, usual],
		`How many ${many} to request per call. The price is per call, so larger pages cost less per ${one}.`,
	);

export const USUAL_LIMIT = 50;

export const limitField = wholeNumberField(
	'Limit',
	'limit',
	[1, USUAL_LIMIT],
	'Max number of results to return',
);

export const cursorField = textField('Cursor', 'cursor', {
	description:
		'Cursor of the page to begin with, from the "next" of the page before it. Leave empty for the first page.',
});

export const offsetField = (description: string) =>
	wholeNumberField('Offset', 'offset', [0, 0], description);

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
