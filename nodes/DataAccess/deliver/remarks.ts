/** What the user should know about a list, or a run. */
export interface Remark {
	text: string;
	/** Whether a person should look at it. */
	isWarning: boolean;
}

/** Those about a run, beside how its lists ended. */
export const REMARKS = {
	manualRun: {
		text: 'Only New Records has no effect in a manual run: all records are returned, and none are remembered.',
		isWarning: false,
	},
	forgetting: {
		text: 'n8n could not remember all that was read: what it did not remember comes again.',
		isWarning: true,
	},
	memoryFull: {
		text: 'The memory of this node is full (60,000 values), so a list that it reads for the first time may be one that it has forgotten: its records are returned, and of a list with the newest first what Limit leaves is old. Spread the lists over several nodes.',
		isWarning: true,
	},
	givenUp: {
		text: 'Five calls in a row failed and were charged, so no further one was made: correct what their messages name.',
		isWarning: true,
	},
	// In production nobody looks at plans.
	dryRunLeftOn: {
		text: 'Dry Run is on, so this execution bought nothing. Turn it off in the options.',
		isWarning: true,
	},
	// A list that an earlier run has begun, again and again.
	resumeLeftOn: {
		text: 'Resume From is on, and the same in each execution, so each begins there. Take it out of the options, or give it an expression.',
		isWarning: true,
	},
} satisfies Record<string, Remark>;
