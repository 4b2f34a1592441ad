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

/** Whether the service says truly where the list ends: else there is always something to go on with. */
const endsPlainly = ({ list }: Sample) => !list.endless && !list.lastPageRepeats;

/** Sets the sample up as lists of its own, and gives the parameters that ask for one of them. */
function setUp({ operation, size, pageSize, list }: Sample, count = 1) {
	world.renew();
	world.emulator.configure({ pageSizes: { [operation.name]: pageSize } });
	const number = ++samples;
	const names = Array.from({ length: count }, (_, index) => `s${number}-${index}-size-${size}`);
	for (const name of names)
		world.emulator.setList(operation.name, operation.listKey(name), { size, ...list });
	const parameters = (name = 'LIST'): IDataObject => ({
		...Object.fromEntries(
			Object.entries(operation.parameters(name)).map(([field, value]) => [
				field,
				// Where no name is given, that of the input item.
				String(value).includes('LIST')
					? `=${String(value).replace('LIST', '{{ $json.list }}')}`
					: value,
			]),
		),
		pageSize,
		returnAll: true,
		output: 'raw',
		maxCost: 0,
	});
	return { names, parameters };
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

test('resume: however a list is cut, the runs together deliver it whole, once', async () => {
	const property = fc.asyncProperty(
		anySample,
		fc.array(anyCut, { minLength: 1, maxLength: 6 }),
		async (sample, cuts) => {
			const { operation } = sample;
			const { names, parameters } = setUp(sample);
			const [name] = names;
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
						...parameters(name),
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
				const last = await runOnce({ ...parameters(name), options: { resumeFrom, reusePages } });
				delivered.push(...idsOf(last, operation));
			}
			const whole = wholeList(sample, name);
			expect(delivered).toEqual(whole);
			expect(whole).toHaveLength(sample.size);
			if (!sample.list.endless) expect(world.emulator.summary().duplicates).toEqual([]);
		},
	);
	await fc.assert(property, { numRuns: RUNS });
}, 3_600_000);

test('budget: no cap is ever exceeded, and nothing below it is left unbought', async () => {
	const property = fc.asyncProperty(
		anySample.filter(endsPlainly),
		fc.integer({ min: 1, max: 8 }),
		fc.integer({ min: 1, max: 8 }),
		fc.integer({ min: 0, max: 20 }),
		async (sample, count, concurrency, calls) => {
			const { operation } = sample;
			const { names, parameters } = setUp(sample, count);
			const cap = dollars(calls * operation.price + 0.0001);
			const run = await runOnce(
				{ ...parameters(), maxCost: cap, options: { concurrency } },
				{ items: names.map((list) => ({ list })) },
			);
			const { charged, duplicates } = world.emulator.summary();
			expect(charged).toBeLessThanOrEqual(cap);
			expect(duplicates).toEqual([]);
			expect(statementOf(run)).toMatchObject({
				calls: world.emulator.ledger.length,
				cost: charged,
			});
			const open = names.filter((_, item) => nextOf(run, item));
			// Lists stay open only where the money for one more call was not there.
			if (open.length > 0) expect(dollars(charged + operation.price)).toBeGreaterThan(cap);
			expect(idsOf(run, operation).sort()).toEqual(
				names.flatMap((name) => wholeList(sample, name)).sort(),
			);
		},
	);
	await fc.assert(property, { numRuns: RUNS });
}, 3_600_000);
