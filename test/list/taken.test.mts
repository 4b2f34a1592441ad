import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type * as queriesModule from '../../nodes/DataAccess/operations/queries.ts';
import { built } from '../harness/built.mts';
import { getPosts } from '../harness/operations.mts';
import { CONTINUE, useWorld } from '../harness/world.mts';

const world = useWorld({ settings: { size: 30 } });

const { queries } = built<typeof queriesModule>('operations/queries');
const posts = queries.find(({ resource, name }) => `${resource}: ${name}` === 'user: getPosts')!;

type Broken = 'simplify' | 'sortTimeOf';

/** Does the work while a function of the query throws, from a certain call on. */
async function whileBroken<T>(name: Broken, from: number, work: () => Promise<T>): Promise<T> {
	const whole = posts[name] as Function;
	let count = 0;
	posts[name] = ((...given: unknown[]) => {
		if ((count += 1) >= from) throw new Error('no');
		return whole(...given);
	}) as never;
	return await work().finally(() => (posts[name] = whole as never));
}

const read = async (parameters: IDataObject, items: IDataObject[] = [{ user: 'u' }]) =>
	await world.run(
		{ ...getPosts.parameters(''), userId: '={{ $json.user }}', pageSize: 12, ...parameters },
		{ items, mode: 'trigger', ...CONTINUE, report: true },
	);

test.each([
	['whose records cannot be delivered', 'simplify', false, false],
	['that cannot be judged', 'sortTimeOf', true, false],
	['that cannot be judged, and is resumed with Only New Records', 'sortTimeOf', true, true],
] as const)('a page %s is not bought again', async (_label, broken, onlyNew, resumesNew) => {
	const all = { returnAll: true };
	const cut = await whileBroken(broken, 24, async () => await read({ ...all, onlyNew }));
	expect([cut.errors.length, cut.report[0]!.pages]).toEqual([1, world.emulator.ledger.length]);
	const resumeFrom = JSON.stringify(cut.report[0]!.next);
	const rest = await read({ ...all, onlyNew: resumesNew, options: { resumeFrom } });
	expect(rest.errors).toEqual([]);
	const ids = [...cut.records, ...rest.records].map(({ id }) => id);
	expect([ids.length, new Set(ids).size]).toEqual([30, 30]);
	expect(world.emulator.ledger).toHaveLength(3);
});

test('a first page that cannot be judged is not bought again, even if another list was remembered', async () => {
	const [onlyNew, users] = [true, [{ user: 'u' }, { user: 'v' }]];
	const inOne = { onlyNew, pageSize: 30, options: { concurrency: 1 } };
	const broken = await whileBroken('sortTimeOf', 31, async () => await read(inOne, users));
	expect([broken.records.length, broken.errors.length]).toEqual([30, 1]);
	expect((await read(inOne, users)).records).toHaveLength(30);
	// Only the first list is bought again.
	expect(world.emulator.ledger).toHaveLength(3);
});
