import type { Gateway } from '../gateway/gateway';
import type { Query } from '../operations/operation';
import type { Failure } from '../shared/failure';
import type { Terms } from './decide';
import type { Halt } from './halt';

/** One line of n8n's log: a paid call, or a page reused for free. */
interface LoggedCall {
	how: 'bought' | 'recovered' | 'reused';
	endpoint: string;
	/** Omitted if no call was made. */
	result?: { runId?: string; failure?: Failure };
	/** US dollars. */
	cost?: number;
	/** Epoch milliseconds. */
	begunAt: number;
}

/** Everything that a pass needs to buy pages. */
export interface Means extends Terms {
	query: Query;
	gateway: Gateway;
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	/** Epoch milliseconds from which no call may begin. */
	callsUntil: number;
	/** Identifies the credential. All of its calls share one pace. */
	scope: string;
	halt: Halt;
	log(call: LoggedCall): void;
}
