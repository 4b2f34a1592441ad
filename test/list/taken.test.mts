import { expect, test } from '@jest/globals';

import type * as queriesModule from '../../nodes/DataAccess/operations/queries.ts';
import { built } from '../harness/built.mts';
import { getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';

const world = useWorld({ settings: { size: 30 } });

const { queries } = built<typeof queriesModule>('operations/queries');
const posts = queries.find(({ resource, name }) => `${resource}: ${name}` === 'user: getPosts')!;

test.each([
	['whose records cannot be delivered', 'simplify', false],
	['that cannot be judged', 'sortTimeOf', true],
] as const)('a page %s is not bought again', async (_label, broken, onlyNew) => {
	const whole = posts[broken];
	const parameters = { ...getPosts.parameters('u'), onlyNew, returnAll: true, pageSize: 12 };
	const read = async (resumeFrom?: string) =>
		await world.run(
			{ ...parameters, ...(resumeFrom ? { onlyNew: false, options: { resumeFrom } } : {}) },
			{ mode: 'trigger', node: { onError: 'continueRegularOutput' }, report: true },
		);
	let count = 0;
	posts[broken] = ((...given: Parameters<NonNullable<typeof whole>>) => {
		if ((count += 1) >= 24) throw new Error('no');
		return (whole as Function)(...given);
	}) as never;
	const cut = await read().finally(() => (posts[broken] = whole as never));
	expect([cut.errors.length, cut.report[0]!.pages]).toEqual([1, world.emulator.ledger.length]);
	const rest = await read(JSON.stringify(cut.report[0]!.next));
	expect(rest.errors).toEqual([]);
	const ids = [...cut.records, ...rest.records].map(({ id }) => id);
	expect([ids.length, new Set(ids).size]).toEqual([30, 30]);
	expect(world.emulator.ledger).toHaveLength(3);
});
