import { describe, expect, jest, test } from '@jest/globals';

import type * as buyer from '../../nodes/DataAccess/buy/buyer.ts';
import type * as memory from '../../nodes/DataAccess/watch/memory.ts';
import type * as watchedList from '../../nodes/DataAccess/watch/watchedList.ts';
import { built } from '../harness/built.mts';
import { safeIn } from '../harness/money.mts';
import { allPosts } from '../harness/operations.mts';
import { CONTINUE, useWorld } from '../harness/world.mts';

const world = useWorld();

const posts = (more: object = {}) => allPosts('size-8', more);

/** A watched list, whose pages are no smaller than usual. */
const watched = allPosts('size-48', { pageSize: 12, onlyNew: true });

/** A bug in the node, which shows once. */
function breaks(module: string, name: string): void {
	const broken = () => {
		throw new TypeError('a bug');
	};
	jest.spyOn(built<Record<string, () => unknown>>(module), name).mockImplementationOnce(broken);
}

const codesIn = (errors: Array<{ error: { code?: unknown } }>) =>
	errors.map(({ error }) => error.code);

describe.each([
	['report', 'deliver/report', 'reportOf'],
	['list of what happened', 'deliver/happened', 'happenedIn'],
])('an exception in the %s costs no record', (_label, module, name) => {
	const bought = () => world.emulator.ledger.length;

	test('under Stop: n8n’s Retry delivers them', async () => {
		breaks(module, name);
		const failed = await world.run(posts(), { report: true });
		expect(failed.error?.errorResponse).toMatchObject({ code: 'UNEXPECTED', callsMade: 4 });
		expect(safeIn(failed.error?.description)).toEqual({ pages: 4 });
		const retry = await world.run(posts(), { report: true, context: failed.context });
		expect([retry.records.length, bought()]).toEqual([8, 4]);
	});

	test('under Continue: the next run delivers them, and nothing is remembered', async () => {
		const options = { ...CONTINUE, report: true, mode: 'trigger' } as const;
		breaks(module, name);
		const failed = await world.run(watched, options);
		expect([failed.records, codesIn(failed.errors)]).toEqual([[], ['UNEXPECTED']]);
		const next = await world.run(watched, options);
		expect([next.records.length, bought()]).toEqual([48, 4]);
	});
});

test.each([
	['sums', 'deliver/report', 'sumsOf'],
	['hint', 'deliver/hint', 'hintFor'],
])(
	'an exception in the %s, after all counts as delivered, costs no record',
	async (_, module, name) => {
		breaks(module, name);
		const run = await world.run(posts());
		expect([run.records.length, world.emulator.ledger.length]).toEqual([8, 4]);
	},
);

test('an exception when the pages are released, after the memory was written, costs no record', async () => {
	const { Buyer } = built<typeof buyer>('buy/buyer');
	jest.spyOn(Buyer.prototype, 'release').mockRejectedValueOnce(new TypeError('a bug'));
	const run = await world.run(watched, { mode: 'trigger' });
	expect([run.records.length, run.error]).toEqual([48, undefined]);
});

test('an exception when the memory is written costs no record', async () => {
	const { Memory } = built<typeof memory>('watch/memory');
	jest.spyOn(Memory.prototype, 'commit').mockRejectedValueOnce(new TypeError('a bug'));
	const failed = await world.run(watched, { mode: 'trigger' });
	expect(failed.error?.errorResponse).toMatchObject({ code: 'UNEXPECTED' });
	const retried = { mode: 'trigger', context: failed.context } as const;
	const retry = await world.run(watched, retried);
	expect([retry.records.length, world.emulator.ledger.length]).toEqual([48, 4]);
});

test('an exception while a page of a watched list is judged costs its item alone', async () => {
	const { WatchedList } = built<typeof watchedList>('watch/watchedList');
	jest.spyOn(WatchedList.prototype, 'judge').mockImplementationOnce(() => {
		throw new TypeError('a bug');
	});
	const parameters = { ...posts({ onlyNew: true }), userId: '={{ $json.list }}' };
	const items = ['a', 'b'].map((name) => ({ list: `${name} size-8` }));
	const run = await world.run(parameters, { ...CONTINUE, items, mode: 'trigger' });
	expect([run.records.length, codesIn(run.errors)]).toEqual([8, ['UNEXPECTED']]);
});

test('an exception at the end of a list costs no record: the next run delivers all', async () => {
	breaks('watch/conclusion', 'conclude');
	const options = { ...CONTINUE, mode: 'trigger' } as const;
	const failed = await world.run(watched, options);
	expect([failed.records, codesIn(failed.errors)]).toEqual([[], ['UNEXPECTED']]);
	const next = await world.run(watched, options);
	expect([next.records.length, world.emulator.ledger.length]).toEqual([48, 4]);
});
