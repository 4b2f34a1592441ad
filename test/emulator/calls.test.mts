import { describe, expect, test } from '@jest/globals';

import { POSTS, bodyOf, useClient } from './client.mts';

const client = useClient();

describe('clients that leave and calls at once', () => {
	const leaveEarly = async () => {
		client.emulator.configure({ latencyMs: 5000 });
		const left = client.post(bodyOf(POSTS, { user_id: 'u' }), 'test-key', AbortSignal.timeout(50));
		await expect(left).rejects.toThrow();
		await client.emulator.settled();
		return client.emulator.ledger.at(-1);
	};

	test('a call is charged though its client left', async () => {
		expect(await leaveEarly()).toMatchObject({ aborted: true, charged: 0.0015, delivered: false });
		client.emulator.configure({ chargeAborted: false });
		expect(await leaveEarly()).toMatchObject({ aborted: true, charged: 0, delivered: false });
	});

	test('calls in flight are counted', async () => {
		client.emulator.configure({ latencyMs: 50 });
		await Promise.all(['a', 'b', 'c'].map((user_id) => client.call(POSTS, { user_id })));
		await client.call(POSTS, { user_id: 'd' });
		expect(client.emulator.ledger.map(({ concurrent }) => concurrent)).toEqual([1, 2, 3, 1]);
		expect(client.emulator.summary()).toMatchObject({ calls: 4, charged: 0.006, maxConcurrent: 3 });
	});
});
