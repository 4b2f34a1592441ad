import { expect, test } from '@jest/globals';

import { Feed } from '../harness/feed.mts';
import { MOST_VALUES, NodeOnHost } from '../harness/nodeOnHost.mts';
import type { Run } from '../harness/nodeOnHost.mts';

const LINE = "n8n's memory failed: Error: the database is gone";

/** What n8n's log says of the memory. */
const saidOf = ({ logged }: { logged: string[] }) =>
	logged.filter((line) => !line.startsWith('bought: '));

test.each<[label: string, failsIn: number]>([
	['is opened', 1],
	['is asked', 2],
	['should remember', 6],
])('the cause of a memory that fails when it %s stands in the log', async (...row) => {
	const [, failsIn] = row;
	const feed = new Feed();
	feed.grow(20);
	const run: Partial<Run> = { limit: 5 };
	const failed = await new NodeOnHost(() => {}).execute([feed], { ...run, failsIn });
	expect(saidOf(failed)).toEqual([LINE]);
	expect(saidOf(await new NodeOnHost(() => {}).execute([feed], run))).toEqual([]);
});

test('so does that of a renewal that fails, though what is new is remembered', async () => {
	const feed = new Feed();
	feed.grow(12);
	const node = new NodeOnHost(() => {});
	await node.execute([feed], {});
	node.values.fill(0.5 * MOST_VALUES);
	feed.grow(1);
	// Opened, asked for one list in two rounds of two or three accesses, and then renewed.
	const lines: string[][] = [];
	for (let failsIn = 3; failsIn < 20 && lines.length === 0; failsIn++) {
		const outcome = await node.execute([feed], { failsIn });
		if (outcome.ids[0]!.length === 1 && saidOf(outcome).length > 0) {
			expect(outcome.said).not.toContain('could not');
			lines.push(saidOf(outcome));
		} else feed.grow(1);
	}
	expect(lines).toEqual([[LINE]]);
	expect((await node.execute([feed], {})).ids).toEqual([[]]);
});
