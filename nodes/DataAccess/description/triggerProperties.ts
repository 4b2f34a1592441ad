import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { commonProperties } from './commonProperties';
import { maxCost } from './maxCostProperties';
import { newestFirstWords } from './order';
import { pollWords } from './price';

/** A parameter that the node has too, with what is different in the trigger. */
function sharedProperty(name: string, change: Partial<INodeProperties> = {}): INodeProperties[] {
	const shared = commonProperties.find((property) => property.name === name);
	if (!shared) return [];
	// What is hidden for an operation that the trigger does not offer.
	const { displayOptions, ...property } = shared;
	const show = displayOptions?.show;
	return [{ ...property, ...(show && { displayOptions: { show } }), ...change }];
}

const outputs = sharedProperty('output').flatMap(
	({ options }) => (options ?? []) as INodePropertyOptions[],
);

/** Stands below n8n's own schedule field, which begins with every minute. */
export const pollNotice: INodeProperties = {
	displayName: pollWords(),
	name: 'pollNotice',
	type: 'notice',
	default: '',
};

/** The trigger's parameters beside those of the operations. */
export const triggerProperties: INodeProperties[] = [
	{
		displayName: 'First Poll',
		name: 'firstPoll',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Remember Existing Records',
				value: 'baseline',
				description: 'Start the workflow only for records that are added later',
			},
			{
				name: 'Return Existing Records',
				value: 'emit',
				description: 'Also start the workflow for the records that are already there',
			},
		],
		default: 'baseline',
		description:
			'What the first poll does after the workflow is activated, or after the fields above are changed',
	},
	{
		displayName: 'Max Pages',
		name: 'maxPages',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 5,
		description: `The most pages to read per poll. For lists with the newest records first (${newestFirstWords()}), a poll stops at the first page without a new record. For all others, each poll reads this many pages.`,
	},
	{
		...maxCost,
		default: 0.1,
		description: 'The most that one poll may spend. Set to 0 for no cap.',
	},
	...sharedProperty('output', { options: outputs.filter(({ value }) => value !== 'pages') }),
	...sharedProperty('fields'),
];
