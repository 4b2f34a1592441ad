import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { expectDelivered, expectNoDefect } from '../harness/delivered.mts';
import { getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';

const world = useWorld({ settings: { size: 15 } });
const count = expectDelivered();

/** One thing that happens to a list or its watcher. */
type Step =
	| { add: number }
	| { edit: number }
	| { remove: 1 }
	| { run: { limit: number; fails: boolean; goesOn: boolean } };

const steps: fc.Arbitrary<Step[]> = fc.array(
	fc.oneof(
		fc.record({ add: fc.integer({ min: 1, max: 30 }) }),
		fc.record({ edit: fc.integer({ min: 0, max: 2 }) }),
		fc.constant({ remove: 1 as const }),
		fc.record({
			run: fc.record({
				limit: fc.integer({ min: 1, max: 40 }),
				fails: fc.boolean(),
				goesOn: fc.boolean(),
			}),
		}),
	),
	{ minLength: 3, maxLength: 12 },
);

let lists = 0;

/** Every record that came after the first run is delivered, once, unless it was deleted before. */
async function nothingIsLostOrDoubled(happens: Step[]): Promise<void> {
	const key = `list ${++lists}`;
	const delivered: string[] = [];
	const change = (changed: { add: number } | { edit: number } | { remove: 1 }) =>
		world.emulator.changeList(getPosts.name, key, changed);
	const ids = async (): Promise<string[]> => {
		const { records } = await world.run({
			...getPosts.parameters(key),
			output: 'raw',
			returnAll: true,
			pageSize: 500,
		});
		return records.map(getPosts.idOf);
	};
	const run = async (limit: number, goesOn = false) => {
		const onError = goesOn ? 'continueRegularOutput' : 'stopWorkflow';
		const { records, errors, error } = await world.run(
			{
				...getPosts.parameters(key),
				output: 'raw',
				limit,
				onlyNew: true,
			},
			{ mode: 'trigger', node: { onError } },
		);
		const { code } = (error?.errorResponse ?? {}) as { code?: string };
		expectNoDefect([...errors.map((each) => each.error.code), code]);
		count(records.length);
		for (const record of records) delivered.push(getPosts.idOf(record));
		return records.length;
	};

	await run(12);
	const first = await ids();
	for (const step of happens) {
		if (!('run' in step)) {
			change(step);
			continue;
		}
		const { limit, fails, goesOn } = step.run;
		if (fails) world.emulator.addFault({ kind: 'server', match: { page: 2, key } });
		await run(limit, goesOn);
	}
	// A fault may still wait for a page that its run did not ask for.
	for (let left = happens.length; left >= 0; left--) await run(1000);

	expect(new Set(delivered).size).toBe(delivered.length);
	const missing = (await ids()).filter((id) => !first.includes(id) && !delivered.includes(id));
	expect(missing).toEqual([]);
	expect(await run(1000)).toBe(0);
}

test('nothing new is lost, and nothing comes twice', async () => {
	await fc.assert(fc.asyncProperty(steps, nothingIsLostOrDoubled), {
		numRuns: Number(process.env.PROPERTY_RUNS ?? 10),
	});
}, 3_600_000);
