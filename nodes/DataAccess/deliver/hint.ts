import type { NodeExecutionHint } from 'n8n-workflow';

import type { Spending } from '../buy/money';
import { dollars } from '../shared/dollars';
import { goOnWords } from './goOn';
import { hasEnded } from './happened';
import type { Happened } from './happened';
import { capWords, notesIn, stoppedWords, warningsIn } from './listWords';
import { costWords, count, inLines, sentences, shortened } from './phrasing';

/** Which pages cost nothing, since another execution, or another use of the tool, has bought them. */
export function reusedWords({ reused: { pages, age } }: Pick<Happened, 'reused'>): string | false {
	const minutes = count(Math.max(1, Math.ceil(age / 60_000)), 'minute');
	return pages > 0 && `${count(pages, 'page')} from up to ${minutes} ago cost nothing again.`;
}

const earlierWords = ({ ofEarlier }: Readonly<Spending>) =>
	ofEarlier > 0 &&
	`${dollars(ofEarlier)} of this was charged for calls of earlier executions, whose answers were found only now.`;

/** What a run tells the person in front of it. */
export interface Hint {
	/** Calls, cost, records, and why it stopped: all there is to tell of a run that went as planned. */
	summary: string;
	/** What the user should look at, and what else there is to know, in sentences. */
	warnings?: string;
	details: string;
	/** How to continue a run that was cut short. */
	goOn?: string;
	isWarning: boolean;
}

export function hintFor(happened: Happened): Hint {
	const { items, account, records, reused, failed } = happened;
	const { total } = account;
	const warnings = [...warningsIn(happened), ...capWords(happened)];
	const canBuyAnew = reused.pages > 0 && happened.reusesPages;
	return {
		summary: `${count(total.calls, 'call')}, ${costWords(total)}, ${count(records, 'record')}. ${stoppedWords(items)}`,
		warnings: sentences(warnings),
		details: sentences([
			...notesIn(happened),
			earlierWords(total),
			reusedWords(happened),
			canBuyAnew && 'To buy anew, set Reuse Pages to 0.',
		]),
		goOn: goOnWords(happened),
		isWarning:
			warnings.length > 0 ||
			failed.length > 0 ||
			total.possible > 0 ||
			hasEnded(happened, 'maxCost'),
	};
}

/** Characters of what is said beside the sums and how to go on. */
const LONGEST_DETAILS = 1000;

/** The same under the output: one line, and further ones only where there is more to say. */
export function panelHint({
	summary,
	warnings,
	details,
	goOn,
	isWarning,
}: Hint): NodeExecutionHint {
	const all = shortened(sentences([warnings, details]), LONGEST_DETAILS);
	return {
		message: inLines([summary, all, goOn]),
		type: isWarning ? 'warning' : 'info',
		location: 'outputPane',
	};
}
