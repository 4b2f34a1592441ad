import type { INodeTypeDescription } from 'n8n-workflow';

import { IS_FREE } from './kinds';

/** With more input items than this, few people add up what they cost. */
const MANY = 20;

const conditions = [
	`$input.all().length > ${MANY}`,
	`!${IS_FREE}`,
	'!$parameter["options"]?.["dryRun"]',
];

/** What the panel says before a run. */
export const hints: INodeTypeDescription['hints'] = [
	{
		message:
			'There are many input items, and each distinct one buys at least one call. To see what they cost, or cost at least, turn on <b>Dry Run</b> under Options.',
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ ${conditions.join(' && ')} }}`,
	},
];
