import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';

/** As many as wanted: MANY_LISTS=1000 npx jest test/watch/manyLists */
const LISTS = Number(process.env.MANY_LISTS ?? 4);

const world = useWorld({ settings: { size: 12 } });

const users = Array.from({ length: LISTS }, (_, at) => ({ user: `user ${at}` }));

const RULES = { userId: '={{ $json.user }}', output: 'raw', onlyNew: true, maxCost: 0 };

/** The ways in which a workflow reads many lists, each once. */
const ways: Array<[string, (parameters: IDataObject) => Promise<IDataObject[]>]> = [
	[
		'in one execution',
		async (parameters) => (await world.run(parameters, { items: users, mode: 'trigger' })).records,
	],
	[
		'in rounds of a loop',
		async (parameters) => {
			// Without an item, n8n ends a loop.
			const node = { alwaysOutputData: true };
			const { rounds } = await world.runLoop(parameters, { items: users, mode: 'trigger', node });
			return rounds.flatMap((items) => items.map(({ json }) => json)).filter(({ id }) => id);
		},
	],
	[
		'in an execution each',
		async (parameters) => {
			const records: IDataObject[] = [];
			for (const item of users) {
				const run = await world.run(parameters, { items: [item], mode: 'trigger' });
				records.push(...run.records);
			}
			return records;
		},
	],
];

test.each(ways)(
	`${LISTS} lists of 12 records, read %s: every new record comes once, for one call a list`,
	async (label, read) => {
		const isBaseline = label === 'in rounds of a loop';
		const firstRun = isBaseline ? 'baseline' : 'emit';
		const parameters = { ...getPosts.parameters(''), ...RULES, firstRun };
		expect(await read(parameters)).toHaveLength(isBaseline ? 0 : LISTS * 12);
		for (const add of [2, 0]) {
			for (const { user } of users) world.emulator.changeList(getPosts.name, user, { add });
			const before = world.emulator.ledger.length;
			expect(await read(parameters)).toHaveLength(LISTS * add);
			expect(world.emulator.ledger.length - before).toBe(LISTS);
		}
	},
	3_600_000,
);

test('a first run of a hundred lists reads and writes the memory a dozen times', async () => {
	const items = Array.from({ length: 100 }, (_, at) => ({ user: `first ${at}` }));
	const parameters = { ...getPosts.parameters(''), ...RULES };
	const { records } = await world.run(parameters, { items, mode: 'trigger' });
	expect(records).toHaveLength(1200);
	expect(world.engine.remembered.calls).toBeLessThanOrEqual(12);
});
