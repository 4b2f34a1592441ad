import type { Failure } from '../shared/failure';
import type { ExecutionMoney } from './executionMoney';

/** Whether further calls of a run may begin, and the one place that decides it. */
export class Halt {
	private isSet = false;

	/**
	 * @param endsOnFailure any failure ends all further calls of the run
	 * @param stop aborted when the execution is stopped
	 * @param wake lets whatever waits for a call look again
	 */
	constructor(
		private readonly money: ExecutionMoney,
		private readonly endsOnFailure: boolean,
		private readonly stop: AbortSignal | undefined,
		private readonly wake: () => void,
	) {}

	get isOver(): boolean {
		return this.isSet || this.isStopped;
	}

	get isStopped(): boolean {
		return this.stop?.aborted === true;
	}

	note(failure: Failure): void {
		if (failure.endsExecution) this.money.refusedBy ??= failure;
		if (!this.endsOnFailure && !failure.endsExecution) return;
		this.isSet = true;
		this.wake();
	}
}
