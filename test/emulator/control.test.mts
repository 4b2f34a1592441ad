import { expect, test } from '@jest/globals';

import { IMAGES, POSTS, parse, useClient } from './client.mts';

const client = useClient();

test('the control routes do what the object does', async () => {
	const control = async (method: string, path: string, body?: object) => {
		const init = { method, body: body && JSON.stringify(body) };
		const response = await fetch(`${client.emulator.url}/emulator${path}`, init);
		return { status: response.status, json: parse(await response.text()) };
	};
	expect((await control('GET', '')).json.endpoints).toContain(IMAGES);
	await control('PATCH', '/settings', { layers: 'payload' });
	expect(client.emulator.settings.layers).toBe('payload');
	expect((await control('PATCH', '/settings', { nonsense: 1 })).status).toBe(400);
	const list = { operation: 'fetch_user_posts_v2', key: 'u', list: { size: 2 } };
	await control('PUT', '/lists', list);
	const change = { operation: 'fetch_user_posts_v2', key: 'u', change: { add: 1 } };
	expect((await control('POST', '/lists/changes', change)).status).toBe(204);
	expect((await control('POST', '/lists/changes', { ...change, change: 1 })).status).toBe(400);
	await control('POST', '/faults', { kind: 'html', match: { call: 2 }, times: null });
	expect((await control('POST', '/faults', { kind: 'nonsense' })).status).toBe(400);
	const matched = { kind: 'html', match: { calls: 2 } };
	expect((await control('POST', '/faults', matched)).status).toBe(400);
	await client.call(POSTS, { user_id: 'u' });
	await client.call(POSTS, { user_id: 'u' });
	const { entries, summary } = (await control('GET', '/ledger')).json;
	expect(entries[0].recordIds).toHaveLength(3);
	expect(entries[1].fault).toBe('html');
	expect(summary.calls).toBe(2);
	expect((await control('POST', '/positions/expire')).status).toBe(204);
	await control('DELETE', '/ledger');
	expect(client.emulator.ledger).toEqual([]);
	await control('POST', '/reset');
	expect(client.emulator.settings.layers).toBe('run');
});
