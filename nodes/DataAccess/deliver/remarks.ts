import { MOST_CHARGED_IN_A_ROW } from '../buy/pass';
import { MOST_VALUES } from '../watch/rememberedFacts';

/** Something that the user should know about a list or a run. */
export interface Remark {
	/** One or more sentences, without the last period. */
	text: string;
	/** A `warning` needs a person's attention. */
	type: 'info' | 'warning';
	/** Models do not get it: they cannot act on it, or get the same in another sentence. */
	isForUser?: true;
}

export const warning = (text: string): Remark => ({ text, type: 'warning' });

/** Part of the remark on the run, and of the failure of each item without a call. */
export const CHARGED_IN_A_ROW = `After ${MOST_CHARGED_IN_A_ROW} calls in a row that failed and were charged, no further one was made`;

const MEMORY = `${MOST_VALUES.toLocaleString('en')} values`;

/** Remarks on a run. Remarks on lists are in listWords.ts. */
export const REMARKS = {
	manualRun: {
		text: 'Only New Records has no effect in a manual run: all records are returned, and none are remembered',
		type: 'info',
	},
	forgetting: warning(
		'n8n could not remember all records that were read: those it forgot will be returned again',
	),
	memoryFull: warning(
		`The memory of this node is full (${MEMORY}), so this run may have read a forgotten list as a new one. The records of that list are returned again; if it has the newest first, no later run returns those beyond Limit. Spread the lists over several nodes`,
	),
	memoryFilled: warning(
		`The memory of this node is now full (${MEMORY}). From now on, the node forgets the oldest records, and may return them again. Spread the lists over several nodes`,
	),
	chargedInARow: {
		...warning(`${CHARGED_IN_A_ROW}: correct what the messages of those calls name`),
		isForUser: true,
	},
	// In production, the option is on by mistake.
	dryRunLeftOn: warning(
		'Dry Run is on, so this execution bought nothing. Turn it off in the options',
	),
	// Otherwise every execution would resume at the same position unnoticed.
	resumeLeftOn: {
		...warning(
			'Resume From has the same value in each execution, so each one begins at the same position. Remove the option, or use an expression',
		),
		isForUser: true,
	},
} satisfies Record<string, Remark>;
