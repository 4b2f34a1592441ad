import { beforeEach, expect, test } from '@jest/globals';

import { runOf, useGateway } from '../harness/gateway.mts';
import { searchImages } from '../harness/operations.mts';
import { API_KEY, useWorld } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();
beforeEach(() => {
	gateway.answerWith(() => ({ body: runOf({ data: { items: [] } }) }));
});

test.each([
	['alone', '', '/v1/run'],
	['with a slash', '/', '/v1/run'],
	['with a path', '/gateway/eu', '/gateway/eu/v1/run'],
	['with the entry point itself', '/v1/run', '/v1/run'],
	['with a path and the entry point', '/gateway/v1/run', '/gateway/v1/run'],
	['with the version', '/v1', '/v1/run'],
	['with a path that ends like a version', '/gateway-v1', '/gateway-v1/v1/run'],
])('the base URL %s leads to the entry point', async (_label, path, expected) => {
	const credential = { baseUrl: ` ${gateway.url}${path} ` };
	const run = await world.run(searchImages.parameters('a'), { credential });
	expect(run.status).toBe('success');
	expect(gateway.calls.map((call) => call.path)).toEqual([expected]);
});

test('key and provider are sent without the blanks of a copied text', async () => {
	const credential = { baseUrl: gateway.url, apiKey: ` ${API_KEY}\n`, provider: ' some-provider ' };
	await world.run(searchImages.parameters('a'), { credential });
	expect(gateway.calls).toHaveLength(1);
	expect(gateway.calls[0].headers.authorization).toBe(`Bearer ${API_KEY}`);
	expect(gateway.calls[0].body.provider).toBe('some-provider');
});

const NAMES = {
	...{ notesName: ' memo ', qaName: 'ask', chatSearchName: 'find' },
	...{ chatMpName: 'press', photosName: 'pictures' },
};
const EMPTY = Object.fromEntries(Object.keys(NAMES).map((name) => [name, ' ']));

test.each([
	['switched off', { customizePlatformNames: false, ...NAMES }],
	['left empty', { customizePlatformNames: true, ...EMPTY }],
])('if names of platforms are %s, the usual ones are sent', async (_label, credential) => {
	const run = await world.run(searchImages.parameters('size-3'), { credential });
	expect(run.records).toHaveLength(3);
	expect(world.emulator.ledger[0].endpoint).toBe(searchImages.endpoint);
});
