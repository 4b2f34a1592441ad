import type { Slice } from '../lists/pages.mts';
import { firstPageFor, freshBefore, slicePage } from '../lists/pages.mts';
import type { PageRequest } from './page.mts';
import { positionOf } from './page.mts';

/** Returns the page at an offset: a regular page of the list if one begins there, else a page that begins there. */
export function pageAtOffset(
	list: PageRequest['list'],
	offset: number,
	pageSize: number,
): PageRequest {
	const candidate = firstPageFor((page) => offsetOf(list, page, pageSize) >= offset);
	const isRegular = offsetOf(list, candidate, pageSize) === offset;
	const base = isRegular ? 0 : Math.min(offset, list.size);
	const page = isRegular ? candidate : 1;
	const slice: Slice = slicePage(list, pageSize, page, base);
	const isStuck = slice.nextPage === page;
	const after = isRegular ? offsetOf(list, slice.nextPage, pageSize) : slice.to;
	return {
		list,
		pageSize,
		page: isRegular ? page : Math.floor(offset / pageSize) + 1,
		slice,
		position: `${positionOf(list, { base }, 0, page)} offset ${offset}`,
		rotation: 0,
		walk: { base, kept: isStuck ? offset : after },
	};
}

/** Returns the offset of the next page, which the last page has too, and whether there is a next page. */
export function offsetFields({ walk, slice }: PageRequest): Record<string, unknown> {
	return { nextoffset: walk.kept, hasmore: slice.hasMore };
}

/** Returns the offset of a page. After an empty page it is higher by one, so that both pages have different offsets. */
function offsetOf(list: PageRequest['list'], page: number, pageSize: number): number {
	const isAfterEmpty = list.emptyPageAt !== null && page > list.emptyPageAt;
	if (!isAfterEmpty) return freshBefore(list, pageSize, page);
	return freshBefore(list, pageSize, page - 1) + 1;
}
