import type { Slice } from '../lists/pages.mts';
import { firstPageWhere, freshBefore, slicePage } from '../lists/pages.mts';
import type { PageRequest } from './page.mts';
import { positionOf } from './page.mts';

/** The page that begins at an offset: one of the list's own pages, or one from there on. */
export function pageAtOffset(
	list: PageRequest['list'],
	offset: number,
	pageSize: number,
): PageRequest {
	const found = firstPageWhere((page) => offsetOf(list, page, pageSize) >= offset);
	const isOwnPage = offsetOf(list, found, pageSize) === offset;
	const base = isOwnPage ? 0 : Math.min(offset, list.size);
	const page = isOwnPage ? found : 1;
	const slice: Slice = slicePage(list, pageSize, page, base);
	const isStuck = slice.nextPage === page;
	const after = isOwnPage ? offsetOf(list, slice.nextPage, pageSize) : slice.to;
	return {
		list,
		pageSize,
		page: isOwnPage ? page : Math.floor(offset / pageSize) + 1,
		slice,
		position: `${positionOf(list, { base }, 0, page)} offset ${offset}`,
		turn: 0,
		walk: { base, kept: isStuck ? offset : after },
	};
}

/** Offset of the next page, and whether there is one: the offset stands on the last page, too. */
export function offsetFields({ walk, slice }: PageRequest): Record<string, unknown> {
	return { nextoffset: walk.kept, hasmore: slice.hasMore };
}

/** Where a page begins; one further after an empty page, so that the two differ. */
function offsetOf(list: PageRequest['list'], page: number, pageSize: number): number {
	const isAfterEmpty = list.emptyPageAt !== null && page > list.emptyPageAt;
	if (!isAfterEmpty) return freshBefore(list, pageSize, page);
	return freshBefore(list, pageSize, page - 1) + 1;
}
