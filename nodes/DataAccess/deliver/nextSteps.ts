import type { KeptPages } from '../buy/endPass';
import type { Failure } from '../shared/failure';
import type { Happened, ReportedItem } from './happened';
import { count, ofItems, positionWords, sentences } from './phrasing';

/*
 * What the user can do next: repeat a call, resume a list at the position where it was cut, or retry a failed execution
 * for its missing pages.
 */

/** Returns a readable duration. Rounds up, so that no retry is too early. */
function spanOf(seconds: number): string {
	if (seconds < 120) return count(seconds, 'second');
	const minutes = Math.ceil(seconds / 60);
	return minutes > 90 ? count(Math.ceil(minutes / 60), 'hour') : count(minutes, 'minute');
}

/** Returns when the same call may be made again. */
export const laterWords = (seconds = 0) =>
	seconds > 0 ? `again in ${spanOf(seconds)}` : 'again later';

/** Returns when to repeat the same call, if that may succeed. Other changes are in the failure's advice. */
export const tryAgainWords = ({ retry, retryAfter }: Failure): string =>
	['safe', 'uncertain'].includes(retry) ? `Try ${laterWords(retryAfter)}.` : '';

const ITS_NEXT = 'the "next" of the item in Report, Output > Pages or an error item';

/** Returns how to get the rest of lists that were cut short; undefined if a new run does the same. */
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

/** How to repeat a stopped execution. */
export interface Repeat {
	executionId: string;
	/**
	 * What can use the kept pages: n8n's Retry; a new run if n8n does not save the execution; the parent's Retry for a
	 * sub-workflow.
	 */
	retried: 'retry' | 'newRun' | 'parent';
}

/** Returns which pages of a stopped execution are kept, and how they are used; empty if there is nothing to say. */
export function keptWords(
	{ pages, kept, stored, inMemory, minutes }: KeptPages,
	{ charged, retry }: Failure,
	{ executionId, retried }: Repeat,
): string {
	// Only n8n's Retry can read the pages in the stored execution.
	const [usable, anywhere] = retried === 'retry' ? [kept, stored] : [inMemory, 0];
	const here = usable > anywhere ? ` (${usable - anywhere} only in this n8n process)` : '';
	const within = here && ` within ${count(minutes, 'minute')}`;
	// If the retry is safe, it first searches for the lost response, so it never buys the failed page twice.
	const missing =
		charged === 'maybe' && retry !== 'safe'
			? 'the rest, and perhaps the failed page a second time'
			: 'only the rest';
	const how = {
		// Only the saved workflow has corrected settings.
		retry: `Retry execution ${executionId} in Executions with the saved workflow${within} to buy ${missing}.`,
		newRun: `n8n does not save this execution for a retry, so run the workflow again${within} to buy ${missing}.`,
		// Finished sub-workflows run again, too: n8n discards their output when the parent fails.
		parent: `Set Reuse Pages in this sub-workflow, then retry its parent within that many minutes to buy ${missing}. If this sub-workflow itself stores the records, retry its own execution ${executionId} instead.`,
	};
	return sentences([
		pages > 0 && `Kept pages: ${usable} of ${pages}${here}.`,
		(usable > 0 || retried === 'parent') && how[retried],
	]);
}
