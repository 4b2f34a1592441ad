import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { commonProperties } from './commonProperties';
import { maxCost } from './maxCostProperties';

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
	displayName:
		'Every poll buys at least one page. Every minute is 1,440 calls a day, which is 21.60 USD at 0.015 USD a call; every hour is 0.36 USD.',
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
				name: 'Only Remember What Is There',
				value: 'baseline',
				description: 'The workflow runs only for what comes later',
			},
			{
				name: 'Return What Is There',
				value: 'emit',
				description: 'The workflow also runs for the records that are there already',
			},
		],
		default: 'baseline',
		description: 'What happens when the workflow is activated, or watches another list',
	},
	{
		displayName: 'Max Pages',
		name: 'maxPages',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 5,
		description:
			'The most pages that one poll may ask for. Where the newest come first (posts, answers by Updated, videos by Latest), a poll stops at the first page without a new record; elsewhere each poll reads this many.',
	},
	{
		...maxCost,
		default: 0.1,
		description: 'The most that one poll may spend. Set to 0 for no cap.',
	},
	...sharedProperty('output', { options: outputs.filter(({ value }) => value !== 'pages') }),
	...sharedProperty('fields'),
];
