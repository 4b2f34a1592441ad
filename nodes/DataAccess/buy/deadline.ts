import type { Account } from './spending';

/** The time that a run has: whoever waits for it gives it up at some moment, and takes nothing then. */
export interface Time {
	/** Seconds until that moment; Infinity where there is none. */
	left: number;
	/** Seconds that the slowest call of the run took; undefined where it has made none. */
	slowest?: number;
	/** A call needs all of its Timeout: its caller is gone when the time is up. */
	isStrict: boolean;
}

/** Seconds: with less, even a quick call may be paid for and lost. */
const LEAST = 5;

/**
 * How many seconds a call may take; undefined where it may not begin. A poll's call begins while twice
 * what the slowest one took is left. The first one begins with any time, since without it nothing is
 * ever found.
 * @param wait seconds until it could begin
 */
export function timeForCall(timeout: number, wait: number, time: Time): number | undefined {
	const { left: all, slowest, isStrict } = time;
	const left = all - wait;
	if (timeout <= left) return timeout;
	const mayBegin =
		slowest === undefined
			? wait === 0 || left > 0
			: !isStrict && left >= Math.max(LEAST, 2 * slowest);
	return mayBegin ? Math.max(1, Math.floor(left)) : undefined;
}

/** The same for the calls of one run. */
export class RunTime {
	private slowest = 0;

	/** @param deadline epoch milliseconds, Infinity for none */
	constructor(
		readonly deadline: number,
		private readonly account: Account,
		private readonly isStrict: boolean,
	) {}

	/** @param wait milliseconds until the call could begin */
	forCall(timeout: number, wait: number): number | undefined {
		const left = (this.deadline - Date.now()) / 1000;
		const slowest = this.account.total.calls === 0 ? undefined : this.slowest;
		return timeForCall(timeout, wait / 1000, { left, slowest, isStrict: this.isStrict });
	}

	/** A call has ended that began at that moment, in epoch milliseconds. */
	noteCall(begunAt: number): void {
		this.slowest = Math.max(this.slowest, (Date.now() - begunAt) / 1000);
	}
}
