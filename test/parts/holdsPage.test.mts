import { describe, expect, test } from '@jest/globals';

import { queries } from './built.mts';
import { pages } from './pages.mts';

const runBody = (output: unknown) => ({
	runId: 'r1',
	provider: 'p',
	endpoint: '/api/v1/x',
	status: 'COMPLETED',
	output,
	providerResponse: { httpStatus: 200 },
	price: { type: 'PER_CALL', amount: { value: 0.015, currency: 'USD' } },
	billing: { reportedCost: { currency: 'USD', value: 15000, unit: 'MICRO_DOLLAR' } },
});

const envelope = (data: unknown) => ({
	code: 200,
	request_id: 'q1',
	message: 'ok',
	router: '/x',
	params: {},
	cache_url: 'https://cache.example/1',
	data,
});

/** The layers that may stand around a payload, the outermost first. */
const LAYERS: Array<[label: string, around: Array<(inner: unknown) => unknown>]> = [
	['nothing', []],
	['a run body', [runBody]],
	['an envelope', [envelope]],
	['a bare envelope', [(data) => ({ data })]],
	['a run body and an envelope', [runBody, envelope]],
	['a run body and a bare envelope', [runBody, (data) => ({ data })]],
];

// Two forms of the payload differ by a `data` around them, as a bare envelope would put it there.
const cannotBeTold = (payload: any, layer: object) =>
	'user' in payload && Object.keys(layer).join() === 'data';

describe.each(pages)('$label', ({ query, payload, input, records }) => {
	test.each(LAYERS)('is found in %s', (_label, around) => {
		expect(query.holdsPage(payload)).toBe(true);
		let inner: unknown = payload;
		for (const layer of [...around].reverse()) {
			inner = layer(inner);
			const isPage = cannotBeTold(payload, inner as object);
			expect([inner, query.holdsPage(inner)]).toEqual([inner, isPage]);
		}
	});

	test('is read', () => {
		expect(query.readPage(payload, input).records).toHaveLength(records);
	});
});

test('a bare envelope that cannot be told from a payload reads like it', () => {
	const ambiguous = pages.filter(({ payload }) => cannotBeTold(payload, { data: payload }));
	expect(ambiguous.length).toBeGreaterThan(0);
	for (const { query, payload, input } of ambiguous) {
		expect(query.readPage({ data: payload }, input)).toEqual(query.readPage(payload, input));
	}
});

describe.each(queries)('$resource: $name', (query) => {
	test.each([
		undefined,
		null,
		true,
		0,
		'',
		'{}',
		[],
		[{}],
		{},
		{ data: null },
		{ data: {} },
		{ data: 'x' },
		{ data: { data: {} } },
		{ user: {} },
		{ code: 400, message: 'no' },
		{ success: false, error: { message: 'no' } },
		runBody(null),
		runBody({}),
		envelope(null),
		envelope({}),
	])('finds no page in %j', (value) => {
		expect(query.holdsPage(value)).toBe(false);
	});
});
