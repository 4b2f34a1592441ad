import type { Payer } from './spending';
import type { StoredCall } from './nodeContext';
import type { PageOutcome } from './outcome';

/** Of one request, and of one stored execution: older ones are of no use to anybody. */
export const MOST_LOST = 100;

/** Minutes for which anybody may use what a failed execution bought, and looks for what it lost. */
export const MINUTES_KEPT = 15;

const MINUTE = 60_000;

/** A run, or a tool in an execution. */
export interface Holder {
	readonly execution: string;
}

/** A page that was paid for. Times are epoch milliseconds. */
export interface PaidPage {
	readonly row: Row;
	/** As it came, or compressed. */
	text: string | Uint8Array;
	/** When its call began: so old is what it shows. Its age and Reuse Pages count from here. */
	readonly begunAt: number;
	/** When it was there: a page behind it in a list must have begun later. */
	readonly boughtAt: number;
	/** Left out where it came with a stored execution. */
	readonly boughtBy?: Holder;
	/** When a pass first ended without delivering it. */
	leftAt?: number;
	/** Since when nobody could read it. */
	unreadAt?: number;
	deliveredAt?: number;
	/** Who bought it, took it or came with it, and has not delivered it; a tool keeps it. */
	readonly holders: Set<Holder>;
}

/** A call that may have been charged, and whose answer was not found. */
export interface LostCall extends StoredCall {
	/** Known in the process that made the call: whose sums hold its possible cost. */
	readonly payer?: Payer;
	/** Who made it, or came with it. */
	readonly holders: Set<Holder>;
	/** The page was bought since: strangers want one of today. */
	isOutdated?: true;
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

/** Whether it was less than 15 minutes ago. */
export const isRecent = (time: number, now: number): boolean => now < time + MINUTES_KEPT * MINUTE;

export const isHeldBy = ({ holders }: Pick<PaidPage, 'holders'>, execution: string): boolean =>
	[...holders].some((holder) => holder.execution === execution);

/** For how many minutes anybody may still use a page that was left; 0 for none. */
export function minutesForAll({ leftAt, deliveredAt }: PaidPage, now: number): number {
	if (leftAt === undefined || deliveredAt !== undefined) return 0;
	return Math.max(0, MINUTES_KEPT - (now - leftAt) / MINUTE);
}

export function addPage(page: PaidPage): void {
	const { row } = page;
	row.pages = [...row.pages, page].sort(byBegin);
}

export function addLost(row: Row, call: LostCall): void {
	row.lost = [...row.lost, call].sort(byBegin).slice(-MOST_LOST);
}

/** The page was bought: the run has lost no call before, and no stranger looks for one. */
export function outdateLost(
	row: Row,
	{ begunAt }: Pick<PaidPage, 'begunAt'>,
	holder: Holder,
): void {
	for (const call of row.lost) {
		if (call.begunAt > begunAt) continue;
		call.isOutdated = true;
		call.holders.delete(holder);
	}
	row.lost = row.lost.filter(({ isOutdated, holders }) => !isOutdated || holders.size > 0);
}
