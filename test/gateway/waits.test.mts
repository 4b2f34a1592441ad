import { describe, expect, test } from '@jest/globals';

import { getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';

const world = useWorld();

/** Milliseconds between the calls of lists that were limited in these ways, all in parallel. */
async function waitsAfter(retryAfters: string[], times: number): Promise<number[][]> {
	const waits = retryAfters.map(async (retryAfter, index) => {
		const list = `list-${index}-size-1`;
		world.emulator.addFault({ kind: 'rateLimited', retryAfter, times, match: { key: list } });
		const run = await world.run(getPosts.parameters(list));
		expect(run.status).toBe('success');
		const at = world.emulator.ledger.filter(({ key }) => key === list).map((call) => call.at);
		return at.slice(1).map((time, before) => time - (at[before] ?? 0));
	});
	return await Promise.all(waits);
}

test('a Retry-After that says nothing is no reason to ask again at once', async () => {
	const past = new Date(Date.now() - 60_000).toUTCString();
	const odd = ['-5', '3,5', '1.5', 'soon', '2099-01-01T00:00:00Z', past];
	for (const [first, second] of await waitsAfter(odd, 2)) {
		// Half of 500 ms at least, then half of twice as much.
		expect(first).toBeGreaterThanOrEqual(250);
		expect(second).toBeGreaterThanOrEqual(500);
	}
});

describe('a gateway whose clock', () => {
	test.each([
		['is an hour ahead', 3600],
		['is an hour behind', -3600],
	])('%s: a date of its own means what it says', async (_label, clockSkewSeconds) => {
		world.emulator.configure({ clockSkewSeconds });
		const [[wait] = []] = await waitsAfter(['date'], 1);
		// A date has whole seconds, and so has the clock that it is measured against.
		expect(wait).toBeGreaterThanOrEqual(900);
	});
});
