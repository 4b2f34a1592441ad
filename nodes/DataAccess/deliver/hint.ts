import type { NodeExecutionHint } from 'n8n-workflow';

import type { Spending } from '../buy/money';
import { dollars } from '../shared/dollars';
import { beginningOf } from '../shared/text';
import { goOnWords } from './goOn';
import { hasEnded } from './happened';
import type { Happened } from './happened';
import { capWords, notesIn, stoppedWords, warningsIn } from './listWords';
import { costWords, count, inLines, sentences } from './phrasing';

/** Which pages cost nothing, since another execution, or another use of the tool, has bought them. */
export function reusedWords({
	reused,
	minutesOfReuse,
}: Pick<Happened, 'reused' | 'minutesOfReuse'>): string {
	if (reused.pages === 0) return '';
	const age = count(Math.max(1, Math.ceil(reused.age / 60_000)), 'minute');
	const anew = minutesOfReuse > 0 && 'To buy anew, set Reuse Pages to 0.';
	return sentences([
		`${count(reused.pages, 'page')} from up to ${age} ago cost nothing again.`,
		anew,
	]);
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
	const { results, account, records, failed } = happened;
	const { total } = account;
	const warnings = [...warningsIn(happened), capWords(happened) ?? []].flat();
	return {
		summary: `${count(total.calls, 'call')}, ${costWords(total)}, ${count(records, 'record')}. ${stoppedWords(results)}`,
		warnings: sentences(warnings),
		details: sentences([...notesIn(happened), earlierWords(total), reusedWords(happened)]),
		goOn: goOnWords(happened),
		isWarning:
			warnings.length > 0 ||
			failed.length > 0 ||
			total.possible > 0 ||
			hasEnded(happened, 'maxCost'),
	};
}

const LONGEST_HINT = 1500;

/** The same under the output: one line, and further ones only where there is more to say. */
export function panelHint(hint: Hint): NodeExecutionHint {
	const { summary, warnings, goOn = '', isWarning } = hint;
	const details = sentences([warnings, hint.details]);
	const most = Math.max(0, LONGEST_HINT - inLines([summary, '…', goOn]).length);
	const isLong = details.length > most;
	return {
		message: inLines([summary, isLong ? `${beginningOf(details, most)}…` : details, goOn]),
		type: isWarning ? 'warning' : 'info',
		location: 'outputPane',
	};
}
