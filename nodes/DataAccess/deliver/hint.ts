import type { NodeExecutionHint } from 'n8n-workflow';

import type { Spending } from '../buy/money';
import { dollars, roundDollars } from '../shared/dollars';
import { sumWords } from './failedItem';
import { resumeWords } from './nextSteps';
import type { Happened } from './happened';
import { sentencesIn, stoppedWords } from './listWords';
import { count, inLines, sentences, shortened } from './phrasing';

/** Calls, cost, records, and why it stopped: all there is to tell of a run that went as planned. */
export function summaryOf({ items, records, spent }: Happened): string {
	return `${sumWords(items, spent)}, ${count(records, 'record')}. ${stoppedWords(items)}`;
}

/** Which pages cost nothing, since another execution, or another use of the tool, has bought them. */
export function reusedWords({ reused: { pages, age } }: Happened): string | false {
	const minutes = count(Math.max(1, Math.ceil(age / 60_000)), 'minute');
	const reused = `Reused ${count(pages, 'page')} from up to ${minutes} ago at no cost.`;
	return age > 0 && (pages > 0 ? reused : `The response found now is up to ${minutes} old.`);
}

const earlierWords = ({ ofEarlier }: Readonly<Spending>) =>
	ofEarlier > 0 &&
	`${dollars(ofEarlier)} of this was charged for calls of earlier executions, whose responses were found only now.`;

/** What Max Cost takes at least, where it cut later runs of watched lists: one more call for each. */
function capWords({ items, spent: { calls, cost } }: Happened): string | false {
	const cut = items.filter(
		({ reason, watched }) => reason === 'maxCost' && watched?.isFirst === false,
	);
	const least = Math.ceil(roundDollars((100 * cost * (calls + cut.length)) / calls)) / 100;
	return (
		cut.length > 0 &&
		calls > 0 &&
		`This run needs at least ${dollars(least)} to read further in each list.`
	);
}

/** What a run tells the person in front of it. */
export interface Hint {
	summary: string;
	/** What the user should look at, then what else there is to know, in sentences. */
	details: string;
	/** How to continue a run that was cut short. */
	nextStep?: string;
	isWarning: boolean;
}

export function hintFor(happened: Happened): Hint {
	const { items, spent, reused, reusesPages } = happened;
	const warnings = sentencesIn(happened, 'warning');
	return {
		summary: summaryOf(happened),
		details: sentences([
			...warnings,
			capWords(happened),
			...sentencesIn(happened, 'info'),
			earlierWords(spent),
			reusedWords(happened),
			reused.pages > 0 &&
				reusesPages &&
				`To buy ${reused.pages === 1 ? 'it' : 'them'} again, set Reuse Pages to 0.`,
		]),
		nextStep: resumeWords(items, happened),
		isWarning: warnings.length > 0 || spent.possible > 0 || items.some(({ isCut }) => isCut),
	};
}

/** Characters of what is said beside the sums and how to go on. */
const LONGEST_DETAILS = 1000;

/** The same under the output: one line, and further ones only where there is more to say. */
export const panelHint = ({ summary, details, nextStep, isWarning }: Hint): NodeExecutionHint => ({
	message: inLines([summary, shortened(details, LONGEST_DETAILS), nextStep]),
	type: isWarning ? 'warning' : 'info',
	location: 'outputPane',
});
