import type { Doubt } from '../list/judgement';
import { STOPS } from '../list/pageEnd';
import type { StopReason } from '../list/pageEnd';
import { IN_A_ROW } from '../watch/endOfRun';
import type { ItemResult } from './itemResult';
import { count, ofItems, plain } from './phrasing';
import { warning } from './remarks';
import type { Remark } from './remarks';

/** How a list ended; follows the word "Stopped". */
const STOPPED: Record<StopReason, string> = {
	end: 'at the end of the list',
	limit: 'at Limit',
	known: 'at known records',
	date: 'at Newer Than',
	emptyPage: 'at an empty page',
	noNewRecord: 'at a page without a new record',
	repeatedPosition: 'at a repeated position',
	maxCost: 'at Max Cost (USD)',
	outOfTime: 'at the time limit',
	failure: 'by a failure',
	halted: "by another item's failure",
};

const BASELINE = 'after remembering the existing records';

function stopWordsOf({ reason, watched, mayHaveMore, pages }: ItemResult): string {
	if (watched?.isBaseline) return reason === 'known' ? BASELINE : `${STOPPED[reason]} ${BASELINE}`;
	const isDoubtful = reason === 'end' && mayHaveMore;
	return isDoubtful ? `after ${count(pages, 'page')}` : STOPPED[reason];
}

/** Groups items by their texts. */
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
	const stops = grouped(items, (item) => [stopWordsOf(item)]).map(([stop, some]) =>
		items.length === 1 ? stop : `${stop} for ${count(some.length, 'item')}`,
	);
	return `Stopped ${stops.join(', ')}.`;
}

const FIRST_RUN = 'This was the first run: no later run returns the records that it left out';
const NOT_TO_THE_END = 'The run did not reach the end of the new records';
const TOO_LOW = 'Max Cost (USD) is too low for all new records';
const BEYOND_SHARE =
	"No later run returns the new records beyond this list's share of Max Cost (USD)";
const UNREAD = 'This list was not read, and none of its records count as returned';

/** Why a watched list was not read. */
const UNREAD_BY: Partial<Record<StopReason, Remark>> = {
	maxCost: warning(`${UNREAD}: raise Max Cost (USD) to read each list`),
	halted: warning(`${UNREAD}: the next run reads it`),
};

const NONE_KNOWN = 'No record here was known from earlier runs';

/** Reasons to suspect missing records although the run was complete. */
const DOUBTS: Record<Doubt, Remark> = {
	unsorted: warning(
		'The platform did not send the newest records first, so new ones may be missing on pages that were not read',
	),
	allNewByContent: warning(
		`${NONE_KNOWN}. Records without an ID are compared by their content, so a record is returned again when one of its counts changes: set ID Path if the records have an ID`,
	),
	inARow: warning(
		`The run ended after ${IN_A_ROW.timedRow} known records in a row. Their times have changed or are all the same, so new records below them may be missing`,
	),
};

/** Why the next run reads a list again, if it is neither a failure nor an empty page. */
const READ_AGAIN: Partial<Record<(typeof STOPS)[StopReason], Remark>> = {
	bounded: warning(`${TOO_LOW}: the next run reads them again under the same cap`),
	ended: warning(
		`${NONE_KNOWN}, so the next run reads the list again: the platform may have changed the IDs or the order, or have sent only part of the list`,
	),
};

/** Returns a remark on how far a watched list was read. */
function watchedEndOf({ watched, reason, pages }: ItemResult): Remark | undefined {
	if (!watched) return undefined;
	if (pages === 0) return UNREAD_BY[reason];
	const { leavesOld, isFirst, isReadAgain, doubt } = watched;
	if (leavesOld) {
		const text = isFirst ? FIRST_RUN : BEYOND_SHARE;
		return { text, type: reason === 'limit' ? 'info' : 'warning' };
	}
	if (!isReadAgain) return doubt && DOUBTS[doubt];
	return READ_AGAIN[STOPS[reason]] ?? warning(`${NOT_TO_THE_END}: the next run reads them again`);
}

const CLAIMS_MORE = 'The platform says there is more but sent';
const NO_MORE = 'so no further page was bought';

/** Remarks on ends after which the list may have more. */
const DOUBTFUL: Partial<Record<StopReason, Remark>> = {
	emptyPage: warning(`${CLAIMS_MORE} an empty page, ${NO_MORE}`),
	noNewRecord: warning(`${CLAIMS_MORE} a page without a new record, ${NO_MORE}`),
	repeatedPosition: warning(
		'The platform gave the same position again, so no further page was bought',
	),
};

/** Returns all remarks on a list. */
export function remarksOf(result: ItemResult): Remark[] {
	const { endNotice, reason } = result;
	return [
		watchedEndOf(result),
		// Several pages may have the same notice.
		...[...new Set(result.notices)].map(warning),
		endNotice ? warning(endNotice) : undefined,
		DOUBTFUL[reason],
	].flatMap((remark) => remark ?? []);
}

/** A run and its lists, with remarks on both. */
interface Remarked {
	items: ReadonlyArray<
		Pick<ItemResult, 'itemIndex' | 'inputLabel'> & { remarks: readonly Remark[] }
	>;
	remarks: readonly Remark[];
}

/** Returns the remarks on lists, each once with the items it applies to, then the remarks on the run. */
export function sentencesIn({ items, remarks }: Remarked, wanted: Remark['type']): string[] {
	const textsOf = (all: readonly Remark[]) =>
		all.filter(({ type }) => type === wanted).map(({ text }) => text);
	const ofLists = grouped(items, (item) => textsOf(item.remarks)).map(([text, some]) =>
		plain(`${text}${ofItems(some, items)}.`),
	);
	return [...ofLists, ...textsOf(remarks).map((text) => `${text}.`)];
}
