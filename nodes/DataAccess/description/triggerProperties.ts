import type { INodeProperties } from 'n8n-workflow';

import { queries } from '../operations/queries';
import { existingRecords, output, resetMemory } from './commonProperties';
import { fieldsProperties } from './fieldsProperties';
import { maxPollCostProperties, pollWords } from './price';
import { onlyFor } from './shownFor';

/** Shown below n8n's own schedule field, whose default is every minute. */
export const pollNotices: INodeProperties[] = queries.map((query) => ({
	displayName: pollWords(query),
	name: 'pollNotice',
	type: 'notice',
	default: '',
	displayOptions: onlyFor(query),
}));

export const triggerProperties: INodeProperties[] = [
	{
		displayName: 'First Poll',
		name: 'firstPoll',
		type: 'options',
		noDataExpression: true,
		options: existingRecords(
			'Start the workflow only for records that are added later',
			'Also start the workflow for the records that are already there',
		),
		default: 'baseline',
		description:
			'What to do with the records that are already there when the trigger polls the list for the first time: after the first activation, or after the fields above are changed',
	},
	...maxPollCostProperties,
	{
		...output,
		options: output.options.filter(({ value }) => value !== 'pages'),
		description:
			'The form of the output items. The oldest comes first if the list has its newest records first; otherwise, items come in the order of the list.',
	},
	...queries.flatMap(fieldsProperties),
	{
		...resetMemory,
		description:
			'Enter any new name to make the trigger forget what it has returned. The next poll is then a first poll.',
	},
];
