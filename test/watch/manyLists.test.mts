import { expect, test } from '@jest/globals';

import { getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';

const world = useWorld({ settings: { size: 12 } });

const RULES = { userId: '={{ $json.user }}', output: 'raw', onlyNew: true, maxCost: 0 };

test('four lists in rounds of a loop: every new record comes once, for one call a list', async () => {
	const items = ['a', 'b', 'c', 'd'].map((user) => ({ user }));
	const parameters = { ...getPosts.parameters(''), ...RULES, firstRun: 'baseline' };
	const read = async () => {
		// Without an item, n8n ends a loop.
		const node = { alwaysOutputData: true };
		const { rounds } = await world.runLoop(parameters, { items, mode: 'trigger', node });
		return rounds.flat().filter(({ json }) => json.id);
	};
	expect(await read()).toEqual([]);
	for (const add of [2, 0]) {
		for (const { user } of items) world.emulator.changeList(getPosts.name, user, { add });
		const before = world.emulator.ledger.length;
		expect(await read()).toHaveLength(4 * add);
		expect(world.emulator.ledger.length - before).toBe(4);
	}
});

test('a first run of a hundred lists reads and writes the memory a dozen times', async () => {
	const items = Array.from({ length: 100 }, (_, at) => ({ user: `first ${at}` }));
	const parameters = { ...getPosts.parameters(''), ...RULES };
	const { records } = await world.run(parameters, { items, mode: 'trigger' });
	expect(records).toHaveLength(1200);
	expect(world.engine.remembered.calls).toBeLessThanOrEqual(12);
});
