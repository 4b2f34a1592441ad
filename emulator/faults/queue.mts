import type { Fault, FaultMatch } from './fault.mts';
import { FAULT_KINDS } from './fault.mts';

/** What a fault is matched with. */
export interface MatchedCall {
	operation: string | null;
	page: number | null;
	/** Number of the call in the ledger, 1-based. */
	call: number;
	apiKey: string;
	/** All names of the list that was asked for. */
	keys: readonly string[];
}

/** The faults that wait for their calls, in the order they were added. */
export class FaultQueue {
	private waiting: Array<{ fault: Fault; left: number }> = [];

	/** Throws on a kind that does not exist. */
	add(fault: Fault): void {
		if (!FAULT_KINDS.includes(fault.kind)) {
			throw new Error(`Unknown fault kind "${fault.kind}": one of ${FAULT_KINDS.join(', ')}`);
		}
		const left = fault.times === undefined ? 1 : (fault.times ?? Infinity);
		this.waiting.push({ fault, left });
	}

	/** Those that wait and hold all that is given come no more; with nothing given, none does. */
	lift(like: Partial<Fault> = {}): void {
		const isGiven = ([name, value]: [string, unknown], fault: Fault) =>
			JSON.stringify(fault[name as keyof Fault]) === JSON.stringify(value);
		this.waiting = this.waiting.filter(
			({ fault }) => !Object.entries(like).every((entry) => isGiven(entry, fault)),
		);
	}

	/** The first fault for this call, used up by one. */
	take(call: MatchedCall): Fault | null {
		const found = this.waiting.find(
			({ fault, left }) => left > 0 && matches(fault.match ?? {}, call),
		);
		if (found === undefined) return null;
		found.left -= 1;
		return found.fault;
	}
}

function matches(match: FaultMatch, call: MatchedCall): boolean {
	return (
		(match.operation === undefined || match.operation === call.operation) &&
		(match.key === undefined || call.keys.includes(match.key)) &&
		(match.page === undefined || match.page === call.page) &&
		(match.call === undefined || match.call === call.call) &&
		(match.apiKey === undefined || match.apiKey === call.apiKey)
	);
}
