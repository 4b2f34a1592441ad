import type { Judgement } from './onlyNew';
import type { StopReason } from './pageEnd';

/** What decides which records of a page are delivered. */
export interface PageToTake extends Pick<Judgement, 'isDone' | 'limitCounts'> {
	/** Which of its fresh records are new to the user, and wanted. */
	isNew: readonly boolean[];
	/** Only records that are older than the user wants can follow. */
	isPast?: boolean;
	/** Why no further page may be bought; undefined where one may. */
	end?: StopReason;
}

export interface Step {
	/** Indexes of the page's fresh records. */
	delivered: number[];
	/** The index of the first record that Limit leaves behind; undefined where it leaves none. */
	cutAt?: number;
	remaining: number;
	stop?: StopReason;
}

/**
 * One page of a list: what is new, where it is cut, and whether the list is read on.
 * @param wanted how many more records, Infinity for all
 */
export function stepOf(page: PageToTake, wanted: number): Step {
	const { isNew, isDone = false, isPast = false, limitCounts = 'new', end } = page;
	const all = [...isNew.keys()];
	const chosen = all.filter((index) => isNew[index]);
	const counting = { new: chosen, all, none: [] }[limitCounts];
	// The first of them beyond what is wanted.
	const cutAt = counting[wanted];
	const delivered = cutAt === undefined ? chosen : chosen.filter((index) => index < cutAt);
	const remaining = wanted - Math.min(wanted, counting.length);
	return { delivered, cutAt, remaining, stop: stopOf() };

	function stopOf(): StopReason | undefined {
		if (cutAt !== undefined) return 'limit';
		if (end === 'end') return 'end';
		if (isDone) return 'known';
		if (isPast) return 'date';
		if (end) return end;
		return remaining <= 0 ? 'limit' : undefined;
	}
}
