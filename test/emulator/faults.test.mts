import { describe, expect, test } from '@jest/globals';

import type { Fault } from '../../emulator/emulator.mts';
import { startEmulator } from '../../emulator/emulator.mts';
import type { Json } from './client.mts';
import { IMAGES, POSTS, bodyOf, clientOf, useClient } from './client.mts';

const client = useClient();

describe('faults', () => {
	const input = { keyword: 'cats' };

	test.each<[Fault, number, number, Json]>([
		[{ kind: 'blocked' }, 200, 0, { status: 'BLOCKED', reason: expect.any(String) }],
		[{ kind: 'accepted' }, 202, 0, { status: 'RUNNING', completedAt: null }],
		[{ kind: 'timedOut' }, 408, 0, { status: 'TIMED_OUT' }],
		[{ kind: 'stopped' }, 200, 0, { status: 'STOPPED', output: null }],
		[{ kind: 'failed' }, 200, 0, { status: 'FAILED', output: null }],
		[{ kind: 'refused', httpStatus: 402 }, 402, 0, { code: 'insufficient_balance' }],
		[
			{ kind: 'refused', httpStatus: 403, form: 'nested' },
			403,
			0,
			{ error: { code: 'forbidden' } },
		],
		[{ kind: 'echoKey' }, 400, 0, { message: expect.stringContaining('Bearer test-key') }],
		[{ kind: 'provider' }, 502, 0, { output: null, providerResponse: { httpStatus: 502 } }],
		[
			{
				kind: 'provider',
				providerStatus: 429,
				httpStatus: 200,
				runStatus: 'COMPLETED',
				charged: true,
			},
			200,
			0.015,
			{ status: 'COMPLETED', providerResponse: { httpStatus: 429 } },
		],
		[
			{ kind: 'provider', transient: true },
			400,
			0,
			{ providerResponse: { error: expect.stringMatching(/failed.*retry.*not charged/i) } },
		],
		[
			{ kind: 'validation', field: 'page' },
			422,
			0,
			{ detail: [{ loc: ['body', 'input', 'page'] }] },
		],
		[
			{ kind: 'validation', at: 'provider' },
			422,
			0,
			{ providerResponse: { error: { detail: [{ loc: ['body', 'input', 'keyword'] }] } } },
		],
		[{ kind: 'rateLimited' }, 429, 0, { code: 'rate_limited' }],
		[{ kind: 'server', httpStatus: 503 }, 503, 0, { code: 'internal_error' }],
		[{ kind: 'server', body: 'html', charged: true }, 500, 0.015, undefined],
		[{ kind: 'redirect', location: 'http://other.example/' }, 307, 0, undefined],
		[{ kind: 'html' }, 200, 0, undefined],
		[{ kind: 'invalidJson' }, 200, 0.015, undefined],
		[{ kind: 'emptyBody' }, 200, 0.015, undefined],
		[{ kind: 'platform' }, 200, 0.015, { output: { code: -510001 } }],
		[{ kind: 'platform', form: 'success' }, 200, 0.015, { output: { success: false } }],
		[{ kind: 'platform', form: 'error' }, 200, 0.015, { output: { error: { code: 4041 } } }],
		[{ kind: 'platform', form: 'ret' }, 200, 0.015, { output: { ret: -3 } }],
		[{ kind: 'unknownShape' }, 200, 0.015, { status: 'COMPLETED' }],
		[{ kind: 'unknownShape', payload: { a: 1 } }, 200, 0.015, { output: { a: 1 } }],
	])('%j', async (fault, httpStatus, charged, expected) => {
		client.emulator.addFault(fault);
		const { status, json } = await client.call(IMAGES, input);
		expect(status).toBe(httpStatus);
		if (expected === undefined) expect(json).toBeUndefined();
		else expect(json).toMatchObject(expected);
		expect(client.emulator.ledger[0]).toMatchObject({
			httpStatus,
			charged,
			fault: fault.kind,
			served: false,
			page: 1,
		});
		await client.payloadOf(IMAGES, input);
		expect(client.emulator.summary().duplicates).toEqual([]);
	});

	test.each<[Partial<Fault>, number, string | null]>([
		[{}, 0.015, 'application/json; charset=utf-8'],
		[{ charged: false, httpStatus: 502 } as Partial<Fault>, 0, 'application/json; charset=utf-8'],
		[{ charged: 0.3, contentType: 'text/plain' } as Partial<Fault>, 0.3, 'text/plain'],
	])('any text as the whole answer, %j', async (more, charged, contentType) => {
		const body = '{"error":{"error":\u0000 <a<a<a';
		const fault = { kind: 'body', body, ...more } as Fault & { httpStatus?: number };
		client.emulator.addFault(fault);
		const { status, headers, text } = await client.call(IMAGES, input);
		expect([status, text]).toEqual([fault.httpStatus ?? 200, body]);
		expect(headers.get('content-type')).toBe(contentType);
		expect(client.emulator.ledger[0]).toMatchObject({ charged, served: false, fault: 'body' });
	});

	test.each(['', 'free', '-1', -5, 1e300, true, [15000], { value: 1 }, null])(
		'a page that reports its cost as %j',
		async (value) => {
			for (const billing of ['MICRO_DOLLAR', 'cost', 'none'] as const) {
				client.emulator.configure({ billing });
				client.emulator.addFault({ kind: 'cost', value });
				const { json } = await client.call(IMAGES, input);
				const reported = billing === 'cost' ? json.cost : json.billing.reportedCost;
				expect(reported.value).toEqual(value);
				expect(json.output.data.items).toHaveLength(20);
			}
			for (const entry of client.emulator.ledger) {
				expect(entry).toMatchObject({ charged: 0.015, served: true, records: 20, fault: 'cost' });
			}
		},
	);

	test.each<[Fault, number]>([
		[{ kind: 'failed', charged: 0.02 }, 20000],
		[{ kind: 'provider', charged: 0.02 }, 20000],
		[{ kind: 'failed', charged: 0.02, reported: -1 }, -1],
		[{ kind: 'platform', charged: 0.02, reported: 7 }, 7],
	])('%j costs other than the list says', async (fault, value) => {
		client.emulator.addFault(fault);
		const { json } = await client.call(IMAGES, input);
		expect(json.billing.reportedCost).toEqual({ currency: 'USD', unit: 'MICRO_DOLLAR', value });
		expect(client.emulator.ledger[0]!.charged).toBe(0.02);
	});

	test.each(['reset', 'cutHeaders', 'cutBody'] as const)('%s', async (kind) => {
		client.emulator.addFault({ kind });
		await expect(client.call(IMAGES, input)).rejects.toThrow();
		await client.emulator.settled();
		expect(client.emulator.ledger[0]).toMatchObject({
			charged: 0.015,
			delivered: false,
			aborted: false,
		});
		expect(client.emulator.ledger[0]!.httpStatus).toBe(kind === 'cutBody' ? 200 : null);
	});

	test.each(['hang', 'trickle'] as const)('%s until the client leaves', async (kind) => {
		client.emulator.addFault({ kind });
		expect(await client.callAndLeave(IMAGES, input)).toMatchObject({
			charged: 0.015,
			delivered: false,
			aborted: true,
		});
	});

	test('a trickle that ends', async () => {
		client.emulator.addFault({ kind: 'trickle', intervalMs: 5, forMs: 50 });
		expect((await client.call(IMAGES, input)).json.output.data.items).toHaveLength(20);
		await client.emulator.settled();
		expect(client.emulator.ledger[0]).toMatchObject({
			charged: 0.015,
			delivered: true,
			aborted: false,
		});
	});

	test('wait for the calls they match, as often as they say', async () => {
		client.emulator.addFault({ kind: 'html', match: { key: 'dogs' }, times: 2, label: 'web page' });
		client.emulator.addFault({ kind: 'timedOut', match: { call: 5 } });
		client.emulator.addFault({
			kind: 'emptyBody',
			match: { operation: 'fetch_user_posts_v2', page: 2 },
		});
		for (const keyword of ['cats', 'dogs', 'dogs', 'dogs', 'cats'])
			await client.call(IMAGES, { keyword });
		expect(client.emulator.ledger.map(({ fault }) => fault)).toEqual([
			null,
			'web page',
			'web page',
			null,
			'timedOut',
		]);
	});

	test('nothing is charged where nothing could be priced', async () => {
		client.emulator.addFault({ kind: 'invalidJson' });
		await client.post('{}');
		expect(client.emulator.ledger[0]).toMatchObject({ fault: 'invalidJson', charged: 0 });
	});

	test.each([
		['seconds', /^1$/],
		['date', /GMT$/],
		['none', /^$/],
		['-5', /^-5$/],
		['3,5', /^3,5$/],
		['Thu, 01 Jan 1998 00:00:00 GMT', /^Thu, 01 Jan 1998 00:00:00 GMT$/],
	] as const)('the rate limit, Retry-After: %s', async (retryAfter, expected) => {
		client.emulator.configure({ callsPerSecond: 2, retryAfter });
		const answers = await Promise.all([1, 2, 3].map(() => client.call(POSTS, { user_id: 'u' })));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
		const refused = answers.find(({ status }) => status === 429)!;
		expect(refused.headers.get('retry-after') ?? '').toMatch(expected);
	});

	test('the gateway’s clock is wrong, in Date and in dates of Retry-After', async () => {
		const ahead = (text: string | null) => Date.parse(text!) - Date.now();
		client.emulator.configure({ clockSkewSeconds: 3600 });
		client.emulator.addFault({ kind: 'rateLimited', retryAfter: 'date', retryAfterSeconds: 60 });
		const { headers } = await client.call(IMAGES, input);
		const [date, after] = [ahead(headers.get('date')), ahead(headers.get('retry-after'))];
		expect(Math.round(date / 60_000)).toBe(60);
		expect(Math.round(after / 60_000)).toBe(61);
		client.emulator.configure({ clockSkewSeconds: 0 });
		const right = await client.call(IMAGES, input);
		expect(Math.abs(ahead(right.headers.get('date')))).toBeLessThan(10_000);
	});

	test('each key has a rate limit of its own', async () => {
		const other = await startEmulator({
			apiKeys: ['one', 'other'],
			settings: { callsPerSecond: 1 },
		});
		try {
			const { post } = clientOf(other);
			const keys = ['one', 'one', 'other'];
			const answers = await Promise.all(keys.map((key) => post(bodyOf(IMAGES, input), key)));
			const [one, again, third] = answers.map(({ status }) => status);
			expect([[one, again].sort(), third]).toEqual([[200, 429], 200]);
		} finally {
			await other.close();
		}
	});
});

test.each([
	['asIs', 'Bearer a/b"c=', 'Bearer a/b\\"c='],
	['escapedSlashes', 'Bearer a/b"c=', 'Bearer a\\/b\\"c='],
	['unicodeEscapes', 'Bearer a/b"c=', 'Bearer \\u0061\\u002f\\u0062\\u0022\\u0063\\u003d'],
	['base64', 'YS9iImM9', 'YS9iImM9'],
	['base64Header', 'QmVhcmVyIGEvYiJjPQ==', 'QmVhcmVyIGEvYiJjPQ=='],
	['urlEncoded', 'a%2Fb%22c%3D', 'a%2Fb%22c%3D'],
] as const)('an answer that repeats the key: %s', async (form, parsed, written) => {
	const key = 'a/b"c=';
	const emulator = await startEmulator({ apiKeys: [key] });
	try {
		emulator.addFault({ kind: 'echoKey', form, httpStatus: 500 });
		const { status, text } = await clientOf(emulator).post(bodyOf(IMAGES, {}), key);
		expect(status).toBe(500);
		expect(JSON.parse(text).message).toBe(`Cannot handle the header "Authorization: ${parsed}"`);
		expect(text).toContain(written);
	} finally {
		await emulator.close();
	}
});
