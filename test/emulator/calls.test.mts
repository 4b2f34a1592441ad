import { describe, expect, test } from '@jest/globals';

import { POSTS, useClient } from './client.mts';

const client = useClient();

describe('clients that leave and calls at once', () => {
	const leave = () => client.callAndLeave(POSTS, { user_id: 'u' });

	test('a call is charged though its client left', async () => {
		client.emulator.configure({ latencyMs: 60_000 });
		expect(await leave()).toMatchObject({ aborted: true, charged: 0.0015, delivered: false });
		client.emulator.configure({ chargeAborted: false });
		expect(await leave()).toMatchObject({ aborted: true, charged: 0, delivered: false });
	});

	test('calls in flight are counted', async () => {
		client.emulator.configure({ latencyMs: 300 });
		await Promise.all(['a', 'b', 'c'].map((user_id) => client.call(POSTS, { user_id })));
		await client.call(POSTS, { user_id: 'd' });
		expect(client.emulator.ledger.map(({ concurrent }) => concurrent)).toEqual([1, 2, 3, 1]);
		expect(client.emulator.summary()).toMatchObject({ calls: 4, charged: 0.006, maxConcurrent: 3 });
	});
});
