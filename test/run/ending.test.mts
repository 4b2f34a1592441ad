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

type Bug = [what: string, module: string, name: string, ofClass?: string];
const HAPPENED: Bug = ['list of what happened', 'deliver/happened', 'happenedIn'];

test.each<Bug>([HAPPENED, ['facts to remember', 'watch/memory', 'commit', 'Memory']])(
	'after a bug in the %s under Stop, Retry delivers all',
	async (...[, module, name, ofClass]) => {
		breaks(module, name, ofClass);
		const options = { report: true, mode: 'trigger' } as const;
		const failed = await world.run(watched, options);
		expect(failed.error?.errorResponse).toMatchObject({ code: 'UNEXPECTED', callsMade: 4 });
		expect(safeIn(failed.error?.description)).toEqual({ pages: 4 });
		const retry = await world.run(watched, { ...options, context: failed.context });
		expect([retry.records.length, bought()]).toEqual([48, 4]);
	},
);

// Records that were not delivered are not remembered.
test.each<Bug>([HAPPENED, ['end of a list', 'watch/conclusion', 'conclusionOf']])(
	'after a bug in the %s under Continue, the next run delivers all',
	async (_, module, name) => {
		breaks(module, name);
		const options = { ...CONTINUE, report: true, mode: 'trigger' } as const;
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

test('a Stop before the new records are remembered keeps the pages, and the next run delivers all', async () => {
	let stop = () => {};
	const { RememberedFacts } = built<Record<string, any>>('watch/rememberedFacts');
	jest.spyOn(RememberedFacts.prototype, 'makeRoom').mockImplementationOnce(async () => stop());
	const stopped = await world.run(watched, { mode: 'trigger', onStart: (it) => (stop = it) });
	expect(stopped.status).toBe('canceled');
	const next = await world.run(watched, { mode: 'trigger' });
	expect([next.records.length, bought()]).toEqual([48, 4]);
});
