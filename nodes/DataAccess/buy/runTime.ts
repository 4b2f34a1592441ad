import { pause } from '../shared/pause';
import type { Account } from './spending';

const SECOND = 1000;

/** With less, even a quick call may be paid for and lost. */
const LEAST = 5 * SECOND;

/** The time of one run, and how much of it may be spent on waiting for a service that asks for patience. */
export class RunTime {
	/** The run has waited, or would have had to, for something else than its own calls. */
	hasWaited = false;
	private slowest = 0;

	/**
	 * @param deadline epoch milliseconds, Infinity for none
	 * @param patience milliseconds, Infinity for any
	 */
	constructor(
		readonly deadline: number,
		private patience: number,
		private readonly account: Pick<Account, 'total'>,
	) {}

	/**
	 * How long a call may take; undefined where it may not begin. With less than its whole timeout, the first call
	 * begins all the same where it need not wait, any other while twice the time of the slowest is left, and five
	 * seconds.
	 * @param wait until it could begin
	 */
	forCall(timeout: number, wait: number): number | undefined {
		const left = this.deadline - Date.now() - wait;
		if (timeout <= left) return timeout;
		const mustBegin = this.account.total.calls === 0 && wait === 0 && left > 0;
		if (!mustBegin && left < Math.max(LEAST, 2 * this.slowest)) return undefined;
		// Whole seconds: an error may name them.
		return Math.min(timeout, Math.max(LEAST, Math.floor(left / SECOND) * SECOND));
	}

	noteCall(ms: number): void {
		this.slowest = Math.max(this.slowest, ms);
	}

	/** Whether there is patience for a wait. */
	allowsWait(ms: number): boolean {
		if (ms > 0) this.hasWaited = true;
		return ms <= Math.max(0, this.patience);
	}

	/**
	 * Waits for a change, but no longer than the deadline allows.
	 * @param isForService a wait for the service, which takes patience; of a call of its own, the end is known
	 */
	async waitFor(
		change: Promise<void>,
		isForService: boolean,
		isOver: () => boolean,
	): Promise<void> {
		const most = isForService ? this.patience : Infinity;
		if (most === Infinity && this.deadline === Infinity) return await change;
		const begun = Date.now();
		let hasChanged = false;
		const changed = change.then(() => (hasChanged = true));
		await Promise.race([changed, pause(most, () => hasChanged || isOver())]);
		if (isForService) this.patience -= Date.now() - begun;
	}

	async wait(ms: number, isOver: () => boolean): Promise<void> {
		const begun = Date.now();
		await pause(ms, isOver);
		this.patience -= Date.now() - begun;
	}
}
