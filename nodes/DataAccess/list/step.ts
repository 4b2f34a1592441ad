import type { Judgement } from './judgement';
import type { StopReason } from './pageEnd';
import { isPastDate } from './row';
import type { Row } from './row';

interface Step {
	toDeliver: Row[];
	/** The number of rows above the first one that Limit cuts; all rows if it cuts none. */
	passed: number;
	/** Records that Limit still allows. */
	remaining: number;
	stop?: StopReason;
}

interface PageToStep {
	rows: readonly Row[];
	/** Why no further page may be bought; undefined if one may. */
	end?: StopReason;
}

/**
 * Decides which records of a page are delivered, where Limit cuts it, and whether the list goes on.
 * @param wanted records that Limit still allows
 */
export function stepOf(page: PageToStep, judgement: Judgement<Row>, wanted: number): Step {
	const { rows } = page;
	const isWanted = (row: Row) => judgement.newRecords.has(row) && !row.isTooOld;
	const isCounted = { new: isWanted, all: isFresh, none: () => false }[judgement.limitCounts];
	const counted = rows.filter(isCounted);
	// The first one beyond Limit.
	const cut = counted[wanted];
	const passed = cut ? rows.indexOf(cut) : rows.length;
	const remaining = wanted - Math.min(wanted, counted.length);
	return {
		toDeliver: rows.slice(0, passed).filter(isWanted),
		passed,
		remaining,
		stop: cut ? 'limit' : stopOf(page, judgement, remaining),
	};
}

const isFresh = (row: Row) => row.isFresh;

/** Returns why the list ends after a page that Limit does not cut; undefined if it goes on. */
function stopOf(
	{ rows, end }: PageToStep,
	{ isLast }: Judgement,
	remaining: number,
): StopReason | undefined {
	if (end === 'end') return 'end';
	if (isLast) return 'known';
	if (isPastDate(rows)) return 'date';
	if (end) return end;
	return remaining <= 0 ? 'limit' : undefined;
}
