import { setTimeout } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import { runOf, useGateway } from '../harness/gateway.mts';
import { allPosts, runAny } from '../harness/operations.mts';
import { skipWaits } from '../harness/clock.mts';
import { CONTINUE, useWorld } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

const LIST = 'same-size-7';
const posts = (options: object = {}) => allPosts(LIST, { options });
const items = [{}, {}, {}, {}, {}];

test('another order of keys is neither another request nor another list', async () => {
	const pageOf = (page?: number) => runOf({ list: [{ id: 1 }], next: page ?? 2 });
	gateway.answerWith(({ body }) => ({ body: pageOf(body.input.page) }));
	const [one, two] = ['{"b": 1, "c": [{"d": 1, "e": 2}]}', '{"c": [{"e": 2, "d": 1}], "b": 1}'];
	const inputs = [`{"a": ${one}}`, `{"a": ${two}}`];
	const parameters = runAny('/v9/a', {
		...{ recordsPath: 'list', nextPage: { pairs: [{ name: 'page', path: 'next' }] }, limit: 1 },
		...{ input: '={{ $json.input }}', output: 'pages' },
	});
	const items = inputs.map((input) => ({ input }));
	const run = await world.run(parameters, { ...gateway.at, items });
	expect(run.records).toHaveLength(2);
	expect(gateway.calls).toHaveLength(1);
	const [{ next }] = run.records as [{ next: object }];
	const resumed = { ...parameters, options: { resumeFrom: JSON.stringify(next) } };
	const rest = await world.run(resumed, { ...gateway.at, items: [{ input: inputs[1]! }] });
	expect(rest.error).toBeUndefined();
	// The order of list entries matters.
	const other = '{"a": {"b": 1, "c": [{"d": 2, "e": 1}]}}';
	await world.run(parameters, { ...gateway.at, items: [{ input: other }] });
	expect(gateway.calls).toHaveLength(3);
});

test.each([
	['a charged failure', { kind: 'platform' }, 1],
	['a failure that may have been charged', { kind: 'reset', charged: true }, 1],
	['a failure that was not charged, and its retries', { kind: 'timedOut' }, 4],
] as const)('equal items share %s', async (_label, fault, calls) => {
	skipWaits();
	world.emulator.addFault({ ...fault, times: Infinity });
	const twenty = Array.from({ length: 20 }, () => ({}));
	const run = await world.run(posts({ concurrency: 10 }), { items: twenty, ...CONTINUE });
	expect(world.emulator.ledger).toHaveLength(calls);
	expect(run.errors).toHaveLength(20);
	expect(new Set(run.errors.map(({ error }) => error.code)).size).toBe(1);
});

test('an unreadable page is not bought again by a list that requests it later', async () => {
	gateway.answerWith(async ({ body: { input } }) => {
		const isFirst = input.page === 1;
		await setTimeout(isFirst ? 20 : 100);
		return { body: runOf(isFirst ? { list: [{ id: 1 }], next: 2 } : { odd: true }) };
	});
	const parameters = runAny('/v9/b', {
		...{ recordsPath: 'list', nextPage: { pairs: [{ name: 'page', path: 'next' }] } },
		...{ input: '={{ $json.input }}', returnAll: true },
	});
	const items = [{ input: '{"page": 2}' }, { input: '{"page": 1}' }];
	const run = await world.run(parameters, { ...gateway.at, items, ...CONTINUE });
	expect(run.records).toEqual([{ id: 1 }]);
	expect(gateway.calls.map(({ body }) => body.input.page)).toEqual([2, 1]);
	expect(run.errors).toHaveLength(2);
});

test.each(['raw', 'pages'])(
	'no two items share an object of their json, output %s',
	async (output) => {
		world.emulator.configure({ latencyMs: 5 });
		const parameters = { ...posts({ concurrency: 3 }), output, fields: 'owner, id' };
		const run = await world.run(parameters, { items });
		const objects = new Set<object>();
		const gather = (value: unknown) => {
			if (typeof value !== 'object' || value === null) return;
			expect(objects.has(value)).toBe(false);
			objects.add(value);
			Object.values(value).forEach(gather);
		};
		for (const { json } of run.items) gather(json);
		expect(objects.size).toBeGreaterThanOrEqual(run.items.length);
	},
);
