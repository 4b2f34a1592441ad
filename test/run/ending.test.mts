import { expect, jest, test } from '@jest/globals';

import { built } from '../harness/built.mts';
import { linesOfLog } from '../harness/log.mts';
import { safeIn } from '../harness/money.mts';
import { allPosts } from '../harness/operations.mts';
import { CONTINUE, useWorld } from '../harness/world.mts';

const world = useWorld();

const posts = (more: object = {}) => allPosts('size-8', more);

/** A watched list. Its Page Size is the default, because a smaller one would have no effect. */
const watched = allPosts('size-48', { pageSize: 12, onlyNew: true });

/** Makes a function, or a method of a class, throw once, as a bug in the node would. */
function breaks(module: string, name: string, ofClass?: string): void {
	const broken = () => {
		throw new TypeError('a bug');
	};
	const loaded = built<Record<string, any>>(module);
	jest.spyOn(ofClass ? loaded[ofClass].prototype : loaded, name).mockImplementationOnce(broken);
}

const codesIn = (errors: Array<{ error: { code?: unknown } }>) =>
	errors.map(({ error }) => error.code);

const bought = () => world.emulator.ledger.length;

const HAPPENED = ['list of what happened', 'deliver/happened', 'happenedIn'] as const;

test('after a bug before the records are delivered, Retry under Stop delivers all', async () => {
	const [, module, name] = HAPPENED;
	breaks(module, name);
	const failed = await world.run(posts(), { report: true });
	expect(failed.error?.errorResponse).toMatchObject({ code: 'UNEXPECTED', callsMade: 4 });
	expect(safeIn(failed.error?.description)).toEqual({ pages: 4 });
	const retry = await world.run(posts(), { report: true, context: failed.context });
	expect([retry.records.length, bought()]).toEqual([8, 4]);
});

const ROWS = [HAPPENED, ['end of a list', 'watch/conclusion', 'conclusionOf']] as const;

// Records that were not delivered are not remembered.
test.each(ROWS)(
	'after a bug in the %s under Continue, the next run delivers all',
	async (...row) => {
		const [, module, name] = row;
		const options = { ...CONTINUE, report: true, mode: 'trigger' } as const;
		breaks(module, name);
		const failed = await world.run(watched, options);
		expect([failed.records, codesIn(failed.errors)]).toEqual([[], ['UNEXPECTED']]);
		const next = await world.run(watched, options);
		expect([next.records.length, bought()]).toEqual([48, 4]);
	},
);

test.each([
	['sums', 'deliver/report', 'sumsOf'],
	['hint', 'deliver/hint', 'hintFor'],
	['report', 'deliver/report', 'reportOf'],
])('a bug in the %s, after all counts as delivered, costs nothing', async (_, module, name) => {
	breaks(module, name);
	const lines = linesOfLog();
	const run = await world.run(posts(), { report: true });
	expect([run.records.length, run.error, bought()]).toEqual([8, undefined, 4]);
	expect(lines).toContain('Data Access: failed once the records were delivered: TypeError');
});

test.each(['nothing', 'failed once'])(
	'an exception when the pages are released, after the memory was written, costs no record, and a log fails at: %s',
	async (fails) => {
		linesOfLog(fails);
		breaks('buy/buyer', 'endPass', 'Buyer');
		const run = await world.run(watched, { mode: 'trigger' });
		expect([run.records.length, run.error]).toEqual([48, undefined]);
	},
);

test('an exception when the memory is written costs no record', async () => {
	breaks('watch/memory', 'commit', 'Memory');
	const failed = await world.run(watched, { mode: 'trigger' });
	expect(failed.error?.errorResponse).toMatchObject({ code: 'UNEXPECTED' });
	const retry = await world.run(watched, { mode: 'trigger', context: failed.context });
	expect([retry.records.length, bought()]).toEqual([48, 4]);
});

test('an exception while a page of a watched list is judged fails only its item', async () => {
	breaks('watch/watchedList', 'judge', 'WatchedList');
	const parameters = { ...posts({ onlyNew: true }), userId: '={{ $json.list }}' };
	const items = ['a', 'b'].map((name) => ({ list: `${name} size-8` }));
	const run = await world.run(parameters, { ...CONTINUE, items, mode: 'trigger' });
	expect([run.records.length, codesIn(run.errors)]).toEqual([8, ['UNEXPECTED']]);
});
