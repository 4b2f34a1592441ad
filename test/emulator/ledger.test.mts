import { expect, test } from '@jest/globals';

import { until } from '../harness/money.mts';
import { IMAGES, POSTS, useClient } from './client.mts';

const client = useClient();

test.each([
	['a wrong key before a body without endpoint', 'other', {}, 401],
	['no endpoint', 'test-key', {}, 400],
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

test('a call is charged though its client left', async () => {
	client.emulator.configure({ latencyMs: 60_000 });
	const leaving = new AbortController();
	const call = client.call(POSTS, { user_id: 'u' }, { signal: leaving.signal });
	const left = expect(call).rejects.toThrow();
	await until(() => client.emulator.ledger.length > 0);
	leaving.abort();
	await left;
	await client.emulator.settled();
	const entry = { aborted: true, charged: 0.0015, delivered: false };
	expect(client.emulator.ledger).toMatchObject([entry]);
});

test('the control routes do what the object does', async () => {
	const control = async (method: string, path: string, body?: object) =>
		await client.ask(`emulator${path}`, { method, body: body && JSON.stringify(body) });
	expect((await control('GET', '')).json.endpoints).toContain(IMAGES);
	await control('PATCH', '/settings', { layers: 'payload' });
	expect((await control('PATCH', '/settings', { nonsense: 1 })).status).toBe(400);
	const ofU = { operation: 'fetch_user_posts_v2', key: 'u' };
	await control('PUT', '/lists', { ...ofU, list: { size: 2 } });
	expect((await control('POST', '/lists/changes', { ...ofU, change: { add: 1 } })).status).toBe(
		204,
	);
	expect((await control('POST', '/lists/changes', { ...ofU, change: 1 })).status).toBe(400);
	await control('POST', '/faults', { kind: 'html', match: { call: 2 }, times: null });
	expect((await control('POST', '/faults', { kind: 'nonsense' })).status).toBe(400);
	for (let call = 0; call < 2; call++) await client.call(POSTS, { user_id: 'u' });
	const { entries, summary } = (await control('GET', '/ledger')).json;
	expect([entries[0].recordIds.length, entries[1].fault, summary.calls]).toEqual([3, 'html', 2]);
	await control('DELETE', '/ledger');
	expect(client.emulator.ledger).toEqual([]);
	await control('POST', '/reset');
	expect(client.emulator.settings.layers).toBe('run');
});
