import type { Failure } from '../shared/failure';
import type { ExecutionMoney } from './money';
import type { Pace } from './pace';

/** Whether a failure or a Stop has ended the calls of a run. */
export class Halt {
	private isSet = false;
	private readonly wake = () => this.pace.wake();

	constructor(
		private readonly money: Pick<ExecutionMoney, 'refusedBy'>,
		private readonly pace: Pick<Pace, 'wake'>,
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

	/** What the gateway refuses all calls of the execution with (401, 402, 403, BLOCKED). */
	get refusedBy(): Failure | undefined {
		return this.money.refusedBy;
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
