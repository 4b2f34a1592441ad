import type { Gateway } from '../gateway/gateway';
import type { Query } from '../operations/operation';
import type { Failure } from '../shared/failure';
import type { Terms } from './decide';
import type { Halt } from './halt';

/** A paid call, as n8n's log has it; a page that cost nothing again, too. */
interface LoggedCall {
	how: 'bought' | 'found again' | 'reused';
	endpoint: string;
	/** Left out where no call was made. */
	answer?: { runId?: string; failure?: Failure };
	/** US dollars. */
	cost?: number;
	/** Epoch milliseconds. */
	begunAt: number;
}

/** What one pass buys with. */
export interface Means extends Terms {
	query: Query;
	gateway: Gateway;
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	/** Epoch milliseconds from which no call begins. */
	callsUntil: number;
	/** Of the credential: its calls have one pace. */
	scope: string;
	halt: Halt;
	log(call: LoggedCall): void;
}
