import { expect, test } from '@jest/globals';

import { someFloors } from '../../nodes/DataAccess/watch/handover.ts';
import { feedOf } from '../harness/feed.mts';
import { NodeOnHost, OLD } from '../harness/nodeOnHost.mts';
import type { Run } from '../harness/nodeOnHost.mts';

// What a run leaves to later runs, by how it ended.

const count = () => {};
const anyOrder = { order: 'default' } as const;
const baseline = { firstRun: 'baseline' } as const;

test.each<[how: string, Partial<Run>, returned: number, later: number, isOld: boolean]>([
	['at Limit', { limit: 12 }, 12, 0, true],
	['at Max Cost', { calls: 1 }, 12, 0, true],
	['by a failure', { failsAfter: 1 }, 12, 0, true],
	['at the end', {}, 40, 0, false],
	['by a failure, in any other order', { ...anyOrder, failsAfter: 1 }, 12, 28, false],
	['at Max Cost, in a baseline', { ...baseline, ...anyOrder, calls: 1 }, 0, 28, true],
	['by a failure, in a baseline', { ...baseline, ...anyOrder, failsAfter: 1 }, 0, 0, false],
])('what a first run that ended %s did not return is old, or comes later', async (...row) => {
	const [, { limit, calls, failsAfter, ...same }, returned, later, isOld] = row;
	const feed = feedOf(40);
	const node = new NodeOnHost(count);
	const first = await node.execute([feed], row[1]);
	expect([first.ids[0]!.length, OLD.test(first.said)]).toEqual([returned, isOld]);
	expect((await node.execute([feed], same)).ids[0]).toHaveLength(later);
});

test.each<[how: string, records: number, first: Partial<Run>, growth: number, later: number]>([
	['at Max Cost leaves the rest to the next one', 24, { calls: 1 }, 0, 12],
	['at the end was the first one', 12, {}, 20, 20],
])('a first run that meets only records of Resume From, and ends %s', async (...row) => {
	const [, records, how, growth, later] = row;
	const feed = feedOf(records + 1);
	const { report } = await new NodeOnHost(count).execute([feed], { limit: 1 });
	feed.remove(0, 1);
	const node = new NodeOnHost(count);
	await node.execute([feed], { limit: 12, resumeFrom: report[0]!.next });
	expect((await node.execute([feed], how)).ids).toEqual([[]]);
	feed.grow(growth);
	expect((await node.execute([feed], { limit: 12 })).ids[0]).toHaveLength(later);
});

test('a resumed run that is cut gives nothing up', async () => {
	const feed = feedOf(20);
	const node = new NodeOnHost(count);
	await node.execute([feed], {});
	feed.grow(60);
	const { report } = await node.execute([feed], { failsAfter: 1 });
	await node.execute([feed], { calls: 1, resumeFrom: report[0]!.next });
	expect((await node.execute([feed], {})).ids[0]).toHaveLength(36);
});

// The share is two calls, or the cap if that is less.
test.each<[what: string, lists: number, run: Partial<Run>, givenUp: number]>([
	['the only list, after the only call', 1, { calls: 1 }, 1],
	['none that had one call', 3, { calls: 3 }, 0],
	['one that had two calls', 3, { calls: 5 }, 1],
	['none that had two calls of a share of three', 2, { calls: 6 }, 0],
	['none that failed after its share', 3, { calls: 9, failsAfter: 5 }, 0],
])('what a run gives up under a cap: %s', async (_what, lists, run, givenUp) => {
	const feeds = Array.from({ length: lists }, () => feedOf(40));
	const node = new NodeOnHost(count);
	await node.execute(feeds, baseline);
	for (const feed of feeds) feed.grow(40);
	const { report } = await node.execute(feeds, { ...run, concurrency: 1 });
	expect(report.filter(({ notice }) => OLD.test(String(notice)))).toHaveLength(givenUp);
});

test.each([
	['of the times with rank 0, 1, 2, 4, 8, 16', '7 9 9 5 8 6', '7 9 9 5 8'],
	['not of an old record', '9 8- 7', '9 7'],
	['not of a record without a time', 'x 9', '9'],
])('the floors of a later run: %s', (_label, passed, floors) => {
	const records = passed.split(' ').map((mark) => ({
		...{ name: mark, isKnown: false, isAtFloor: false },
		time: mark === 'x' ? undefined : parseInt(mark, 10),
		state: mark.endsWith('-') ? ('old' as const) : ('new' as const),
	}));
	expect(someFloors(records).map(({ time }) => time)).toEqual(floors.split(' ').map(Number));
});
