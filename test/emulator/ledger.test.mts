import { expect, test } from '@jest/globals';

import { until } from '../harness/money.mts';
import { IMAGES, POSTS, useClient } from './client.mts';

const client = useClient();

test.each([
	['an invalid key, even without an endpoint', 'other', {}, 401],
	['a missing endpoint', 'test-key', {}, 400],
	['an unknown provider', 'test-key', { provider: 'x', endpoint: IMAGES }, 400],
	['an unknown endpoint', 'test-key', { provider: 'content-provider', endpoint: '/x' }, 404],
])('%s is refused, costs nothing and is in the ledger', async (_label, key, body, httpStatus) => {
	const headers = { authorization: `Bearer ${key}` };
	const { status } = await client.call(IMAGES, {}, { headers, body: JSON.stringify(body) });
	expect(status).toBe(httpStatus);
	expect(client.emulator.ledger).toMatchObject([{ httpStatus, charged: 0, status: null }]);
	expect(JSON.stringify(client.emulator.ledger)).not.toContain('test-key');
});

test('a page that is sold twice is a duplicate', async () => {
	for (const user_id of ['u', 'v', 'u']) await client.payloadOf(POSTS, { user_id });
	expect(client.emulator.summary()).toMatchObject({ calls: 3, charged: 0.0045 });
	expect(client.emulator.summary().duplicates).toHaveLength(1);
});

test('a call is charged even if its client disconnects', async () => {
	client.emulator.configure({ latencyMs: 60_000 });
	const disconnecting = new AbortController();
	const call = client.call(POSTS, { user_id: 'u' }, { signal: disconnecting.signal });
	const disconnected = expect(call).rejects.toThrow();
	await until(() => client.emulator.ledger.length > 0);
	disconnecting.abort();
	await disconnected;
	await client.emulator.settled();
	const entry = { aborted: true, charged: 0.0015, delivered: false };
	expect(client.emulator.ledger).toMatchObject([entry]);
});
