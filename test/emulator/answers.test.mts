import { describe, expect, test } from '@jest/globals';

import { IMAGES, VIDEOS, useClient } from './client.mts';

const client = useClient();

describe('layers and cost', () => {
	test.each([
		['run', ['output', 'data', 'items']],
		['run+envelope', ['output', 'data', 'data', 'items']],
		['envelope', ['data', 'data', 'items']],
		['payload', ['data', 'items']],
	] as const)('layers: %s', async (layers, path) => {
		client.emulator.configure({ layers });
		const { json } = await client.call(IMAGES, { keyword: 'cats' });
		expect(path.reduce((value, name) => value[name], json)).toHaveLength(20);
	});

	test('the two prices that are stated, and a set one', async () => {
		await client.payloadOf(VIDEOS, { keyword: 'cats' });
		client.emulator.configure({ price: 'described' });
		await client.payloadOf(VIDEOS, { keyword: 'dogs' });
		await client.payloadOf(IMAGES, { keyword: 'dogs' });
		client.emulator.configure({ prices: { fetch_search_videos: 0.5 } });
		await client.payloadOf(VIDEOS, { keyword: 'birds' });
		expect(client.emulator.ledger.map(({ charged }) => charged)).toEqual([0.015, 0.01, 0.015, 0.5]);
	});
});
