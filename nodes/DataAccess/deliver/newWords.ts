import type { StopReason } from '../list/pageEnd';
import type { WatchSummary } from '../list/watchedList';
import { dollars, roundDollars } from '../shared/dollars';
import { count } from './phrasing';
import type { ItemResult } from './results';

/** What closes a gap sooner, by why the run ended. */
const TO_RAISE: Partial<Record<StopReason, string>> = {
	limit: 'Limit',
	maxPages: 'Max Pages',
	maxCost: 'Max Cost (USD)',
};

type WatchedResult = ItemResult & { watched: WatchSummary };

function watchedOf(results: readonly ItemResult[]): WatchedResult[] {
	return results.filter((result): result is WatchedResult => result.watched !== undefined);
}

function savedWords(results: readonly WatchedResult[]): string {
	if (!results.some(({ watched }) => watched.isNewestFirst)) {
		return 'Nothing was saved: the list is not sorted newest first, so new records can be anywhere in it.';
	}
	const stopped = results.filter(({ reason }) => reason === 'known');
	if (stopped.length === 0) return '';
	const [calls, cost] = stopped.reduce(
		([calls, cost], { watched: { saved } }) => [
			calls + (saved?.calls ?? 0),
			cost + (saved?.cost ?? 0),
		],
		[0, 0],
	);
	const parts = [
		calls > 0 && `up to ${count(calls, 'call')}, about ${dollars(cost)}`,
		stopped.some(({ watched }) => watched.saved === null) &&
			'the rest of what Return All would buy',
	].filter(Boolean);
	return parts.length === 0 ? '' : `That saved ${parts.join(', and ')}.`;
}

/** Whether records may be missing until later runs have found them. */
export function hasGap(results: readonly ItemResult[]): boolean {
	return watchedOf(results).some(({ watched }) => watched.hasGap);
}

function gapWords(results: readonly WatchedResult[], spent: number): string {
	const open = results.filter(({ watched }) => watched.hasGap);
	if (open.length === 0) return '';
	const raise = [...new Set(open.map(({ reason }) => TO_RAISE[reason]).filter(Boolean))];
	const lacking = open.reduce((sum, { watched }) => sum + watched.lacks, 0);
	const least = dollars(roundDollars(spent + lacking));
	const how =
		lacking > 0
			? ` All of Max Cost (USD) went into pages of known records: set it to at least ${least}, or no run gets further.`
			: raise.length > 0 && ` Raise ${raise.join(' and ')} to close it sooner.`;
	const where = results.length === 1 ? '' : ` of ${count(open.length, 'item')}`;
	return [
		`Records${where} may be missing: the run ended before it reached known records. The next runs continue until the gap is closed.`,
		how,
	]
		.filter(Boolean)
		.join('');
}

/** What a first run says of the records that it has not returned. */
function firstWords(results: readonly WatchedResult[], option: string): string {
	const baseline = results.reduce((sum, { watched }) => sum + watched.baseline, 0);
	const first = results.filter(({ watched: { isFirst, hasGap } }) => isFirst && hasGap);
	return [
		baseline > 0 &&
			`${option}: ${count(baseline, 'existing record')} ${baseline === 1 ? 'was' : 'were'} remembered instead of returned.`,
		results.some(({ watched }) => watched.leavesOld) &&
			'This was the first run of a list: records further down count as old from now on.',
		first.some(({ reason }) => reason !== 'limit') &&
			`To return no existing records at first, set ${option} to Remember Existing Records.`,
	]
		.filter(Boolean)
		.join(' ');
}

/**
 * How many records were new, what that saved, and what may be missing.
 * @param spent US dollars that the run has spent
 * @param isPoll the trigger has run
 */
export function newWords(
	results: readonly ItemResult[],
	spent: number,
	isPoll: boolean,
): string | undefined {
	const watched = watchedOf(results);
	if (watched.length === 0) return undefined;
	let [fresh, known] = [0, 0];
	for (const result of watched) {
		fresh += result.records;
		known += result.watched.known;
	}
	const counts = `Only new: ${fresh} new, ${known} known.`;
	const first = firstWords(watched, isPoll ? 'First Poll' : 'First Run');
	return [counts, savedWords(watched), first, gapWords(watched, spent)].filter(Boolean).join(' ');
}
