import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { ListSettings } from '../../emulator/emulator.mts';
import { expectDelivered, expectNoDefect } from '../harness/delivered.mts';
import { callsFor, dollars, idsOf, nextOf, soldIds, statementOf } from '../harness/money.mts';
import { operations } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { startWorld } from '../harness/world.mts';
import type { NodeRun, World } from '../harness/world.mts';

const RUNS = Number(process.env.PROPERTY_RUNS ?? 25);

let world: World;
beforeAll(async () => {
	world = await startWorld();
});
afterAll(() => world.close());

const count = expectDelivered();

/** Runs the node, which must meet no defect of its own; what it delivers counts. */
async function runOnce(...given: Parameters<World['run']>): Promise<NodeRun> {
	const run = await world.run(...given);
	const { code } = (run.error?.errorResponse ?? {}) as { code?: string };
	expectNoDefect([...run.errors.map(({ error }) => error.code), code]);
	count(run.records.length);
	return run;
}

let samples = 0;

/** A list of some size and with some of the traps of docs/development/gateway.md, Paging. */
interface Sample {
	operation: OperationCase;
	size: number;
	pageSize: number;
	list: Partial<ListSettings>;
}

const anySample: fc.Arbitrary<Sample> = fc.record({
	operation: fc.constantFrom(...operations),
	size: fc.integer({ min: 0, max: 25 }),
	pageSize: fc.integer({ min: 1, max: 8 }),
	list: fc.oneof(
		fc.record({ repeats: fc.integer({ min: 0, max: 7 }), shortPages: fc.boolean() }),
		fc.record({ equalIds: fc.boolean(), lastPageRepeats: fc.boolean() }),
		fc.constant({ endless: true }),
	),
});

/** Sets the sample up as a list of its own, and gives the parameters that ask for it. */
function setUp({ operation, size, pageSize, list }: Sample) {
	world.renew();
	world.emulator.configure({ pageSizes: { [operation.name]: pageSize } });
	const name = `s${++samples}-size-${size}`;
	world.emulator.setList(operation.name, operation.listKey(name), { size, ...list });
	const parameters: IDataObject = {
		...operation.parameters(name),
		pageSize,
		returnAll: true,
		output: 'raw',
		maxCost: 0,
	};
	return { name, parameters };
}

/** The whole list, once, in its order: what the pages hold that were sold, without repetitions. */
function wholeList({ operation, size, list }: Sample, name: string): string[] {
	const sold = soldIds(callsFor(world, operation, [name]));
	// Two records of equal id are two records; they come together, so none is a repetition.
	if (list.equalIds) return sold.slice(0, size);
	return [...new Set(sold)];
}

/** How a run is to end before the list does. */
type Cut = { limit: number } | { cap: number } | { fault: number };

const anyCut: fc.Arbitrary<Cut> = fc.oneof(
	fc.record({ limit: fc.integer({ min: 1, max: 9 }) }),
	fc.record({ cap: fc.integer({ min: 1, max: 3 }) }),
	fc.record({ fault: fc.integer({ min: 1, max: 3 }) }),
);

test('resume: however a list is cut, the runs together deliver it whole, once but for what the service repeats', async () => {
	const property = fc.asyncProperty(
		anySample,
		fc.array(anyCut, { minLength: 1, maxLength: 6 }),
		async (sample, cuts) => {
			const { operation } = sample;
			const { name, parameters } = setUp(sample);
			const delivered: string[] = [];
			let resumeFrom: IDataObject | '' | undefined = '';
			// A page that Limit cut is bought again for its rest, unless Reuse Pages has it.
			let reusePages = 0;
			for (const cut of [...cuts, null]) {
				if (resumeFrom === undefined) break;
				const begun = world.emulator.ledger.length;
				if (cut && 'fault' in cut) {
					world.emulator.addFault({ kind: 'platform', match: { call: begun + cut.fault } });
				}
				const run: NodeRun = await runOnce(
					{
						...parameters,
						...(cut && 'limit' in cut ? { returnAll: false, limit: cut.limit } : {}),
						...(cut && 'cap' in cut ? { maxCost: dollars(cut.cap * operation.price) } : {}),
						options: { resumeFrom, reusePages },
					},
					{ node: { onError: 'continueRegularOutput' }, report: true },
				);
				delivered.push(...idsOf(run, operation));
				const mine = world.emulator.ledger.slice(begun);
				const charged = dollars(mine.reduce((sum, entry) => sum + entry.charged, 0));
				expect(statementOf(run)).toMatchObject({ calls: mine.length, cost: charged });
				if (cut && 'cap' in cut) {
					expect(mine.length).toBeLessThanOrEqual(cut.cap);
				}
				resumeFrom = nextOf(run, 0);
				reusePages = cut && 'limit' in cut ? 60 : 0;
				// What waits for a fault that no call met would meet the next run.
				if (cut && 'fault' in cut && mine.length < cut.fault) break;
			}
			if (resumeFrom) {
				const last = await runOnce({ ...parameters, options: { resumeFrom, reusePages } });
				delivered.push(...idsOf(last, operation));
			}
			const whole = wholeList(sample, name);
			const { repeats = 0, lastPageRepeats, endless } = sample.list;
			const isRepeating = repeats > 0 || lastPageRepeats === true || endless === true;
			// What the service repeats across a resume may come once more.
			expect(isRepeating ? [...new Set(delivered)] : delivered).toEqual(
				isRepeating ? [...new Set(whole)] : whole,
			);
			expect(delivered.length).toBeGreaterThanOrEqual(whole.length);
			expect(whole).toHaveLength(sample.size);
			if (!sample.list.endless) expect(world.emulator.summary().duplicates).toEqual([]);
		},
	);
	await fc.assert(property, { numRuns: RUNS });
}, 3_600_000);
