import type { Failure } from '../shared/failure';
import type { ExecutionMoney } from './executionMoney';
import type { Changes } from './changes';

/** Whether further calls of a run may begin, and the one place that decides it. */
export class Halt {
	private isSet = false;
	private readonly wake = () => this.changes.notify();

	/** @param changes what waiting calls listen to */
	constructor(
		private readonly money: Pick<ExecutionMoney, 'refusedBy'>,
		private readonly changes: Changes,
		private readonly endsOnFailure: boolean,
		private readonly stop?: AbortSignal,
	) {
		stop?.addEventListener('abort', this.wake);
	}

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

	close(): void {
		this.stop?.removeEventListener('abort', this.wake);
	}
}
