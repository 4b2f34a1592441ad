import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { skipWaits } from '../harness/clock.mts';
import { expectDelivered } from '../harness/delivered.mts';
import { ANSWERED, LOST } from '../harness/failures.mts';
import { callsFor, dollars, nextsOf, soldIds, statementOf } from '../harness/money.mts';
import { operations } from '../harness/operations.mts';
import { API_KEY, NO_TIME, useWorld } from '../harness/world.mts';
import type { NodeRun } from '../harness/world.mts';

const FAILURES = [...ANSWERED, ...LOST];

/** For more runs, or others: FUZZ_RUNS=20000 FUZZ_SEED=7 npx jest test/buy/fuzz */
const RUNS = Number(process.env.FUZZ_RUNS ?? FAILURES.length);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);

type ValueOf<Of> = Of extends fc.Arbitrary<infer Value> ? Value : never;

/** Maximum number of runs until every list is complete. Each fault happens once. */
const MOST_ROUNDS = 120;

const world = useWorld();
const count = expectDelivered();

/** A failure that happens from a certain call on, by its number in the ledger. */
const anyTrouble = fc.record({
	row: fc.constantFrom(...FAILURES),
	call: fc.integer({ min: 1, max: 20 }),
});
type Trouble = ValueOf<typeof anyTrouble>;

/** Adds a fault to each of as many calls in a row as it takes to exhaust the node's retries. */
function addTrouble({ row, call }: Trouble): void {
	const { times, ...fault } = row.fault;
	for (let more = 0; more < (times ?? 1); more++) {
		world.emulator.addFault({ ...fault, match: { call: call + more } });
	}
}

const anySetting = fc.record({
	operation: fc.constantFrom(...operations),
	pageSize: fc.integer({ min: 1, max: 8 }),
	list: fc.oneof(
		fc.record({ repeats: fc.integer({ min: 0, max: 7 }), shortPages: fc.boolean() }),
		fc.record({ equalIds: fc.boolean(), repeats: fc.constant(0) }),
	),
	/** The list of each input item, by number. Items with equal numbers are equal. */
	items: fc.array(
		fc.record({ list: fc.integer({ min: 0, max: 3 }), size: fc.integer({ min: 0, max: 12 }) }),
		{ minLength: 1, maxLength: 4 },
	),
	/** Maximum number of records that each run delivers of a list; 0 for all. */
	limit: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9 })),
	/** The number of calls that Max Cost pays for; 0 for no cap. */
	calls: fc.oneof(fc.constant(0), fc.integer({ min: 2, max: 6 })),
	options: fc.record({ concurrency: fc.integer({ min: 1, max: 4 }) }),
	node: fc.record({
		onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
		retryOnFail: fc.boolean(),
		maxTries: fc.integer({ min: 2, max: 3 }),
		waitBetweenTries: fc.constant(1),
	}),
	faults: fc.array(anyTrouble, { maxLength: 4 }),
});
type Setting = ValueOf<typeof anySetting>;

/** Returns the failures in turn, each at one of the first three calls, in addition to the random ones. */
const inTurn = (at: number): Trouble => ({
	row: FAILURES[at % FAILURES.length]!,
	call: 1 + (at % 3),
});

let settings = 0;

function setUp({ operation, pageSize, list, items }: Setting) {
	world.renew();
	world.emulator.configure({ pageSizes: { [operation.name]: pageSize } });
	const number = ++settings;
	// A list has one size, even if several items have it.
	const sizes = new Map(items.map(({ list: name, size }) => [name, size]));
	const names = items.map(({ list: name }) => `f${number}-${name}-size-${sizes.get(name)}`);
	for (const name of names) {
		const size = Number(/size-(\d+)/.exec(name)?.[1]);
		world.emulator.setList(operation.name, operation.listKey(name), { size, ...list });
	}
	return names;
}

