import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { wordsOf } from '../../nodes/DataAccess/deliver/failureWords.ts';
import type { PageReader } from '../../nodes/DataAccess/gateway/layers.ts';
import type { RawAnswer } from '../../nodes/DataAccess/gateway/transport.ts';
import type { Failure } from '../../nodes/DataAccess/shared/failure.ts';
import { payloadAgain } from '../../nodes/DataAccess/gateway/answer.ts';
import { Gateway } from '../../nodes/DataAccess/gateway/gateway.ts';
import { jsonIn } from '../../nodes/DataAccess/shared/json.ts';
import { isVoid } from '../../nodes/DataAccess/shared/nothing.ts';
import type { Outcome } from '../harness/outcome.mts';

const KEY = 'sk-live/0123456789+abcdef';

const NOTHING: PageReader = { holdsPage: () => false, readPage: () => ({ records: [] }) };
/** Any array is a page. */
const ARRAYS: PageReader = {
	holdsPage: (value) => Array.isArray(value),
	readPage: (payload) => ({ records: payload as unknown[] }),
};

async function buy(answer: RawAnswer, query = NOTHING): Promise<Outcome> {
	const gateway = new Gateway(async () => answer, { url: 'https://x', secret: KEY });
	const call = { provider: 'p', endpoint: '/e', input: {}, timeout: 1000, query };
	return await gateway.buy(call);
}

function expectAmount(dollars: number | undefined): void {
	if (dollars === undefined) return;
	expect(dollars).toBeGreaterThanOrEqual(0);
	expect(dollars).toBeLessThan(Infinity);
}

/** What everything behind the gateway relies on, whatever came. */
function expectSoundFailure(failure: Failure): void {
	expect(failure.code).toMatch(/^[A-Z_]+$/);
	expect(['no', 'yes', 'maybe']).toContain(failure.charged);
	expect(['safe', 'uncertain', 'corrected', 'never']).toContain(failure.retry);
	expect(wordsOf(failure).what).toMatch(/^[A-Z].{5,200}$/);
	expectAmount(failure.cost);
	expect(failure.retryAfter ?? 0).toBeGreaterThanOrEqual(0);
	for (const foreign of [failure.words, failure.field, failure.excerpt, failure.runId]) {
		if (foreign === undefined) continue;
		expect(typeof foreign).toBe('string');
		expect(foreign).not.toBe('');
		expect(foreign.length).toBeLessThanOrEqual(401);
		expect(foreign.includes(KEY)).toBe(false);
	}
}

/** A completed run with an output was charged, unless it says itself that it was not. */
function mayBeFree(text: string, { charged, cost }: Failure): boolean {
	if (charged !== 'no' || cost === 0) return true;
	const { status, output } = (jsonIn(text) ?? {}) as { status?: unknown; output?: unknown };
	const isCompleted = typeof status === 'string' && status.trim().toUpperCase() === 'COMPLETED';
	return !isCompleted || isVoid(output);
}

const times = (count: number, text: string) => text.repeat(count);

test.each<[string, string]>([
	['errors 20,000 deep', `${times(20_000, '{"error":')}"x"${times(20_000, '}')}`],
	['details 20,000 deep', `${times(20_000, '{"detail":[')}"x"${times(20_000, ']}')}`],
	['data 20,000 deep', `${times(20_000, '{"data":')}"x"${times(20_000, '}')}`],
	['output 20,000 deep', `${times(20_000, '{"output":')}"x"${times(20_000, '}')}`],
	['lists 20,000 deep', `${times(20_000, '[')}${times(20_000, ']')}`],
	[
		'a run of errors',
		`{"runId":"r","status":"FAILED","providerResponse":{"error":${times(20_000, '{"error":')}"x"${times(20_000, '}')}}}`,
	],
	['a loc with a toString', '{"detail":[{"loc":[{"toString":1}],"msg":{"toString":1}}]}'],
	['prototypes', '{"__proto__":{"status":"BLOCKED"},"constructor":1,"prototype":{}}'],
])('an answer that is meant to break its reader: %s', async (_label, text) => {
	for (const status of [200, 422]) {
		const { failure, payload } = await buy({ status, headers: {}, text });
		if (failure) expectSoundFailure(failure);
		else expect(payload).toBeDefined();
	}
	expect(() => payloadAgain(text, NOTHING)).not.toThrow();
});

/** Any JSON, and objects that fail when they are written as text. */
const anything = fc.oneof(
	fc.jsonValue({ maxDepth: 3 }),
	fc.constantFrom<unknown>(
		...[{ toString: 1 }, { valueOf: null, toString: {} }, [{ toString: 1 }], -1, 1e300, '1e300'],
		...['', ' ', '-0', '200', `Bearer ${KEY}`, '{"error":{"toString":1}}', '['],
	),
);

const record = (keys: string[]) =>
	fc.dictionary(fc.constantFrom(...keys), anything, { maxKeys: keys.length });

/** A run body with anything at each of its places, and some places that it does not have. */
const runBody = fc
	.tuple(
		record([
			...['runId', 'status', 'output', 'providerResponse', 'price', 'billing', 'cost', 'error'],
			...['message', 'reason', 'data', 'code', 'success', 'ret', '__proto__'],
		]),
		record(['httpStatus', 'error']),
		record(['value', 'amount', 'currency', 'unit']),
		fc.subarray(['runId', 'status', 'providerResponse', 'cost', 'price', 'billing']),
	)
	.map(([fields, providerResponse, amount, whole]) => {
		const sound: Record<string, unknown> = {
			runId: 'run_1',
			status: 'COMPLETED',
			providerResponse,
			cost: amount,
			price: { amount },
			billing: { reportedCost: amount },
		};
		return { ...fields, ...Object.fromEntries(whole.map((name) => [name, sound[name]])) };
	});

const status = fc.constantFrom(200, 201, 202, 204, 302, 400, 401, 408, 422, 429, 500, 503);
const headers = fc.dictionary(fc.constantFrom('retry-after', 'Retry-After', 'date', 'x'), anything);

test('anything at all, anywhere in a run, and any text: a page or a sound failure', async () => {
	const seen = { pages: 0, failures: 0 };
	await fc.assert(
		fc.asyncProperty(
			fc.oneof(
				{ arbitrary: fc.oneof(runBody, anything).map((body) => JSON.stringify(body)), weight: 14 },
				{ arbitrary: fc.string({ unit: 'binary' }), weight: 1 },
			),
			status,
			headers,
			async (text, httpStatus, sent) => {
				const answer = { status: httpStatus, headers: sent, text };
				const bought = await buy(answer, ARRAYS);
				seen[bought.failure ? 'failures' : 'pages'] += 1;
				if (bought.failure) {
					expectSoundFailure(bought.failure);
					expect(mayBeFree(text, bought.failure)).toBe(true);
				} else {
					expect(bought.text).toBe(text);
					expectAmount(bought.cost);
				}
				expect(() => payloadAgain(text, ARRAYS)).not.toThrow();
			},
		),
		{ numRuns: 50 },
	);
	expect(Math.min(seen.pages, seen.failures)).toBeGreaterThan(2);
});

test('what a page has not is named without the key, in one line that fits an error', () => {
	const gateway = new Gateway(async () => ({}) as never, { url: 'https://x', secret: KEY });
	const { fact } = gateway.unreadable('{}', `list of records at ${KEY}\n${times(9000, 'a.')}`);
	expect(fact).toMatch(/^list of records at ••• a[.a]{370,380}…$/);
});
