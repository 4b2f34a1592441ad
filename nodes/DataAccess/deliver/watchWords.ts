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

/** Nothing of the list was asked for, since Max Cost or another item's failure came first. */
const isUnread = ({ reason, pages }: WatchedResult) =>
	pages === 0 && (reason === 'maxCost' || reason === 'halted');

function firstWords(old: readonly WatchedResult[], all: readonly WatchedResult[]): string {
	const first = old.filter(({ watched }) => watched.isFirst);
	const lists = all.length === 1 ? 'a list' : count(first.length, 'list');
	return `This was the first run of ${lists}: records that it did not return count as old from now on.`;
}

function unreadWords({ length }: readonly WatchedResult[], all: readonly unknown[]): string {
	const [were, them] = length === 1 ? ['was', 'it'] : ['were', 'them'];
	const which = all.length === 1 ? 'The list' : count(length, 'item');
	return `${which} ${were} not read, and nothing of ${them} counts as old: the next run reads ${them}.`;
}

/** What is new and was not returned: for good, or until the next run. */
export function oldWords(results: readonly ItemResult[]): string[] {
	const watched = watchedAmong(results);
	const old = watched.filter((result) => result.watched.leavesOld);
	const later = old.filter((result) => !result.watched.isFirst);
	const again = watched.filter((result) => result.watched.isReadAgain);
	const unread = watched.filter(isUnread);
	const isCapped = again.some(({ reason }) => reason === 'maxCost');
	const sooner = isCapped ? ' Raise Max Cost (USD) to get all at once.' : '';
	return [
		later.length > 0 &&
			`The run did not get to the end of what is new${itemsWords(later, watched)}: what it did not return counts as old from now on.`,
		again.length > 0 &&
			`The run did not get to the end of what is new${itemsWords(again, watched)}: the next run reads again.${sooner}`,
		unread.length > 0 && unreadWords(unread, watched),
		old.some(isCutFirst) && firstWords(old, watched),
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
		old.some(({ reason }) => reason === 'limit') &&
			!old.some(isCutFirst) &&
			firstWords(old, watched),
	].filter((words) => words !== false);
}
