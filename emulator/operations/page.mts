import type { ListBook } from '../lists/book.mts';
import type { List } from '../lists/list.mts';
import type { Slice } from '../lists/pages.mts';
import { freshBefore, slicePage } from '../lists/pages.mts';
import type { OperationName, Settings } from '../settings.mts';

/** The part of the emulator that operations use. */
export interface World {
	seed: number;
	settings: Settings;
	lists: ListBook;
	/** Incremented when all positions expire. */
	era: number;
}

/** The page that a valid input requests. */
export interface PageRequest {
	list: List;
	pageSize: number;
	/** Counted from 1. */
	page: number;
	slice: Slice;
	/** List and page as one text: two calls with the same position request the same page. */
	position: string;
	/** How far the order of the records is rotated: reading that begins in the middle has another ranking. */
	rotation: number;
	/** What else the operation needs to build the answer. */
	walk: Walk;
}

/** What all pages have in common while a client reads a list from page to page. */
export interface Walk {
	/** Number of records skipped before page 1. */
	base?: number;
	/** The page that the client began with. */
	start?: number;
	/** An input value that the answer's cursor is valid for. */
	kept?: string | number;
}

export interface PageAnswer {
	payload: Record<string, unknown>;
	/** As text with all digits, of the records that have an ID. */
	recordIds: string[];
	/** Number of records on the page. */
	records: number;
}

/** Returns the page size of an operation whose input does not choose it. */
export function fixedPageSize(operation: OperationName, settings: Settings, usual = 20): number {
	return settings.pageSizes[operation] ?? usual;
}

/** Returns a page of a list. `mark` distinguishes its position from that of other requests for the same page. */
export function pageOfList(
	list: List,
	pageSize: number,
	page: number,
	{ walk = {}, rotation = 0, mark = '' }: { walk?: Walk; rotation?: number; mark?: unknown } = {},
): PageRequest {
	const slice = slicePage(list, pageSize, page, walk.base);
	const position = `${positionOf(list, walk, rotation, page)} ${String(mark)}`;
	return { list, pageSize, page, slice, position, rotation, walk };
}

/** The start of a page, in pages of `size` after `base` skipped records. */
export interface PageStart {
	page: number;
	size: number;
	base: number;
}

/** Converts a start to another page size: the service documents no page size for a position. */
export function inPagesOf(size: number, list: List, start: PageStart): PageStart {
	if (size === start.size) return start;
	return { page: 1, size, base: start.base + freshBefore(list, start.size, start.page) };
}

/** Returns the text of {@link PageRequest.position}. */
export function positionOf(list: List, walk: Walk, rotation: number, page: number): string {
	const begun = `${walk.base ?? 0}${rotation > 0 ? ` rotated ${rotation} from ${walk.start}` : ''}`;
	const changed = list.version > 0 ? ` after ${list.version} changes` : '';
	return `${list.identity}${changed} from ${begun} page ${page}`;
}
