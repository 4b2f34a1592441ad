import { expect, test } from '@jest/globals';

import { IMAGES, POSTS, bodyOf, useClient } from './client.mts';

const client = useClient();

test.each([
	['no key', null, bodyOf(IMAGES, { keyword: 'cats' }), 401],
	['a wrong key before a body without endpoint', 'other', '{}', 401],
	['no endpoint', 'test-key', '{}', 400],
	['a body that is no JSON', 'test-key', 'nonsense', 400],
	['an unknown provider', 'test-key', JSON.stringify({ provider: 'x', endpoint: IMAGES }), 400],
	['an unknown endpoint', 'test-key', bodyOf('/api/v1/notes/nothing', {}), 404],
])('%s is refused, costs nothing and is in the ledger', async (_label, key, body, httpStatus) => {
	const { status, text } = await client.post(body, key);
	expect(status).toBe(httpStatus);
	expect(JSON.parse(text)).toEqual({ code: expect.any(String), message: expect.any(String) });
	expect(client.emulator.ledger).toMatchObject([{ httpStatus, charged: 0, status: null }]);
	expect(JSON.stringify(client.emulator.ledger)).not.toContain('test-key');
});

test('a page that is sold twice is a duplicate', async () => {
	for (const user_id of ['u', 'v', 'u']) await client.payloadOf(POSTS, { user_id });
	expect(client.emulator.summary()).toMatchObject({ calls: 3, charged: 0.0045 });
	expect(client.emulator.summary().duplicates).toHaveLength(1);
});

test('a call is charged though its client left', async () => {
	client.emulator.configure({ latencyMs: 60_000 });
	const left = await client.callAndLeave(POSTS, { user_id: 'u' });
	expect(left).toMatchObject({ aborted: true, charged: 0.0015, delivered: false });
});

test('calls in flight are counted', async () => {
	client.emulator.configure({ latencyMs: 300 });
	await Promise.all(['a', 'b', 'c'].map((user_id) => client.call(POSTS, { user_id })));
	await client.call(POSTS, { user_id: 'd' });
	expect(client.emulator.ledger.map(({ concurrent }) => concurrent)).toEqual([1, 2, 3, 1]);
	expect(client.emulator.summary()).toMatchObject({ calls: 4, maxConcurrent: 3 });
});