function parametersOf({ operation, pageSize, limit, calls, options }: Setting): IDataObject {
	const fields = Object.entries(operation.parameters('LIST')).map(([name, value]) => [
		name,
		String(value).includes('LIST')
			? `=${String(value).replace('LIST', '{{ $json.list }}')}`
			: value,
	]);
	return {
		...Object.fromEntries(fields),
		pageSize,
		returnAll: limit === 0,
		...(limit > 0 && { limit }),
		output: 'raw',
		maxCost: dollars(calls * operation.price),
		// A page that Limit cut is bought again for its rest, unless Reuse Pages has it.
		options: { ...options, reusePages: limit > 0 ? 60 : NO_TIME },
	};
}

/** Checks what holds for every run, however it ends. */
function checkRun(run: NodeRun, { calls: most, operation, faults }: Setting, begun: number): void {
	const mine = world.emulator.ledger.slice(begun);
	const charged = dollars(mine.reduce((sum, entry) => sum + entry.charged, 0));
	const { calls, cost, possible } = statementOf(run);
	const { code } = (run.error?.errorResponse ?? { code: undefined }) as { code?: string };
	const codes = [...run.errors.map(({ error }) => error.code), code];
	const met = [...faults.map(({ row }) => row.code), 'NOT_CALLED', 'MAX_COST', undefined];
	expect(codes.filter((each) => !met.includes(each as string))).toEqual([]);
	count(run.records.length);
	expect(run.stored).not.toContain(API_KEY);
	expect(calls).toBe(mine.length);
	expect(cost).toBeLessThanOrEqual(charged);
	expect(charged).toBeLessThanOrEqual(dollars(cost + possible));
	if (faults.every(({ row }) => row.charged !== 'maybe'))
		expect([cost, possible]).toEqual([charged, 0]);
	if (most === 0) return;
	const cap = dollars(most * operation.price);
	expect(charged).toBeLessThanOrEqual(cap);
	// Lists stay unfinished only if the cap did not pay for another call.
	const isCapped = run.report.some(({ reason }) => reason === 'maxCost');
	const isWhole = run.report.every(({ reason }) => reason === 'maxCost' || reason === 'end');
	if (isCapped && isWhole) {
		expect(dollars(cost + possible + operation.price)).toBeGreaterThan(cap);
	}
}

test('with any settings and any failures, each page is paid for once, and each record is delivered once', async () => {
	skipWaits();
	const property = fc.asyncProperty(anySetting, async (chosen) => {
		const setting = { ...chosen, faults: [inTurn(settings), ...chosen.faults] };
		const { operation, node, faults } = setting;
		const names = setUp(setting);
		faults.forEach((trouble) => addTrouble(trouble));
		const delivered = names.map((): string[] => []);
		const parameters = parametersOf(setting);
		let nexts: Array<IDataObject | null | ''> = names.map(() => '');
		let isOpen = true;
		let rounds = 0;
		while (isOpen && rounds < MOST_ROUNDS) {
			rounds += 1;
			const begun = world.emulator.ledger.length;
			const items = names.map((list, item) => ({ list, next: nexts[item] ?? null }));
			const run = await world.run(
				{
					...parameters,
					options: { ...(parameters.options as object), resumeFrom: '={{ $json.next }}' },
				},
				{ items, node, report: true },
			);
			checkRun(run, setting, begun);
			if (run.status === 'error') continue;
			for (const { json, pairedItem } of run.items) {
				if ('error' in json) continue;
				delivered[(pairedItem as { item: number }).item]?.push(operation.idOf(json));
			}
			nexts = nextsOf(run);
			isOpen = nexts.some(Boolean);
		}
		expect(isOpen).toBe(false);
		names.forEach((name, item) => {
			const sold = soldIds(callsFor(world, operation, [name]));
			const size = Number(/size-(\d+)/.exec(name)?.[1]);
			// After a resume, records that the service repeats are delivered again.
			const most = size + (setting.list.repeats ?? 0) * (rounds - 1);
			expect(delivered[item]!.length).toBeLessThanOrEqual(most);
			expect(delivered[item]!.length).toBeGreaterThanOrEqual(size);
			expect(new Set(delivered[item])).toEqual(new Set(sold));
		});
		expect(world.emulator.summary().duplicates).toEqual([]);
	});
	await fc.assert(property, { numRuns: RUNS, seed: SEED });
}, 3_600_000);
