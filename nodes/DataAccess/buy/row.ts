import type { Payer } from './money';
import type { StoredCall } from './nodeContext';
import type { PageOutcome } from './outcome';

/** Of one request, and of one stored execution: older ones are of no use to anybody. */
export const MOST_LOST = 100;

/** A page that was paid for. Times are epoch milliseconds. */
export interface PaidPage {
	readonly row: Row;
	/** As it came, or compressed. */
	text: string | Uint8Array;
	/** When its call began: so old is what it shows. Its age and Reuse Pages count from here. */
	readonly begunAt: number;
	/** When it was there: a page behind it in a list must have begun later. */
	readonly boughtAt: number;
	/** A pass first ended without delivering it. */
	failedAt?: number;
	/** Since when nobody could read it. */
	unreadAt?: number;
	deliveredAt?: number;
	/** Executions that bought it, took it or came with it, and have not delivered it; a tool's keeps it. */
	readonly holders: Set<string>;
}

/** A call that may have been charged, and whose answer was not found. */
export interface LostCall extends StoredCall {
	/** Known in the process that made the call: whose sums hold its possible cost. */
	readonly payer?: Payer;
	/** The executions that made it, or came with it. */
	readonly holders: Set<string>;
	/** The page was bought since: strangers want one of today. */
	isPast?: true;
}

/** Somebody is buying the page, or looking for it. */
export interface UnderWay {
	outcome?: Promise<PageOutcome>;
}

/** All that one process knows of a request. An asker adds and removes only itself. */
export interface Row {
	readonly key: string;
	/** The oldest first. */
	pages: PaidPage[];
	/** The oldest first. */
	lost: LostCall[];
	/** By execution. */
	readonly underWay: Map<string, UnderWay>;
	/** How many passes under way have asked for it. */
	users: number;
	/** When the last of them was over, in epoch milliseconds. */
	usedAt: number;
}

export const newRow = (key: string): Row => ({
	key,
	pages: [],
	lost: [],
	underWay: new Map(),
	users: 0,
	usedAt: 0,
});

const byBegin = (a: { begunAt: number }, b: { begunAt: number }) => a.begunAt - b.begunAt;

export function addPage(page: PaidPage): void {
	const { row } = page;
	row.pages = [...row.pages, page].sort(byBegin);
}

export function addLost(row: Row, call: LostCall): void {
	row.lost = [...row.lost, call].sort(byBegin).slice(-MOST_LOST);
}
