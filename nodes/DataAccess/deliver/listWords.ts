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

/** The items of which each text is said. */
function grouped<Item>(items: readonly Item[], textsOf: (item: Item) => string[]) {
	const groups = new Map<string, Item[]>();
	for (const item of items) {
		for (const text of textsOf(item)) {
			const group = groups.get(text) ?? [];
			groups.set(text, group);
			group.push(item);
		}
	}
	return [...groups];
}

export function stoppedWords(items: readonly ItemResult[]): string {
	const stops = grouped(items, (item) => [stopOf(item)]).map(([stop, of]) =>
		items.length === 1 ? stop : `${stop} for ${count(of.length, 'item')}`,
	);
	return `Stopped ${stops.join(', ')}.`;
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
export function capWords({ items, account }: Pick<Happened, 'items' | 'account'>): string[] {
	const { cost, calls } = account.total;
	const cut = items.filter(
		({ watched, reason }) => watched?.isFirst === false && reason === 'maxCost',
	);
	if (cut.length === 0 || calls === 0) return [];
	const least = Math.ceil(100 * (cost + (cut.length * cost) / calls)) / 100;
	return [`Max Cost (USD) is too low for what is new: it takes at least ${dollars(least)}.`];
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

type Remarked = Pick<Happened, 'items' | 'remarks'>;

/** What is said of single lists, each once and with the items that it is of; then what is said of the run. */
function sentencesIn(
	{ items, remarks }: Remarked,
	isWanted: (remark: Remark) => boolean,
): string[] {
	const textsOf = (all: readonly Remark[]) => all.filter(isWanted).map(({ text }) => text);
	const ofLists = grouped(items, (item) => textsOf(remarksOf(item))).map(([text, of]) =>
		plain(`${text}${ofItems(of, items)}.`),
	);
	return [...ofLists, ...textsOf(remarks)];
}

/** What a person should look at. */
export const warningsIn = (remarked: Remarked): string[] =>
	sentencesIn(remarked, ({ isWarning }) => isWarning);

/** What else there is to know. */
export const notesIn = (remarked: Remarked): string[] =>
	sentencesIn(remarked, ({ isWarning }) => !isWarning);
