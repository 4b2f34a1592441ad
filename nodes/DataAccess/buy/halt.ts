import type { NodeExecution } from './nodeExecution';

/** Whether a failure or a Stop has ended the calls of a pass. */
export class Halt {
	private hasFailed = false;

	constructor(
		private readonly endsOnFailure: boolean,
		private readonly execution: Pick<NodeExecution, 'refusedBy'>,
		private readonly stop?: AbortSignal,
	) {}

	/** Nothing of the pass will be delivered, so not even a cached page is used or a lost call searched for. */
	get isFinal(): boolean {
		return this.isStopped || this.hasFailed;
	}

	/** No further call may begin. */
	get isOver(): boolean {
		return this.isFinal || this.execution.refusedBy !== undefined;
	}

	get isStopped(): boolean {
		return this.stop?.aborted === true;
	}

	/** Records that an input item has failed. */
	observeFailure(): void {
		this.hasFailed ||= this.endsOnFailure;
	}
}
