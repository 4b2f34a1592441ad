import type { Account } from './spending';

/** The time that a run has: whoever waits for it gives it up at some moment, and takes nothing then. */
export interface Time {
	/** Seconds until that moment; Infinity where there is none. */
	left: number;
	/** Whether the run has made no call yet. */
	isFirst: boolean;
}

/**
 * How many seconds a call may take; undefined where it may not begin. A call that does not fit whole
 * may be paid for and lost. Only the first one begins with less time than it may need, since without
 * it nothing is ever found.
 * @param wait seconds until it could begin
 */
export function timeForCall(timeout: number, wait: number, time: Time): number | undefined {
	const left = time.left - wait;
	if (timeout <= left) return timeout;
	const mayBegin = time.isFirst && (wait === 0 || left > 0);
	return mayBegin ? Math.max(1, Math.floor(left)) : undefined;
}

/** The same for the calls of one run. */
export class RunTime {
	/** @param deadline epoch milliseconds, Infinity for none */
	constructor(
		readonly deadline: number,
		private readonly account: Account,
	) {}

	/** @param wait milliseconds until the call could begin */
	forCall(timeout: number, wait: number): number | undefined {
		const left = (this.deadline - Date.now()) / 1000;
		return timeForCall(timeout, wait / 1000, { left, isFirst: this.account.total.calls === 0 });
	}
}
