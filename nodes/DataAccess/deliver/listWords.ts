import type { Doubt } from '../list/judgement';
import type { StopReason } from '../list/pageEnd';
import { dollars } from '../shared/dollars';
import type { Happened } from './happened';
import type { ItemResult } from './itemResult';
import { count, ofItems, plain } from './phrasing';
import type { Remark } from './remarks';

/** How a list ended, to follow "Stopped". */
const STOPPED: Record<StopReason, string> = {
	end: 'at the end of the list',
	limit: 'at Limit',
	known: 'at known records',
	date: 'at Newer Than',
	emptyPage: 'at an empty page',
	noNewRecord: 'at a page without a new record',
	repeatedPosition: 'at a repeated position',
	maxCost: 'at Max Cost (USD)',
	outOfTime: 'for want of time',
	failure: 'by a failure',
	halted: "by another item's failure",
};

const BASELINE = 'after remembering the existing records';

function stopOf({ reason, watched, endNotice, pages }: ItemResult): string {
	// The notice already says why the list ends here.
	if (reason === 'end' && !watched && endNotice !== undefined)
		return `after ${count(pages, 'page')}`;
	if (!watched?.isBaseline) return STOPPED[reason];
	return reason === 'known' ? BASELINE : `${STOPPED[reason]} ${BASELINE}`;
}

export function stoppedWords(results: readonly ItemResult[]): string {
	const counts = new Map<string, number>();
	for (const result of results) {
		const stop = stopOf(result);
		counts.set(stop, (counts.get(stop) ?? 0) + 1);
	}
	const of = (items: number) => (results.length === 1 ? '' : ` for ${count(items, 'item')}`);
	return `Stopped ${[...counts].map(([stop, items]) => stop + of(items)).join(', ')}.`;
}

const warning = (text: string): Remark => ({ text, isWarning: true });

const FIRST_RUN = 'This was the first run: records that it did not return count as old from now on';
const UNREAD = 'Nothing was read, and nothing there counts as old';
const NOT_TO_THE_END = 'The run did not get to the end of what is new';

const NONE_KNOWN = 'No record here was known from earlier runs';

/** Why a run may have missed something. */
const DOUBTS: Record<Doubt, string> = {
	unsorted:
		'The service did not send the newest records first, so new ones may be missing on pages that were not read',
	allNew: `${NONE_KNOWN}. If the service changed the IDs or the order, or sent only part of the list, records may come again or be missing`,
	allNewByContent: `${NONE_KNOWN}. Records without an ID are told apart by their content, so one that shows another count comes again: set ID Path if there is an ID`,
	inARow:
		'The run ended at twenty known records in a row, because their times have changed or are all the same: new records below them may be missing',
};

/** Of a watched list that was not read to its end. */
function watchedEndOf({ watched, reason, pages }: ItemResult): Remark | undefined {
	if (!watched) return undefined;
	const { leavesOld, isFirst, isReadAgain, doubt } = watched;
	if (leavesOld && isFirst) return { text: FIRST_RUN, isWarning: reason !== 'limit' };
	if (leavesOld) {
		return warning(`${NOT_TO_THE_END}: what it did not return counts as old from now on`);
	}
	if (isReadAgain) return warning(`${NOT_TO_THE_END}: the next run reads again`);
	if (pages > 0) return doubt && warning(DOUBTS[doubt]);
	if (reason === 'maxCost') return warning(`${UNREAD}: raise Max Cost (USD) to read each list`);
	return reason === 'halted' ? warning(`${UNREAD}: the next run reads it`) : undefined;
}

/** What Max Cost takes at least, where it cut later runs: one more call for each of them. */
export function capWords({
	results,
	account,
}: Pick<Happened, 'results' | 'account'>): string | undefined {
	const { cost, calls } = account.total;
	const cut = results.filter(
		({ watched, reason }) => watched?.isFirst === false && reason === 'maxCost',
	);
	if (cut.length === 0 || calls === 0) return undefined;
	const least = Math.ceil(100 * (cost + (cut.length * cost) / calls)) / 100;
	const what = results.length === 1 ? 'this list brings' : 'these lists bring';
	return `Max Cost (USD) is too low for what ${what}: it takes at least ${dollars(least)}.`;
}

const NO_MORE = 'says there is more, so no further page was bought';

/** Of ends where a list may have more. */
const DOUBTFUL: Partial<Record<StopReason, string>> = {
	emptyPage: `The service sent an empty page but ${NO_MORE}`,
	noNewRecord: `The service sent a page without a new record but ${NO_MORE}`,
	repeatedPosition: 'The service gave the same position again, so no further page was bought',
};

/** What is said of a list, without the periods. */
function remarksOf(result: ItemResult): Remark[] {
	// Several pages may say the same.
	const { endNotice, reason } = result;
	const notices = [...new Set(result.notices), endNotice || [], DOUBTFUL[reason] ?? []].flat();
	return [watchedEndOf(result) ?? [], notices.map(warning)].flat();
}

/** What is said of single lists: each once, with the items that it is of. */
function listWords(results: readonly ItemResult[]): Remark[] {
	const groups = new Map<string, Remark & { items: ItemResult[] }>();
	for (const result of results) {
		for (const remark of remarksOf(result)) {
			const key = JSON.stringify(remark);
			const group = groups.get(key) ?? { ...remark, items: [] };
			groups.set(key, group);
			group.items.push(result);
		}
	}
	return [...groups.values()].map(({ text, isWarning, items }) => ({
		text: plain(`${text}${ofItems(items, results)}.`),
		isWarning,
	}));
}

type Remarked = Pick<Happened, 'results' | 'remarks'>;

const remarksIn = ({ results, remarks }: Remarked) => [...listWords(results), ...remarks];

/** What a person should look at, in sentences. */
export const warningsIn = (remarked: Remarked): string[] =>
	remarksIn(remarked).flatMap(({ text, isWarning }) => (isWarning ? text : []));

/** What else there is to know. */
export const notesIn = (remarked: Remarked): string[] =>
	remarksIn(remarked).flatMap(({ text, isWarning }) => (isWarning ? [] : text));
