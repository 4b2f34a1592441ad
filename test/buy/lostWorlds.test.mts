import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject, INode } from 'n8n-workflow';

import { passMinutes, shareClock, skipWaits } from '../harness/clock.mts';
import { useGateway } from '../harness/gateway.mts';
import { runAny } from '../harness/operations.mts';
import { keepRuns } from '../harness/runsGateway.mts';
import type { OwnRun } from '../harness/runsGateway.mts';
import { useWorld } from '../harness/world.mts';

/** As many as wanted: FUZZ_RUNS=20000 FUZZ_SEED=7 npx jest test/buy/lostWorlds */
const RUNS = Number(process.env.FUZZ_RUNS ?? 30);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_125);

const gateway = useGateway();
const world = useWorld();

const SECOND = 1000;
/** Three runs of forty seconds, waited for five seconds at a time, one after the other, take more than twelve. */
const MOST_EXECUTIONS = 20;

/** Each is a part of others, or of none. */
const INPUTS: IDataObject[] = [
	{},
	{ topic: 'a' },
	{ topic: 'a', lang: 'en' },
	{ topic: 'a', lang: 'en', after: 'x' },
	{ topic: 'b', by: { name: 'x' } },
	{ topic: 'b', by: { name: 'x', age: 5 } },
];

interface Setting {
	inputs: IDataObject[];
	/** How the calls are answered, in turn. */
	answers: Array<'page' | 'lost' | 'accepted'>;
	/** Seconds that their runs take, in turn. */
	takes: number[];
	/** From this look on, the list fails in one of the ways for so many seconds. */
	outage: { from: number; seconds: number; how: { status: number; body: string } };
	timeout: number;
	concurrency: number;
	node: Partial<INode>;
	/** Somebody else asks for a little more at the same time. */
	hasOthers: boolean;
	/** After a failure n8n's Retry goes on, or a new execution. */
	isRetry: boolean;
	/** Seconds between executions. */
	pause: number;
}

const anySetting: fc.Arbitrary<Setting> = fc.record({
	inputs: fc.subarray(INPUTS, { minLength: 1 }),
	answers: fc.array(fc.constantFrom('page', 'lost', 'lost', 'accepted'), { minLength: 4 }),
	takes: fc.array(fc.constantFrom(0, 0, 3, 15, 40), { minLength: 3 }),
	outage: fc.record({
		from: fc.integer({ min: 1, max: 6 }),
		seconds: fc.integer({ min: 0, max: 6 }),
		how: fc.constantFrom(
			{ status: 500, body: 'down' },
			{ status: 429, body: '' },
			{ status: 404, body: '{}' },
			{ status: 200, body: '<html>' },
		),
	}),
	timeout: fc.constantFrom(5, 20, 60),
	// Each search that waits lets the clock of all others pass.
	concurrency: fc.constant(1),
	node: fc.constantFrom<Partial<INode>>(
		{ onError: 'continueRegularOutput' },
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		{},
	),
	hasOthers: fc.boolean(),
	isRetry: fc.boolean(),
	pause: fc.integer({ min: 0, max: 20 }),
});

const happened = { found: 0, waited: 0, failed: 0, outages: 0 };
afterAll(() => {
	for (const count of Object.values(happened)) expect(count).toBeGreaterThan(RUNS / 6);
});

test('whatever is lost, and however long runs and outages of the list last: each page is paid for once', async () => {
	skipWaits();
	shareClock();
	const property = fc.asyncProperty(anySetting, async (setting) => {
		world.renew();
		const { answers, takes, outage, hasOthers } = setting;
		let downSince: number | undefined;
		const others: OwnRun[] = [];
		const kept = keepRuns(gateway, {
			others,
			call(number, run) {
				if (hasOthers)
					others.push({ ...run, runId: `other_${number}`, input: { ...run.input, n: 1 } });
				run.endsAt += (takes[number % takes.length] ?? 0) * SECOND;
				return answers[number % answers.length] ?? 'page';
			},
			look(number) {
				const { at } = kept.looks.at(-1)!;
				if (number >= outage.from) downSince ??= at;
				if (downSince === undefined || at >= downSince + outage.seconds * SECOND) return undefined;
				happened.outages += 1;
				return outage.how;
			},
		});
		// The list has answered before, so that it is down and not missing.
		const { look, call } = kept.habits;
		Object.assign(kept.habits, { look: undefined, call: () => 'lost' });
		await ask({ ...setting, inputs: [{ first: true }] });
		kept.looks.length = 0;
		Object.assign(kept.habits, { look, call });
		await untilAllCame(setting);

		async function ask({ inputs, timeout, concurrency, node }: Setting, context?: IDataObject) {
			const parameters = runAny('/api/v1/things/list', {
				...{ input: '={{ JSON.stringify($json.input) }}', output: 'raw', nextPage: {} },
				options: { timeout, concurrency },
			});
			const items = inputs.map((input) => ({ input }));
			return await world.run(parameters, { items, node, ...gateway.at, context });
		}

		async function untilAllCame(from: Setting): Promise<void> {
			let open = from.inputs;
			let context: IDataObject | undefined;
			for (let execution = 0; open.length > 0; execution++) {
				expect(execution).toBeLessThan(MOST_EXECUTIONS);
				const run = await ask({ ...from, inputs: open }, context);
				for (const { json, pairedItem } of run.items) {
					if ('error' in json) continue;
					const { item } = pairedItem as { item: number };
					expect(json).toEqual({ for: open[item] });
				}
				const came = run.items.filter(({ json }) => !('error' in json));
				const items = came.map(({ pairedItem }) => (pairedItem as { item: number }).item);
				if (items.length < open.length) happened.failed += 1;
				open = open.filter((_, item) => !items.includes(item));
				context = run.status === 'error' && from.isRetry ? run.context : undefined;
				passMinutes(from.pause / 60);
			}
		}

		const waits = kept.looks.filter(({ path }) => path.includes('/runs/')).length;
		if (waits > 0) happened.found += 1;
		if (waits > kept.runs.length) happened.waited += 1;
		const sold = kept.runs
			.filter(({ input }) => !input.first)
			.map(({ input }) => JSON.stringify(input));
		const inputs = setting.inputs.map((input) => JSON.stringify(input));
		expect(sold.toSorted()).toEqual(inputs.toSorted());
	});
	await fc.assert(property, { numRuns: RUNS, seed: SEED });
}, 3_600_000);
