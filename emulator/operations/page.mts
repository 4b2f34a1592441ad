import type { ListBook } from '../lists/book.mts';
import type { List } from '../lists/list.mts';
import type { Slice } from '../lists/pages.mts';
import { freshBefore, slicePage } from '../lists/pages.mts';
import type { OperationName, Settings } from '../settings.mts';

/** What an operation knows of the emulator. */
export interface World {
	seed: number;
	settings: Settings;
	lists: ListBook;
	/** Counts up whenever all positions expire. */
	era: number;
}

/** A page that a valid input asks for. */
export interface PageRequest {
	list: List;
	pageSize: number;
	/** 1-based. */
	page: number;
	slice: Slice;
	/** List and page as one text: two calls with the same position buy the same page. */
	position: string;
	/** Places by which the list is turned: a walk that begins in its middle is another ranking. */
	turn: number;
	/** Whatever else the operation needs to write the answer. */
	walk: Walk;
}

/** What stays the same on all pages of one walk through a list. */
export interface Walk {
	/** Records passed over before page 1. */
	base?: number;
	/** The page the walk began with. */
	start?: number;
	/** An input value that the answer's cursor belongs to. */
	kept?: string | number;
}

export interface PageAnswer {
	payload: Record<string, unknown>;
	/** Of the records that have one, as exact text. */
	recordIds: string[];
	/** How many records the page holds. */
	records: number;
}

/** The page size that the emulator gives to an operation whose input does not choose it. */
export function fixedPageSize(operation: OperationName, settings: Settings, usual = 20): number {
	return settings.pageSizes[operation] ?? usual;
}

/** The page of a list; `mark` is what else it differs by, as text of its position. */
export function pageOfList(
	list: List,
	pageSize: number,
	page: number,
	{ walk = {}, turn = 0, mark = '' }: { walk?: Walk; turn?: number; mark?: unknown } = {},
): PageRequest {
	const slice = slicePage(list, pageSize, page, walk.base);
	const position = `${positionOf(list, walk, turn, page)} ${String(mark)}`;
	return { list, pageSize, page, slice, position, turn, walk };
}

/** Where a walk stands: at a page of that size, behind the records that were passed over. */
export interface Stand {
	page: number;
	size: number;
	base: number;
}

/** The same place in pages of another size: no document ties a position to one. */
export function inPagesOf(size: number, list: List, stand: Stand): Stand {
	if (size === stand.size) return stand;
	return { page: 1, size, base: stand.base + freshBefore(list, stand.size, stand.page) };
}

/** Text for {@link PageRequest.position}. */
export function positionOf(list: List, walk: Walk, turn: number, page: number): string {
	const begun = `${walk.base ?? 0}${turn > 0 ? ` turned ${turn} from ${walk.start}` : ''}`;
	const changed = list.version > 0 ? ` after ${list.version} changes` : '';
	return `${list.identity}${changed} from ${begun} page ${page}`;
}
