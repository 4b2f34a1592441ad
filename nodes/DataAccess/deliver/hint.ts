import type { NodeExecutionHint } from 'n8n-workflow';

import type { Spending } from '../buy/money';
import { dollars, roundDollars } from '../shared/dollars';
import { MINUTE } from '../shared/time';
import { sumWords } from './failedItem';
import { resumeWords } from './nextSteps';
import type { Happened } from './happened';
import { sentencesIn, stoppedWords } from './listWords';
import { count, inLines, sentences, shortened } from './phrasing';

/** Returns calls, cost, records, and why the run stopped. A run without surprises needs no more. */
export function summaryOf({ items, records, spent }: Happened): string {
	return `${sumWords(items, spent)}, ${count(records, 'record')}. ${stoppedWords(items)}`;
}

/** Returns how old the pages are that this execution, or this use of the tool, did not buy; false if it bought all. */
export function reusedWords({ reused: { pages, age } }: Happened): string | false {
	const minutes = count(Math.max(1, Math.ceil(age / MINUTE)), 'minute');
	const reused = `Reused ${count(pages, 'page')} from up to ${minutes} ago at no cost.`;
	return age > 0 && (pages > 0 ? reused : `The response found now is up to ${minutes} old.`);
}

const earlierWords = ({ ofEarlier }: Readonly<Spending>) =>
	ofEarlier > 0 &&
	`${dollars(ofEarlier)} of this was charged for calls of earlier executions, whose responses were found only now.`;

/** Returns the least Max Cost that reads further in each watched list that Max Cost cut: one more call per list. */
function capWords({ items, spent, price }: Happened): string | false {
	const cut = items.filter(
		({ reason, watched }) => reason === 'maxCost' && watched?.isFirst === false,
	);
	const least = Math.ceil(roundDollars(100 * (spent.most + cut.length * price))) / 100;
	return (
		cut.length > 0 && `This run needs at least ${dollars(least)} to read further in each list.`
	);
}

/** What n8n's panel shows for a run. */
export interface Hint {
	summary: string;
	/** Sentences: warnings first, then information. */
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

/** Characters of the details. */
const LONGEST_DETAILS = 1000;

/** Returns the hint under the output: the summary, then further lines only if there is more to say. */
export const panelHint = ({ summary, details, nextStep, isWarning }: Hint): NodeExecutionHint => ({
	message: inLines([summary, shortened(details, LONGEST_DETAILS), nextStep]),
	type: isWarning ? 'warning' : 'info',
	location: 'outputPane',
});
