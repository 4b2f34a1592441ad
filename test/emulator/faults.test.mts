import { describe, expect, test } from '@jest/globals';

import type { Fault } from '../../emulator/emulator.mts';
import type { Json } from './client.mts';
import { IMAGES, POSTS, bodyOf, useClient } from './client.mts';

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
		const left = client.post(bodyOf(IMAGES, input), 'test-key', AbortSignal.timeout(100));
		await expect(left).rejects.toThrow();
		await client.emulator.settled();
		expect(client.emulator.ledger[0]).toMatchObject({
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
	] as const)('the rate limit, Retry-After: %s', async (retryAfter, expected) => {
		client.emulator.configure({ callsPerSecond: 2, retryAfter });
		const answers = await Promise.all([1, 2, 3].map(() => client.call(POSTS, { user_id: 'u' })));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
		const refused = answers.find(({ status }) => status === 429)!;
		expect(refused.headers.get('retry-after') ?? '').toMatch(expected);
	});
});
