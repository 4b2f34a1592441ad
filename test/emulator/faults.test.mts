import { describe, expect, test } from '@jest/globals';

import type { Fault } from '../../emulator/emulator.mts';
import { startEmulator } from '../../emulator/emulator.mts';
import type { Json } from './client.mts';
import { IMAGES, POSTS, bodyOf, clientOf, useClient } from './client.mts';

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
