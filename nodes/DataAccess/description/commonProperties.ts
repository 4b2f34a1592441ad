import type { INodeProperties } from 'n8n-workflow';

/** The parameters that every operation has. */
export const commonProperties: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
	{
		displayName: 'Max Cost (USD)',
		name: 'maxCost',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 1,
		description:
			'The most that one execution of this node may spend, over all input items and pages; 0 for no cap. What was bought before it is reached is delivered.',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'Pages',
				value: 'pages',
				description: 'One item per page, with its records, its cost and the position behind it',
			},
			{
				name: 'Raw',
				value: 'raw',
				description: 'One item per record, as the platform sent it',
			},
			{
				name: 'Selected Fields',
				value: 'selected',
				description: 'One item per record, with only the named fields of the raw record',
			},
			{
				name: 'Simplified',
				value: 'simplified',
				description: 'One item per record, with the same ten fields on every platform',
			},
		],
		default: 'simplified',
		description: 'What the items hold',
	},
	{
		displayName: 'Fields',
		// Not `required`: where Output is an expression n8n would want it for every output.
		name: 'fields',
		type: 'string',
		default: '',
		placeholder: 'e.g. note_info.title, user_info.nickname',
		description:
			'The fields of the raw record to keep, separated by commas; a dot leads to a field inside another',
		displayOptions: { show: { output: ['selected'] } },
	},
];
