import type { RunStatus } from '../answers/layers.mts';

/** Which calls a fault is for; what is left out matches every call. */
export interface FaultMatch {
	/** Last path segment of the endpoint. */
	operation?: string;
	/** Keyword or id of the list. */
	key?: string;
	/** Page asked for, 1-based. */
	page?: number;
	/** Number of the call in the ledger, 1-based. */
	call?: number;
	apiKey?: string;
}

interface FaultCommon {
	match?: FaultMatch;
	/** How many calls it is for: 1 unless given; Infinity or null = for ever. */
	times?: number | null;
	/** Milliseconds before the answer, over the latency. */
	delayMs?: number;
	/** Whether the call is charged, or so many US dollars; every kind has its own default. */
	charged?: boolean | number;
	/**
	 * What became of the run at the gateway, whatever the answer says: by default the run that the answer
	 * tells of, and behind one that was charged and tells of none, a completed one.
	 */
	run?: {
		status?: RunStatus;
		/** Milliseconds from the call's arrival to the run's end: 0 unless given. */
		endsAfterMs?: number;
	};
}

/**
 * The ways in which a call can fail (docs/development/gateway.md, Failures), or a payload be wrong
 * (docs/development/gateway.md, Layers of an answer).
 */
export type FaultKind =
	/** 200 BLOCKED: the caller's own budget. */
	| { kind: 'blocked' }
	/** 202 with a run that goes on, and says what it has cost so far. */
	| { kind: 'accepted'; soFar?: number }
	/** 408 TIMED_OUT. */
	| { kind: 'timedOut' }
	/** 200 with a run that ended without an output. */
	| { kind: 'stopped' }
	| { kind: 'failed' }
	/** The gateway's refusal, 400 to 404; `body` is said instead of its usual words, whatever the status. */
	| { kind: 'refused'; httpStatus?: number; body?: unknown }
	/** A refusal (400) whose message repeats the caller's key. */
	| { kind: 'echoKey' }
	/**
	 * A run body whose providerResponse has `providerStatus` (502). `httpStatus` is the same unless
	 * given (200 is possible). `transient`: the provider's 400 that says to retry, not charged.
	 */
	| {
			kind: 'provider';
			providerStatus?: number;
			httpStatus?: number;
			runStatus?: 'FAILED' | 'COMPLETED';
			transient?: boolean;
	  }
	/** 422. */
	| { kind: 'validation'; at: 'top' | 'provider' }
	/** 429. `retryAfterSeconds`: 1 unless given; `retryAfter` stands in the header as it is. */
	| { kind: 'rateLimited'; retryAfter?: string; retryAfterSeconds?: number }
	/** 500 to 504, outcome unknown. */
	| { kind: 'server'; httpStatus?: number; body?: 'json' | 'html' }
	/** The connection is reset before any byte. */
	| { kind: 'reset' }
	/** The connection ends within the headers. */
	| { kind: 'cutHeaders' }
	/** Headers, a part of the body (0 to 1, half unless given), then the connection ends. */
	| { kind: 'cutBody'; part?: number }
	/** No answer until the client leaves. */
	| { kind: 'hang' }
	/** A byte now and then, until the client leaves. */
	| { kind: 'trickle' }
	| { kind: 'redirect'; httpStatus?: number; location: string }
	/** 200 with a run that is completed, and has no output in its answer: its run has it. */
	| { kind: 'noOutput'; form?: 'null' | 'missing' | 'empty' | 'word' | 'zero' | 'runId' }
	/** A web page, 200 unless given; 200 with JSON that ends too early, or nothing. */
	| { kind: 'html'; httpStatus?: number; title?: string }
	| { kind: 'invalidJson' }
	| { kind: 'emptyBody' }
	/** Any text as the whole answer. */
	| { kind: 'body'; body: string }
	/** The usual page with these fields in its payload. */
	| { kind: 'beside'; fields: object }
	/** The usual page, in a run body that reports this as its cost, in the usual unit or another one. */
	| { kind: 'cost'; value: unknown; unit?: unknown }
	/** A completed run whose payload says that the platform failed. */
	| { kind: 'platform'; form?: 'success' | 'code'; message?: string }
	/** A completed run with a payload of a shape nobody knows. */
	| { kind: 'unknownShape'; payload?: unknown };

export type Fault = FaultCommon & FaultKind;

/** The kinds, and whether a call that meets one is charged unless the fault says so itself. */
const CHARGED: Record<FaultKind['kind'], boolean> = {
	blocked: false,
	accepted: false,
	timedOut: false,
	stopped: false,
	failed: false,
	refused: false,
	echoKey: false,
	provider: false,
	validation: false,
	rateLimited: false,
	server: false,
	reset: true,
	cutHeaders: true,
	cutBody: true,
	hang: true,
	trickle: true,
	redirect: false,
	noOutput: true,
	html: false,
	invalidJson: true,
	emptyBody: true,
	body: true,
	beside: true,
	cost: true,
	platform: true,
	unknownShape: true,
};

export const FAULT_KINDS = Object.keys(CHARGED);

/** US dollars for a call of this price that meets the fault. */
export function chargeFor(fault: Fault, price: number): number {
	const status = fault.run?.status;
	const usual = status === undefined ? CHARGED[fault.kind] : status === 'COMPLETED';
	const charged = fault.charged ?? usual;
	if (typeof charged === 'number') return charged;
	return charged ? price : 0;
}
