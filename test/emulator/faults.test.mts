import { describe, expect, test } from '@jest/globals';

import type { Fault } from '../../emulator/emulator.mts';
import type { Json } from './client.mts';
import { IMAGES, POSTS, useClient } from './client.mts';

const client = useClient();

describe('faults', () => {
	const input = { keyword: 'cats' };

	// The tests of the node meet all kinds (test/harness/failures.mts); here are their forms.
	test.each<[Fault, number, number, Json]>([
		[{ kind: 'accepted' }, 202, 0, { status: 'RUNNING', completedAt: null }],
		[
			{ kind: 'refused', httpStatus: 403, form: 'nested' },
			403,
			0,
			{ error: { code: 'forbidden' } },
		],
		[{ kind: 'echoKey' }, 400, 0, { message: expect.stringContaining('Bearer test-key') }],
		[{ kind: 'provider' }, 502, 0, { output: null, providerResponse: { httpStatus: 502 } }],
		[
			{ kind: 'validation', field: 'page' },
			422,
			0,
			{ detail: [{ loc: ['body', 'input', 'page'] }] },
		],
		[{ kind: 'server', body: 'html', charged: true }, 500, 0.015, undefined],
		[{ kind: 'platform', form: 'ret' }, 200, 0.015, { output: { ret: -3 } }],
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

	test.each(['reset', 'cutBody'] as const)('%s', async (kind) => {
		client.emulator.addFault({ kind });
		await expect(client.call(IMAGES, input)).rejects.toThrow();
		await client.emulator.settled();
		const httpStatus = kind === 'cutBody' ? 200 : null;
		const sent = { charged: 0.015, delivered: false, aborted: false, httpStatus };
		expect(client.emulator.ledger[0]).toMatchObject(sent);
	});

	test.each(['hang', 'trickle'] as const)('%s until the client leaves', async (kind) => {
		client.emulator.addFault({ kind });
		expect(await client.callAndLeave(IMAGES, input)).toMatchObject({
			charged: 0.015,
			delivered: false,
			aborted: true,
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

	test.each([
		['seconds', /^1$/],
		['date', /GMT$/],
		['none', /^$/],
		['3,5', /^3,5$/],
	] as const)('the rate limit, Retry-After: %s', async (retryAfter, expected) => {
		client.emulator.configure({ callsPerSecond: 2, retryAfter });
		const answers = await Promise.all([1, 2, 3].map(() => client.call(POSTS, { user_id: 'u' })));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
		const refused = answers.find(({ status }) => status === 429)!;
		expect(refused.headers.get('retry-after') ?? '').toMatch(expected);
	});
});
