import type { Failure } from '../shared/failure';

/** Whether a failure or a Stop has ended the calls of a pass. */
export class Halt {
	private isSet = false;

	constructor(
		private readonly endsOnFailure: boolean,
		private readonly stop?: AbortSignal,
	) {}

	get isOver(): boolean {
		return this.isSet || this.isStopped;
	}

	get isStopped(): boolean {
		return this.stop?.aborted === true;
	}

	note(failure: Failure): void {
		this.isSet ||= this.endsOnFailure || failure.endsExecution === true;
	}
}
