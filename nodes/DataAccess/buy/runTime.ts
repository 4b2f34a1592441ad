import { pause } from '../shared/pause';

/** How long a run waits for a service that asks for patience, and until when it makes calls. */
export class RunTime {
	/**
	 * @param callsUntil epoch milliseconds from which no further call begins, Infinity for never
	 * @param patience milliseconds for which it waits in all, Infinity for any
	 */
	constructor(
		private readonly callsUntil: number,
		private patience: number,
	) {}

	/** Whether a call may begin when a wait is over. */
	allowsCallAfter(wait: number): boolean {
		return Date.now() + wait < this.callsUntil;
	}

	/** Whether there is patience for a wait. */
	allowsWait(ms: number): boolean {
		return ms <= Math.max(0, this.patience);
	}

	/**
	 * Waits for a change.
	 * @param isForService a wait for the service, which takes patience; of a call of its own, the end is known
	 */
	async waitFor(
		change: Promise<void>,
		isForService: boolean,
		isOver: () => boolean,
	): Promise<void> {
		if (!isForService || this.patience === Infinity) return await change;
		const begun = Date.now();
		let hasChanged = false;
		const changed = change.then(() => (hasChanged = true));
		await Promise.race([changed, pause(this.patience, () => hasChanged || isOver())]);
		this.patience -= Date.now() - begun;
	}

	async wait(ms: number, isOver: () => boolean): Promise<void> {
		const begun = Date.now();
		await pause(ms, isOver);
		this.patience -= Date.now() - begun;
	}
}
