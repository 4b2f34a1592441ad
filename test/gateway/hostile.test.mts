import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { wordsOf } from '../../nodes/DataAccess/deliver/failureWords.ts';
import { payloadIn } from '../../nodes/DataAccess/gateway/response.ts';
import { Gateway } from '../../nodes/DataAccess/gateway/gateway.ts';
import type { PageReader } from '../../nodes/DataAccess/gateway/layers.ts';
import type { RawResponse } from '../../nodes/DataAccess/gateway/transport.ts';
import type { Failure } from '../../nodes/DataAccess/shared/failure.ts';
import { jsonIn } from '../../nodes/DataAccess/shared/json.ts';
import { isVoid } from '../../nodes/DataAccess/shared/nothing.ts';
import type { Outcome } from '../harness/outcome.mts';

const KEY = 'sk-live/0123456789+abcdef';

/** A reader for which any array is a page. */
const ARRAYS: PageReader = {
	holdsPage: (value) => Array.isArray(value),
	readPage: (payload) => ({ records: payload as unknown[] }),
};

async function buy(answer: RawResponse): Promise<Outcome> {
	const gateway = new Gateway(async () => answer, { url: 'https://x', secret: KEY });
	const call = { provider: 'p', endpoint: '/e', input: {}, timeout: 1000, query: ARRAYS };
	return await gateway.buy(call);
}

/** Expects what all other rooms rely on, whatever the answer was. */
function expectSound({ failure, cost = 0 }: Outcome): void {
	expect(cost).toBeGreaterThanOrEqual(0);
	if (!failure) return;
	expect(failure.code).toMatch(/^[A-Z_]+$/);
	expect(['no', 'yes', 'maybe']).toContain(failure.charged);
	expect(wordsOf(failure).what).toMatch(/^[A-Z].{5,200}$/);
	expect(failure.cost ?? 0).toBeGreaterThanOrEqual(0);
	expect(failure.retryAfter ?? 0).toBeGreaterThanOrEqual(0);
	const { words = 'x', field = 'x', excerpt = 'x', runId = 'x' } = failure;
	for (const foreign of [words, field, excerpt, runId]) {
		expect(foreign).toMatch(/^[^]{1,401}$/);
		expect(foreign).not.toContain(KEY);
	}
}

/** Whether `charged` is plausible: a completed run with an output was charged, unless it reports a cost of 0. */
function mayBeFree(text: string, { charged, cost }: Failure): boolean {
	const run = Object(jsonIn(text)) as Record<string, unknown>;
	const isCompleted = 'runId' in run && run.status === 'COMPLETED';
	return charged !== 'no' || cost === 0 || !isCompleted || isVoid(run.output);
}

const deep = (begin: string, end: string) => `${begin.repeat(20_000)}"x"${end.repeat(20_000)}`;

test.each([
	...['error', 'data', 'output'].map((name) => deep(`{"${name}":`, '}')),
	...[deep('{"detail":[', ']}'), deep('[', ']')],
	`{"runId":"r","status":"FAILED","providerResponse":{"error":${deep('{"error":', '}')}}}`,
	'{"detail":[{"loc":[{"toString":1}],"msg":{"toString":1}}]}',
	'{"__proto__":{"status":"BLOCKED"},"constructor":1,"prototype":{}}',
])('an answer designed to break its reader: %#', async (text) => {
	for (const status of [200, 422]) expectSound(await buy({ status, headers: {}, text }));
	expect(() => payloadIn(text, ARRAYS)).not.toThrow();
});

/** Any JSON, and objects that throw when they are converted to text. */
const anything = fc.oneof(
	fc.jsonValue({ maxDepth: 3 }),
	fc.constantFrom<unknown>(
		...[{ toString: 1 }, { valueOf: null, toString: {} }, [{ toString: 1 }], -1, 1e300, '1e300'],
		...['', ' ', '-0', '200', `Bearer ${KEY}`, '{"error":{"toString":1}}', '['],
	),
);

const record = (keys: string) =>
	fc.dictionary(fc.constantFrom(...keys.split(' ')), anything, { maxKeys: 16 });

/** A run body with any value in any field, and with some extra fields. */
const runBody = fc
	.tuple(
		record(
			'runId status output providerResponse price billing cost error message reason data code success ret __proto__',
		),
		record('httpStatus error'),
		record('value amount currency unit'),
		fc.subarray(['runId', 'status', 'providerResponse', 'cost', 'price', 'billing'] as const),
	)
	.map(([fields, providerResponse, amount, whole]) => {
		const money = { cost: amount, price: { amount }, billing: { reportedCost: amount } };
		const sound = { runId: 'run_1', status: 'COMPLETED', providerResponse, ...money };
		return { ...fields, ...Object.fromEntries(whole.map((name) => [name, sound[name]])) };
	});

test('any value anywhere in a run, and any text, gives a page or a sound failure', async () => {
	const seen = { pages: 0, failures: 0 };
	const answers = fc.record({
		text: fc.oneof(
			{ arbitrary: fc.oneof(runBody, anything).map((body) => JSON.stringify(body)), weight: 14 },
			{ arbitrary: fc.string({ unit: 'binary' }), weight: 1 },
		),
		status: fc.constantFrom(200, 201, 202, 204, 302, 400, 401, 408, 422, 429, 500, 503),
		headers: fc.dictionary(fc.constantFrom('retry-after', 'Retry-After', 'date', 'x'), anything),
	});
	const property = fc.asyncProperty(answers, async (answer) => {
		const bought = await buy(answer);
		seen[bought.failure ? 'failures' : 'pages'] += 1;
		expectSound(bought);
		if (bought.failure) expect(mayBeFree(answer.text, bought.failure)).toBe(true);
		else expect(bought.text).toBe(answer.text);
		expect(() => payloadIn(answer.text, ARRAYS)).not.toThrow();
	});
	await fc.assert(property, { numRuns: 60 });
	expect(Math.min(seen.pages, seen.failures)).toBeGreaterThan(2);
});

test('what a page lacks is named in one short line, without the API key', () => {
	const gateway = new Gateway(async () => ({}) as never, { url: 'https://x', secret: KEY });
	const { detail } = gateway.unreadable('{}', `list of records at ${KEY}\n${'a.'.repeat(9000)}`);
	expect(detail).toMatch(/^list of records at ••• a[.a]{370,380}…$/);
});
