import type { StopReason } from '../list/pageEnd';
import type { WatchSummary } from '../list/watchedList';
import { count } from './phrasing';
import type { ItemResult } from './results';

type WatchedResult = ItemResult & { watched: WatchSummary };

const watchedAmong = (results: readonly ItemResult[]) =>
	results.filter((result): result is WatchedResult => result.watched !== undefined);

/** What closes a gap sooner, by why the run ended. */
const TO_RAISE: Partial<Record<StopReason, string>> = {
	limit: 'Limit',
	maxPages: 'Max Pages',
	maxCost: 'Max Cost (USD)',
};

const itemsWords = (some: readonly unknown[], all: readonly unknown[]) =>
	all.length === 1 ? '' : ` of ${count(some.length, 'item')}`;

/** What may be missing, until later runs have found it or for good. */
export function gapWords(results: readonly ItemResult[]): string[] {
	const watched = watchedAmong(results);
	const open = watched.filter((result) => result.watched.hasGap);
	const givenUp = watched.filter((result) => result.watched.givesUp);
	const raise = [...new Set(open.map(({ reason }) => TO_RAISE[reason]).filter(Boolean))];
	const how = raise.length > 0 ? ` Raise ${raise.join(' and ')} to close it sooner.` : '';
	return [
		open.length > 0 &&
			`Records${itemsWords(open, watched)} may be missing: the run ended before it reached known records. The next runs continue until the gap is closed.${how}`,
		givenUp.length > 0 &&
			`The run ended among known records${itemsWords(givenUp, watched)}, and so would every later one. From now on, records further down count as old.`,
	].filter((words) => words !== false);
}

/**
 * How many records were new, and what a first run says of those that it has not returned.
 * @param isPoll the trigger has run
 */
export function newWords(results: readonly ItemResult[], isPoll: boolean): string[] {
	const watched = watchedAmong(results);
	if (watched.length === 0) return [];
	let [fresh, known, baseline] = [0, 0, 0];
	for (const { records, watched: summary } of watched) {
		fresh += records;
		known += summary.known;
		baseline += summary.baseline;
	}
	const option = isPoll ? 'First Poll' : 'First Run';
	return [
		`Only new: ${fresh} new, ${known} known.`,
		baseline > 0 &&
			`${option}: ${count(baseline, 'existing record')} ${baseline === 1 ? 'was' : 'were'} remembered instead of returned.`,
		watched.some((result) => result.watched.leavesOld) &&
			'This was the first run of a list: records that it did not return count as old from now on.',
	].filter((words) => words !== false);
}
