import type { RunStatus } from '../answers/layers.mts';

/** The calls that a fault applies to. An omitted condition matches every call. */
export interface FaultMatch {
	/** The last path segment of the endpoint. */
	operation?: string;
	/** The keyword or ID of the list. */
	key?: string;
	/** The requested page, counted from 1. */
	page?: number;
	/** The number of the call in the ledger, counted from 1. */
	call?: number;
	apiKey?: string;
}

interface FaultCommon {
	match?: FaultMatch;
	/** How many calls it applies to, 1 by default; Infinity or null means always. */
	times?: number | null;
	/** Milliseconds before the answer, in addition to the latency. */
	delayMs?: number;
	/** Whether the call is charged, or how many US dollars. Each kind has its own default. */
	charged?: boolean | number;
	/**
	 * How the run ended at the gateway, whatever the answer says. By default, it is the run in the answer; if a charged
	 * call has no run in its answer, a completed run.
	 */
	run?: {
		status?: RunStatus;
		/** Milliseconds from the arrival of the call to the end of the run, 0 by default. */
		endsAfterMs?: number;
	};
}

/**
 * The ways in which a call can fail (docs/development/gateway.md, Failures), or its payload can be wrong
 * (docs/development/gateway.md, Layers of a response). Defaults are in parentheses.
 */
export type FaultKind =
	/** 200 BLOCKED: the caller's own budget. */
	| { kind: 'blocked' }
	/** 202 with a run that is still running, and reports what it has cost so far. */
	| { kind: 'accepted'; soFar?: number }
	/** 408 TIMED_OUT. */
	| { kind: 'timedOut' }
	/** 200 STOPPED: the run ended without output. */
	| { kind: 'stopped' }
	| { kind: 'failed' }
	/** An error of the gateway, 400 to 404 (400). `body` replaces its usual body, with any status. */
	| { kind: 'refused'; httpStatus?: number; body?: unknown }
	/** A 400 whose message contains the caller's key. */
	| { kind: 'echoKey' }
	/**
	 * A run body whose providerResponse has `providerStatus` (502). `httpStatus` is the same by default, and may be 200.
	 * `transient`: a 400 of the provider that was not charged and asks for a retry.
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
	/** 429. `retryAfterSeconds` (1); `retryAfter` is the text of the header instead. */
	| { kind: 'rateLimited'; retryAfter?: string; retryAfterSeconds?: number }
	/** 500 to 504 (500): the outcome is unknown. */
	| { kind: 'server'; httpStatus?: number; body?: 'json' | 'html' }
	/** The connection is reset before the first byte. */
	| { kind: 'reset' }
	/** The connection ends within the headers. */
	| { kind: 'cutHeaders' }
	/** The connection ends after the headers and a part of the body, 0 to 1 (0.5). */
	| { kind: 'cutBody'; part?: number }
	/** No answer until the client disconnects. */
	| { kind: 'hang' }
	/** A byte now and then, until the client disconnects. */
	| { kind: 'trickle' }
	| { kind: 'redirect'; httpStatus?: number; location: string }
	/** 200 COMPLETED, but without the output in the answer. The gateway's run has it. */
	| { kind: 'noOutput'; form?: 'null' | 'missing' | 'empty' | 'word' | 'zero' | 'runId' }
	/** A web page (200). */
	| { kind: 'html'; httpStatus?: number; title?: string }
	/** 200 with JSON that ends too early. */
	| { kind: 'invalidJson' }
	/** 200 with nothing. */
	| { kind: 'emptyBody' }
	/** 200 with any text as the body. */
	| { kind: 'body'; body: string }
	/** The usual page, with these fields added to its payload. */
	| { kind: 'beside'; fields: object }
	/** The usual page, in a run body that reports this cost. `unit` replaces the usual unit. */
	| { kind: 'cost'; value: unknown; unit?: unknown }
	/** A completed run whose payload reports an error of the platform. */
	| { kind: 'platform'; form?: 'success' | 'code'; message?: string }
	/** A completed run with a payload of an unknown shape. */
	| { kind: 'unknownShape'; payload?: unknown };

export type Fault = FaultCommon & FaultKind;

/** The kinds, and whether a call is charged if the fault itself does not say so. */
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

/** Returns what a call of this price is charged if it meets the fault, in US dollars. */
export function chargeFor(fault: Fault, price: number): number {
	const status = fault.run?.status;
	const usual = status === undefined ? CHARGED[fault.kind] : status === 'COMPLETED';
	const charged = fault.charged ?? usual;
	if (typeof charged === 'number') return charged;
	return charged ? price : 0;
}
