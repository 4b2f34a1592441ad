import { describe, expect, test } from '@jest/globals';

import { IMAGES, bodyOf, useClient } from './client.mts';

const client = useClient();

describe('refusals that cost nothing', () => {
	test.each([
		['no key', null, bodyOf(IMAGES, { keyword: 'cats' }), 401],
		['a wrong key', 'other', bodyOf(IMAGES, { keyword: 'cats' }), 401],
		['a wrong key before a body without endpoint', 'other', '{}', 401],
		['no endpoint', 'test-key', '{}', 400],
		['a body that is no JSON', 'test-key', 'nonsense', 400],
		['an unknown provider', 'test-key', JSON.stringify({ provider: 'x', endpoint: IMAGES }), 400],
		['an unknown endpoint', 'test-key', bodyOf('/api/v1/notes/nothing', {}), 404],
	])('%s', async (_label, key, body, httpStatus) => {
		const { status, text } = await client.post(body, key);
		expect(status).toBe(httpStatus);
		expect(JSON.parse(text)).toEqual({ code: expect.any(String), message: expect.any(String) });
		expect(client.emulator.ledger).toHaveLength(1);
		expect(client.emulator.ledger[0]).toMatchObject({ httpStatus, charged: 0, status: null });
		expect(JSON.stringify(client.emulator.ledger)).not.toContain('test-key');
	});
});
