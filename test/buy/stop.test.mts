import { expect, test } from '@jest/globals';

import { idsOf, soldIds, stopOnce } from '../harness/money.mts';
import { allPosts, getPosts, itemsOf } from '../harness/operations.mts';
import { contextOf, useWorld } from '../harness/world.mts';
import type { NodeRun } from '../harness/world.mts';

const world = useWorld();

const CONCURRENCY = 5;
const posts = allPosts('={{ $json.list }}', { options: { concurrency: CONCURRENCY } });

/** Runs until the ledger has this many calls, then stops as a user would. */
async function stopAfter(
	calls: number,
	items: Array<{ list: string }>,
	onError: 'stopWorkflow' | 'continueRegularOutput',
): Promise<NodeRun> {
	const onStart = stopOnce(() => world.emulator.ledger.length >= calls);
	return await world.run(posts, { items, node: { onError }, onStart });
}

test('a Stop aborts the calls in flight and buys nothing more', async () => {
	// No response ever arrives, so only the Stop ends the run.
	world.emulator.addFault({ kind: 'hang', times: Infinity });
	const run = await stopAfter(CONCURRENCY, itemsOf(20, 4), 'stopWorkflow');
	const { ledger } = world.emulator;
	expect(run.status).toBe('canceled');
	expect(ledger).toHaveLength(CONCURRENCY);
	const outcomes = ledger.map(({ aborted, delivered }) => [aborted, delivered]);
	expect(outcomes).toEqual(ledger.map(() => [true, false]));
});

test('pages that were bought before a Stop are used by the next execution', async () => {
	const items = itemsOf(20, 4);
	const whole = 25;
	// The last five responses never arrive. All others have been read when the Stop comes.
	for (let call = whole + 1; call <= whole + CONCURRENCY; call++) {
		world.emulator.addFault({ kind: 'hang', match: { call } });
	}
	const run = await stopAfter(whole + CONCURRENCY, items, 'continueRegularOutput');
	expect(run.status).toBe('canceled');
	const { ledger } = world.emulator;
	expect(ledger).toHaveLength(whole + CONCURRENCY);

	const next = await world.run(posts, { items });
	expect(next.records).toHaveLength(80);
	expect(idsOf(next, getPosts).sort()).toEqual(soldIds(ledger).sort());
	expect(ledger).toHaveLength(40 + CONCURRENCY);
	expect(world.emulator.summary().duplicates).toEqual([]);
	expect(contextOf(next)).toMatchObject({ reusedPages: whole });
});
