import { hexFor } from '../lists/random.mts';
import type { Settings } from '../settings.mts';

/** What the layers around a payload tell about its call. */
export interface CallFacts {
	runId: string;
	provider: string;
	endpoint: string;
	input: Record<string, unknown>;
	/** The price of the call in US dollars. */
	price: number;
	/** Epoch milliseconds of the arrival. */
	at: number;
}

/** How the run of a call ended. */
export interface RunOutcome {
	status: 'COMPLETED' | 'FAILED' | 'BLOCKED' | 'STOPPED' | 'TIMED_OUT' | 'READY' | 'RUNNING';
	/** US dollars. */
	charged: number;
	output: unknown;
	providerResponse: { httpStatus: number; error?: unknown } | null;
	/** More fields of the run body. */
	extra?: Record<string, unknown>;
}

/** The gateway's run body, cost included (docs/gateway.md, Layers of an answer; Money). */
export function runBody(facts: CallFacts, outcome: RunOutcome, settings: Settings): object {
	const isOver = outcome.status !== 'READY' && outcome.status !== 'RUNNING';
	return {
		runId: facts.runId,
		provider: facts.provider,
		endpoint: facts.endpoint,
		status: outcome.status,
		output: outcome.output,
		providerResponse: outcome.providerResponse,
		...costFields(facts.price, outcome.charged, settings.billing),
		createdAt: new Date(facts.at).toISOString(),
		completedAt: isOver ? new Date().toISOString() : null,
		...outcome.extra,
	};
}

/** The provider's envelope around a payload (docs/gateway.md, Layers of an answer). */
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

/** A completed call in the layers of this deployment (docs/gateway.md, Layers of an answer). */
export function completed(
	facts: CallFacts,
	payload: unknown,
	charged: number,
	settings: Settings,
): unknown {
	const parts = settings.layers.split('+');
	const output = parts.includes('envelope')
		? envelope(facts, payload)
		: parts.includes('bare')
			? { data: payload }
			: payload;
	if (!parts.includes('run')) return output;
	const providerResponse = { httpStatus: 200 };
	return runBody(facts, { status: 'COMPLETED', charged, output, providerResponse }, settings);
}

function costFields(price: number, charged: number, form: Settings['billing']): object {
	const listed = { type: 'PER_CALL', amount: { value: price, currency: 'USD' } };
	if (form === 'none') return { price: listed };
	if (form === 'oldPrice') return { price: { type: 'PER_CALL', amount: price, currency: 'USD' } };
	if (form === 'cost') return { price: listed, cost: { value: charged, currency: 'USD' } };
	const perDollar = { MICRO_DOLLAR: 1e6, CENT: 100, DOLLAR: 1 }[form];
	const value = Math.round(charged * perDollar * 1e9) / 1e9;
	return { price: listed, billing: { reportedCost: { currency: 'USD', value, unit: form } } };
}
