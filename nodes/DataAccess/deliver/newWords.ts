import type { StopReason } from '../list/pageEnd';
import type { WatchSummary } from '../list/watchedList';
import { count } from './phrasing';
import { sumOf } from './results';
import type { ItemResult } from './results';

/** What closes a gap sooner, by why the run ended. */
const TO_RAISE: Partial<Record<StopReason, string>> = {
	limit: 'Limit',
	maxPages: 'Max Pages',
	maxCost: 'Max Cost (USD)',
};

type WatchedResult = ItemResult & { watched: WatchSummary };

/** Whether records may be missing: until later runs have found them, or for good. */
export function mayMiss({ watched }: ItemResult): boolean {
	return watched !== undefined && (watched.hasGap || watched.givesUp);
}

const itemsWords = (some: readonly unknown[], all: readonly unknown[]) =>
	all.length === 1 ? '' : ` of ${count(some.length, 'item')}`;

function gapWords(results: readonly WatchedResult[]): string {
	const open = results.filter(({ watched }) => watched.hasGap);
	if (open.length === 0) return '';
	const raise = [...new Set(open.map(({ reason }) => TO_RAISE[reason]).filter(Boolean))];
	const how = raise.length > 0 ? ` Raise ${raise.join(' and ')} to close it sooner.` : '';
	return `Records${itemsWords(open, results)} may be missing: the run ended before it reached known records. The next runs continue until the gap is closed.${how}`;
}

function givenUpWords(results: readonly WatchedResult[]): string {
	const givenUp = results.filter(({ watched }) => watched.givesUp);
	if (givenUp.length === 0) return '';
	return `The run ended among known records${itemsWords(givenUp, results)}, and so would every later one. From now on, records further down count as old.`;
}

/** What a first run says of the records that it has not returned. */
function firstWords(results: readonly WatchedResult[], option: string): string {
	const baseline = sumOf(results, ({ watched }) => watched?.baseline ?? 0);
	const remembered = `${option}: ${count(baseline, 'existing record')} ${baseline === 1 ? 'was' : 'were'} remembered instead of returned.`;
	const isLeft = results.some(({ watched }) => watched.leavesOld);
	return [
		baseline > 0 && remembered,
		isLeft &&
			'This was the first run of a list: records that it did not return count as old from now on.',
	]
		.filter(Boolean)
		.join(' ');
}

/**
 * How many records were new, and what may be missing.
 * @param isPoll the trigger has run
 */
export function newWords(results: readonly ItemResult[], isPoll: boolean): string | undefined {
	const isWatched = (result: ItemResult): result is WatchedResult => result.watched !== undefined;
	const watched = results.filter(isWatched);
	if (watched.length === 0) return undefined;
	const fresh = sumOf(watched, ({ records }) => records);
	const known = sumOf(watched, (result) => result.watched?.known ?? 0);
	return [
		`Only new: ${fresh} new, ${known} known.`,
		firstWords(watched, isPoll ? 'First Poll' : 'First Run'),
		gapWords(watched),
		givenUpWords(watched),
	]
		.filter(Boolean)
		.join(' ');
}
