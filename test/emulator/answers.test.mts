import { describe, expect, test } from '@jest/globals';

import { IMAGES, POSTS, VIDEOS, useClient } from './client.mts';

const client = useClient();

describe('layers and cost', () => {
	test.each([
		['run', ['output', 'data', 'items']],
		['run+envelope', ['output', 'data', 'data', 'items']],
		['run+bare', ['output', 'data', 'data', 'items']],
		['envelope', ['data', 'data', 'items']],
		['bare', ['data', 'data', 'items']],
		['payload', ['data', 'items']],
	] as const)('layers: %s', async (layers, path) => {
		client.emulator.configure({ layers });
		const { json } = await client.call(IMAGES, { keyword: 'cats' });
		expect(path.reduce((value, name) => value[name], json)).toHaveLength(20);
	});

	test.each([
		['MICRO_DOLLAR', { billing: { reportedCost: { value: 1500, unit: 'MICRO_DOLLAR' } } }],
		['CENT', { billing: { reportedCost: { value: 0.15, unit: 'CENT' } } }],
		['DOLLAR', { billing: { reportedCost: { value: 0.0015, unit: 'DOLLAR' } } }],
		['cost', { cost: { value: 0.0015, currency: 'USD' } }],
		['none', { price: { amount: { value: 0.0015 } } }],
		['oldPrice', { price: { amount: 0.0015, currency: 'USD' } }],
	] as const)('billing: %s', async (billing, expected) => {
		client.emulator.configure({ billing });
		const { json } = await client.call(POSTS, { user_id: 'u' });
		expect(json).toMatchObject(expected);
		expect('billing' in json).toBe('billing' in expected);
		expect('cost' in json).toBe(billing === 'cost');
		expect(client.emulator.ledger[0]!.charged).toBe(0.0015);
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
