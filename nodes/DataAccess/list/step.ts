import type { Judgement } from './judgement';
import type { ListPage } from './listPage';
import type { StopReason } from './pageEnd';

interface Step {
	/** Indexes of the page's fresh records. */
	toDeliver: number[];
	/** The index of the first record that Limit leaves behind; undefined where it leaves none. */
	cutAt?: number;
	/** Records that Limit still allows. */
	remaining: number;
	stop?: StopReason;
}

type PageToStep = Pick<ListPage, 'records' | 'wanted' | 'isBehindDate' | 'end'>;

/** What of a page is delivered, where Limit cuts it, and whether the list is read on. */
export function stepOf(page: PageToStep, judgement: Judgement): Step {
	const { records, wanted } = page;
	const all = [...records.keys()];
	const chosen = all.filter((index) => judgement.isNew[index] && !records[index]?.isTooOld);
	const counting = countedOf(judgement, chosen, all);
	// The first of them beyond what is wanted.
	const cutAt = counting[wanted];
	const toDeliver = cutAt === undefined ? chosen : chosen.filter((index) => index < cutAt);
	const remaining = wanted - Math.min(wanted, counting.length);
	return { toDeliver, cutAt, remaining, stop: stopOf(page, judgement, { cutAt, remaining }) };
}

/** Why the list is read no further; undefined where it is read on. */
function stopOf(
	{ isBehindDate, end }: PageToStep,
	{ isLast }: Judgement,
	{ cutAt, remaining }: Pick<Step, 'cutAt' | 'remaining'>,
): StopReason | undefined {
	if (cutAt !== undefined) return 'limit';
	if (end === 'end') return 'end';
	if (isLast) return 'known';
	if (isBehindDate) return 'date';
	if (end) return end;
	return remaining <= 0 ? 'limit' : undefined;
}

/** Indexes of the records that Limit counts. */
function countedOf({ limitCounts }: Judgement, chosen: number[], all: number[]): number[] {
	switch (limitCounts) {
		case 'new':
			return chosen;
		case 'all':
			return all;
		case 'none':
			return [];
	}
}
