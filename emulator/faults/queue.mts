import type { Fault, FaultMatch } from './fault.mts';
import { FAULT_KINDS } from './fault.mts';

/** What decides whether a fault applies to a call. */
export interface MatchedCall {
	operation: string | null;
	page: number | null;
	/** The number of the call in the ledger, counted from 1. */
	call: number;
	apiKey: string;
	/** All names of the requested list. */
	keys: readonly string[];
}

/** The pending faults, in the order in which they were added. */
export class FaultQueue {
	private pending: Array<{ fault: Fault; remaining: number }> = [];

	/** @throws Error if the kind does not exist */
	add(fault: Fault): void {
		if (!FAULT_KINDS.includes(fault.kind)) {
			throw new Error(`Unknown fault kind "${fault.kind}": one of ${FAULT_KINDS.join(', ')}`);
		}
		const remaining = fault.times === undefined ? 1 : (fault.times ?? Infinity);
		this.pending.push({ fault, remaining });
	}

	clear(): void {
		this.pending = [];
	}

	/** Returns the first pending fault that applies to this call, and counts this use of it. */
	take(call: MatchedCall): Fault | null {
		const next = this.pending.find(
			({ fault, remaining }) => remaining > 0 && matches(fault.match ?? {}, call),
		);
		if (next === undefined) return null;
		next.remaining -= 1;
		return next.fault;
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
