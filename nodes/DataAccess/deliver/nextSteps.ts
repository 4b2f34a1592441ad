import type { SafePages } from '../buy/pass';
import type { Failure } from '../shared/failure';
import type { Happened, ReportedItem } from './happened';
import { count, ofItems, positionWords, sentences } from './phrasing';

/*
 * How to go on: a call is made again, a list is read on from where it was cut, or a failed execution is retried for
 * the pages that it lacks.
 */

/** Seconds as people say them: a longer wait is no shorter in whole minutes or hours. */
function spanOf(seconds: number): string {
	if (seconds < 120) return count(seconds, 'second');
	const minutes = Math.ceil(seconds / 60);
	return minutes > 90 ? count(Math.ceil(minutes / 60), 'hour') : count(minutes, 'minute');
}

/** When the same call may be made again. */
export const laterWords = (seconds = 0) =>
	seconds > 0 ? `again in ${spanOf(seconds)}` : 'again later';

/** Of the same call: the advice speaks of one with another input. */
export const tryAgainWords = ({ retry, retryAfter }: Failure): string =>
	retry === 'safe' || retry === 'uncertain' ? `Try ${laterWords(retryAfter)}.` : '';

const ITS_NEXT = 'the "next" of the item in Report, Output > Pages or an error item';

/** How the user gets the rest of lists that were cut short; undefined where a new run is as good. */
export function resumeWords(
	some: readonly ReportedItem[],
	{ items }: Pick<Happened, 'items'>,
): string | undefined {
	const unfinished = some.filter(({ rest }) => rest);
	if (!unfinished.some(({ pages }) => pages > 0)) return undefined;
	const [first] = unfinished;
	const position = items.length === 1 && positionWords({ ...first?.rest });
	return `To get the rest${ofItems(unfinished, items)}, set Resume From in the options to ${position || ITS_NEXT}`;
}

/** How a stopped execution is repeated. */
export interface Repeat {
	executionId: string;
	/**
	 * What goes on with the pages: n8n's Retry; a new run if n8n saves no execution to retry; the Retry of a
	 * sub-workflow's parent.
	 */
	retried: 'retry' | 'newRun' | 'parent';
}

/** Returns which pages of a stopped execution are kept, and how they are used; empty if there is nothing to say. */
export function keptWords(
	{ pages, kept, stored, inMemory, minutes }: SafePages,
	{ charged, retry }: Failure,
	{ executionId, retried }: Repeat,
): string {
	// What is stored is the retried execution's alone.
	const [usable, anywhere] = retried === 'retry' ? [kept, stored] : [inMemory, 0];
	const here = usable > anywhere ? ` (${usable - anywhere} only in this n8n process)` : '';
	const within = here && ` within ${count(minutes, 'minute')}`;
	// Where the run goes on, whoever asks again looks first.
	const missing =
		charged === 'maybe' && retry !== 'safe'
			? 'the rest, and perhaps the failed page a second time'
			: 'only the rest';
	const how = {
		// Corrected settings are in the saved workflow alone.
		retry: `Retry execution ${executionId} in Executions with the saved workflow${within} to buy ${missing}.`,
		newRun: `n8n does not save this execution for a retry, so run the workflow again${within} to buy ${missing}.`,
		// Finished sub-workflows run again, too: n8n throws their output away when the parent fails.
		parent: `Set Reuse Pages in this sub-workflow, then retry its parent within that many minutes to buy ${missing}. If this sub-workflow itself stores the records, retry its own execution ${executionId} instead.`,
	};
	return sentences([
		pages > 0 && `Kept pages: ${usable} of ${pages}${here}.`,
		(usable > 0 || retried === 'parent') && how[retried],
	]);
}
