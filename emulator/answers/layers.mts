import { hexFor } from '../lists/random.mts';
import type { Settings } from '../settings.mts';

const UNITS_PER_DOLLAR = { MICRO_DOLLAR: 1e6, CENT: 100, DOLLAR: 1 };

/** What the layers around a payload contain about its call. */
export interface CallFacts {
	runId: string;
	provider: string;
	endpoint: string;
	input: Record<string, unknown>;
	/** The price of the call in US dollars. */
	price: number;
	/** When the call arrived, in epoch milliseconds. */
	at: number;
}

/** What a call costs, and what its run body reports. */
export interface Cost {
	/** US dollars. */
	charged: number;
	/** Any value to report as the cost; undefined reports what was charged. */
	reported?: unknown;
	/** Any value to report as the unit; undefined reports the usual one. */
	unit?: unknown;
}

const UNFINISHED = ['READY', 'RUNNING', 'STOPPING'] as const;

/** The statuses of runs (docs/development/gateway.md, Layers of a response). */
export const RUN_STATUSES = [
	...UNFINISHED,
	...(['COMPLETED', 'FAILED', 'BLOCKED', 'STOPPED', 'TIMED_OUT'] as const),
];

export type RunStatus = (typeof RUN_STATUSES)[number];

export const isUnfinished = (status: RunStatus) => UNFINISHED.some((each) => each === status);

/** How the run of a call ended, or that it has not ended. */
export interface RunOutcome {
	status: RunStatus;
	cost: Cost;
	output: unknown;
	providerResponse: { httpStatus: number; error?: unknown } | null;
	/** Further fields of the run body. */
	extra?: Record<string, unknown>;
}

/** A run as a call creates it: the call, and how the run ends. */
export interface MadeRun {
	facts: CallFacts;
	outcome: RunOutcome;
	/** Milliseconds from the arrival of the call to the end of the run. */
	endsAfterMs: number;
}

/** Converts epoch milliseconds of this machine to a date on the gateway's clock. */
export const gatewayDate = (at: number, { clockSkewSeconds }: Settings) =>
	new Date(at + clockSkewSeconds * 1000).toISOString();

/**
 * Returns the gateway's run body with its cost (docs/development/gateway.md, Layers of a response; Money).
 */
export function runBody(facts: CallFacts, outcome: RunOutcome, settings: Settings): object {
	return {
		runId: facts.runId,
		provider: facts.provider,
		endpoint: facts.endpoint,
		status: outcome.status,
		output: outcome.output,
		providerResponse: outcome.providerResponse,
		...costFields(facts.price, outcome.cost, settings.billing),
		createdAt: gatewayDate(facts.at, settings),
		completedAt: isUnfinished(outcome.status) ? null : gatewayDate(Date.now(), settings),
		...outcome.extra,
	};
}

/** Wraps a payload in the provider's envelope (docs/development/gateway.md, Layers of a response). */
export function envelope(facts: CallFacts, data: unknown): object {
	const id = hexFor(facts.runId, 32);
	return {
		code: 200,
		request_id: id,
		message: 'Request successful. This request will incur a charge.',
		time: new Date(facts.at).toISOString(),
		router: facts.endpoint,
		params: facts.input,
		cache_message: 'This request will be cached. You can access the cached result directly.',
		cache_url: `https://cache.example/api/v1/cache/public/${id}?sign=${id.slice(0, 8)}`,
		data,
	};
}

/** Returns the outcome of a run that completed with a payload. */
export function completedOutcome(
	facts: CallFacts,
	payload: unknown,
	cost: Cost,
	{ layers }: Settings,
): RunOutcome {
	const output = enveloped(facts, payload, layers);
	return { status: 'COMPLETED', cost, output, providerResponse: { httpStatus: 200 } };
}

function enveloped(facts: CallFacts, payload: unknown, layers: Settings['layers']): unknown {
	return layers.endsWith('envelope') ? envelope(facts, payload) : payload;
}

export function costFields(price: number, cost: Cost, form: Settings['billing']): object {
	const { charged, reported } = cost;
	const listed = { type: 'PER_CALL', amount: { value: price, currency: 'USD' } };
	const isReported = reported !== undefined;
	if (form === 'none' && !isReported) return { price: listed };
	if (form === 'oldPrice' && !isReported) {
		return { price: { type: 'PER_CALL', amount: price, currency: 'USD' } };
	}
	if (form === 'cost') {
		return { price: listed, cost: { value: isReported ? reported : charged, currency: 'USD' } };
	}
	const usual = form === 'none' || form === 'oldPrice' ? 'MICRO_DOLLAR' : form;
	const amount = Math.round(charged * UNITS_PER_DOLLAR[usual] * 1e9) / 1e9;
	const value = isReported ? reported : amount;
	const unit = cost.unit === undefined ? usual : cost.unit;
	return { price: listed, billing: { reportedCost: { currency: 'USD', value, unit } } };
}
