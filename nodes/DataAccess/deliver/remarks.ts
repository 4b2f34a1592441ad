/** What the user should know about a list, or a run. */
export interface Remark {
	/** One sentence or more, without the last period. */
	text: string;
	/** A person should look at a warning. */
	type: 'info' | 'warning';
	/** No model can do what it says, or the model is told the same otherwise. */
	isForUser?: true;
}

export const warning = (text: string): Remark => ({ text, type: 'warning' });

/** Said of the run, and of each item that got no call for it. */
export const FIVE_IN_A_ROW =
	'Five calls in a row failed and were charged, so no further one was made';

/** Those about a run, beside how its lists ended. */
export const REMARKS = {
	manualRun: {
		text: 'Only New Records has no effect in a manual run: all records are returned, and none are remembered',
		type: 'info',
	},
	forgetting: warning(
		'n8n could not remember all records that were read: those it forgot will be returned again',
	),
	memoryFull: warning(
		'The memory of this node is full (60,000 values), so this run may have read a forgotten list as a new one. The records of that list are returned again; if it has the newest first, those beyond Limit count as old. Spread the lists over several nodes',
	),
	memoryFilled: warning(
		'The memory of this node is now full (60,000 values). From now on it forgets the oldest facts, so that records may be returned again. Spread the lists over several nodes',
	),
	chargedInARow: {
		...warning(`${FIVE_IN_A_ROW}: correct what the messages of those calls name`),
		isForUser: true,
	},
	// In production nobody looks at plans.
	dryRunLeftOn: warning(
		'Dry Run is on, so this execution bought nothing. Turn it off in the options',
	),
	// A list that an earlier run has begun, again and again.
	resumeLeftOn: {
		...warning(
			'Resume From has the same value in each execution, so each one begins at the same position. Remove the option, or use an expression',
		),
		isForUser: true,
	},
} satisfies Record<string, Remark>;
