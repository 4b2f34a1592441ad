import type { WatchSummary } from '../list/watchedList';
import { count } from './phrasing';
import type { ItemResult } from './results';

type WatchedResult = ItemResult & { watched: WatchSummary };

const watchedAmong = (results: readonly ItemResult[]) =>
	results.filter((result): result is WatchedResult => result.watched !== undefined);

const itemsWords = (some: readonly unknown[], all: readonly unknown[]) =>
	all.length === 1 ? '' : ` of ${count(some.length, 'item')}`;

/** A first run that ended in a way that nobody chose, as by Limit. */
const isCutFirst = ({ reason, watched }: WatchedResult) => watched.isFirst && reason !== 'limit';

const FIRST =
	'This was the first run of a list: records that it did not return count as old from now on.';

/** What is new and was not returned: for good, or until the next run. */
export function oldWords(results: readonly ItemResult[]): string[] {
	const watched = watchedAmong(results);
	const old = watched.filter((result) => result.watched.leavesOld);
	const later = old.filter((result) => !result.watched.isFirst);
	const again = watched.filter((result) => result.watched.isReadAgain);
	const isCapped = again.some(({ reason }) => reason === 'maxCost');
	const sooner = isCapped ? ' Raise Max Cost (USD) to get all at once.' : '';
	return [
		later.length > 0 &&
			`The run did not get to the end of what is new${itemsWords(later, watched)}: what it did not return counts as old from now on.`,
		again.length > 0 &&
			`The run did not get to the end of what is new${itemsWords(again, watched)}: the next run reads again.${sooner}`,
		old.some(isCutFirst) && FIRST,
	].filter((words) => words !== false);
}

/** How many records were new, and what a first run says of those that it has not returned. */
export function newWords(results: readonly ItemResult[]): string[] {
	const watched = watchedAmong(results);
	if (watched.length === 0) return [];
	const old = watched.filter((result) => result.watched.leavesOld);
	let [fresh, known, baseline] = [0, 0, 0];
	for (const { records, watched: summary } of watched) {
		fresh += records;
		known += summary.known;
		baseline += summary.baseline;
	}
	return [
		`Only new: ${fresh} new, ${known} known.`,
		baseline > 0 &&
			`${count(baseline, 'existing record')} ${baseline === 1 ? 'was' : 'were'} remembered instead of returned.`,
		old.some(({ reason }) => reason === 'limit') && !old.some(isCutFirst) && FIRST,
	].filter((words) => words !== false);
}
