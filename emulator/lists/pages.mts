import type { List } from './list.mts';

/** A page of a list: the half-open range [from, to) of record indexes. */
export interface Slice {
	from: number;
	to: number;
	/** Whether the service claims that there is more, rightly or not. */
	hasMore: boolean;
	/** The page, counted from 1, that this page's next position leads to. */
	nextPage: number;
}

const SHORT_BY = 3;

/** Returns a page, counted from 1, of a list without its first `base` records. */
export function slicePage(list: List, pageSize: number, page: number, base = 0): Slice {
	const after = page + 1;
	const emptyAt = list.emptyPageAt;
	if (page === emptyAt) {
		const at = Math.min(list.size, base + freshBefore(list, pageSize, page));
		return { from: at, to: at, hasMore: true, nextPage: after };
	}
	const isShifted = emptyAt !== null && page > emptyAt;
	const number = isShifted ? page - 1 : page;
	const count = Math.max(0, list.size - base);
	const start = freshBefore(list, pageSize, number);
	if (start >= count) {
		const last = lastPage(list, pageSize, count);
		if ((list.lastPageRepeats || list.endless) && number > last && count > 0) {
			const served = slicePage(list, pageSize, isShifted ? last + 1 : last, base);
			return { ...served, hasMore: true, nextPage: list.endless ? page : after };
		}
		return { from: list.size, to: list.size, hasMore: false, nextPage: after };
	}
	const end = Math.min(count, freshBefore(list, pageSize, number + 1));
	const { repeats } = fit(list, pageSize);
	const from = number > 1 ? Math.max(0, start - repeats) : start;
	const isLast = end >= count;
	return {
		from: base + from,
		to: base + end,
		hasMore: !isLast || list.endless || list.lastPageRepeats,
		nextPage: isLast && list.endless ? page : after,
	};
}

/** Returns the number of distinct records on the pages before `page`. */
export function freshBefore(list: List, pageSize: number, page: number): number {
	if (page <= 1) return 0;
	const { repeats, short } = fit(list, pageSize);
	const before = page - 1;
	return before * pageSize - repeats * (before - 1) - short * Math.floor(before / 2);
}

/** Limits repeated and missing records so that every page has at least one record of its own. */
function fit(list: List, pageSize: number): { repeats: number; short: number } {
	const repeats = Math.max(0, Math.min(list.repeats, pageSize - 1));
	const short = list.shortPages ? Math.min(SHORT_BY, pageSize - 1 - repeats) : 0;
	return { repeats, short };
}

function lastPage(list: List, pageSize: number, count: number): number {
	return firstPageFor((page) => freshBefore(list, pageSize, page + 1) >= count);
}

/** Returns the first page, counted from 1, that meets a condition. All later pages must meet it, too. */
export function firstPageFor(holds: (page: number) => boolean): number {
	let high = 1;
	while (!holds(high)) high *= 2;
	let low = Math.floor(high / 2);
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if (holds(middle)) high = middle;
		else low = middle;
	}
	return high;
}
