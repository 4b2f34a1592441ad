import { beforeEach, expect, jest, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { forgetBuilt } from '../harness/built.mts';
import { passMinutes, shareClock, skipWaits } from '../harness/clock.mts';
import { pageOfPosts, useGateway } from '../harness/gateway.mts';
import { stopOnce, until } from '../harness/money.mts';
import { getPosts, runAny } from '../harness/operations.mts';
import { keepRuns } from '../harness/runsGateway.mts';
import type { OwnRun } from '../harness/runsGateway.mts';
import { CONTINUE, useWorld } from '../harness/world.mts';
import type { NodeRun, NodeRunOptions } from '../harness/world.mts';

const gateway = useGateway();
const world = useWorld();
beforeEach(() => {
	skipWaits();
	shareClock();
});

const SECOND = 1000;

/** Runs an operation that is not built in, once for each input. */
async function ask(inputs: IDataObject[], options: IDataObject = {}, more: NodeRunOptions = {}) {
	const parameters = runAny('/api/v1/things/list', {
		...{ input: '={{ JSON.stringify($json.input) }}', output: 'raw', nextPage: {} },
		options: { timeout: 60, ...options },
	});
	const items = inputs.map((input) => ({ input }));
	return await world.run(parameters, { items, ...CONTINUE, ...gateway.at, ...more });
}

/** Returns the input whose page each item got; null if it got an error. */
const answersOf = ({ items }: NodeRun) =>
	items.map(({ json }) => (json.for as IDataObject) ?? null);

test('an unreadable run does not hide others', async () => {
	const kept = keepRuns(gateway, { call: () => 'lost' });
	kept.habits.look = (_number, path) => (path.endsWith('run_1') ? { body: '<html>' } : undefined);
	expect(answersOf(await ask([{ q: 1 }]))).toEqual([null]);
	expect(answersOf(await ask([{ q: 2 }]))).toEqual([{ q: 2 }]);
});

test('a run with additional inputs is not that of the call', async () => {
	const shown = ({ input }: OwnRun) => ({ input: { ...input, limit: 20 } });
	const kept = keepRuns(gateway, { call: (number) => (number === 1 ? 'lost' : 'page'), shown });
	expect(answersOf(await ask([{ q: 1 }]))).toEqual([null]);
	const { length } = kept.looks;
	expect(answersOf(await ask([{ q: 1 }]))).toEqual([{ q: 1 }]);
	expect(kept.runs).toHaveLength(2);
	// For a call that ended long ago, one search is enough.
	expect(kept.looks.length - length).toBe(2);
});

test.each([429, 503])(
	'the node keeps waiting for a named run if two requests get a %s',
	async (status) => {
		// The second failure comes when the run has been seen running.
		const look = (number: number) => ([1, 6].includes(number) ? { status, body: {} } : undefined);
		const kept = keepRuns(gateway, { call: () => 'accepted', takes: 30 * SECOND, look });
		expect(answersOf(await ask([{ q: 1 }]))).toEqual([{ q: 1 }]);
		expect(kept.runs).toHaveLength(1);
	},
);

test('a Stop ends a search that waits for a rate limit', async () => {
	jest.restoreAllMocks();
	const limited = { status: 429, body: {}, headers: { 'retry-after': '120' } };
	const kept = keepRuns(gateway, { call: () => 'lost', look: () => limited });
	// The second request waits.
	const onStart = stopOnce(() => Date.now() > (kept.looks[0]?.at ?? Infinity) + 1.5 * SECOND);
	expect((await ask([{ q: 1 }], {}, { onStart })).status).toBe('canceled');
	expect(Date.now() - kept.looks[0]!.at).toBeLessThan(5 * SECOND);
});

test('a rate limit during a search delays the calls', async () => {
	const limited = { status: 429, body: {}, headers: { 'retry-after': '8' } };
	const kept = keepRuns(gateway, {
		async call(_number, { input }) {
			if (input.q === 1) return 'lost';
			await until(() => kept.looks.length > 0);
			return 'page';
		},
		look: (number) => (number === 1 ? limited : undefined),
	});
	const inputs = [{ q: 1 }, { q: 2 }, { q: 3 }];
	expect(answersOf(await ask(inputs, { concurrency: 2 }))).toEqual(inputs);
	const [met, next] = kept.looks;
	expect(next!.at - met!.at).toBeGreaterThanOrEqual(8 * SECOND);
	expect(kept.runs[2]!.createdAt - met!.at).toBeGreaterThanOrEqual(8 * SECOND);
});

test('a rate limit of the calls delays a search', async () => {
	const limited = { status: 429, body: {}, headers: { 'retry-after': '6' } };
	let isMet = false;
	const kept = keepRuns(gateway, {
		async call(_number, { input }) {
			if (input.q === 1) await until(() => isMet);
			if (input.q === 1 || isMet) return 'lost';
			isMet = true;
			return limited;
		},
	});
	const run = await ask([{ q: 1 }, { q: 2 }], { concurrency: 2 });
	expect(answersOf(run)).toEqual([{ q: 1 }, { q: 2 }]);
	expect(kept.looks[0]!.at - kept.runs[0]!.createdAt).toBeGreaterThanOrEqual(5 * SECOND);
});

test('a search ends even if the clock is set back', async () => {
	const kept = keepRuns(gateway, {
		call: () => 'lost',
		look(number) {
			if (number === 2) passMinutes(-60);
			return { body: { items: [] } };
		},
	});
	expect(answersOf(await ask([{ q: 1 }]))).toEqual([null]);
	await ask([{ q: 1 }]);
	const [, setBack, ...later] = kept.looks;
	expect(later.at(-1)!.at).toBeLessThan(setBack!.at + 35 * SECOND - 60 * 60 * SECOND);
});

test('a newer failed call of another worker does not hide an older call', async () => {
	let isDown = true;
	const kept = keepRuns(gateway, {
		call: (number) => (number === 1 ? 'accepted' : 'lost'),
		shown: ({ runId }) => (runId === 'run_1' ? { status: 'FAILED' } : {}),
		look: () => (isDown ? { status: 403, body: {} } : undefined),
	});
	const failed = await ask([{ q: 1 }]);
	forgetBuilt();
	// Its clock is behind.
	passMinutes(-5);
	await ask([{ q: 1 }]);
	passMinutes(5);
	isDown = false;
	const { context } = failed;
	expect(answersOf(await ask([{ q: 1 }], {}, { context, reuses: true }))).toEqual([{ q: 1 }]);
	expect(kept.runs).toHaveLength(2);
});

test('if two processes lose the same page of a growing list, neither gets a page that leaves a gap', async () => {
	const SIZE = 5;
	let newest = 1020;
	let isOver = false;
	const kept = keepRuns(gateway, {
		output({ end_cursor = '0' }) {
			const from = Number(end_cursor);
			const ids = Array.from({ length: SIZE }, (_, at) => ({ id: `${newest - from - at}` }));
			return pageOfPosts(ids, { has_next_page: true, end_cursor: `${from + SIZE}` });
		},
		async call(_number, { input }) {
			if (input.end_cursor !== '5') return 'page';
			// The first of them is lost only when the other execution has ended.
			if (newest === 1020) {
				newest += 3;
				await until(() => isOver);
			}
			return 'lost';
		},
	});
	const parameters = { ...getPosts.parameters('list'), output: 'raw', pageSize: SIZE, limit: 15 };
	const first = world.run(parameters, gateway.at);
	await until(() => newest > 1020);
	forgetBuilt();
	const second = await world.run(parameters, gateway.at);
	isOver = true;
	const down = (from: number) => Array.from({ length: 15 }, (_, at) => ({ id: `${from - at}` }));
	expect((await first).records).toEqual(down(1020));
	expect(second.records).toEqual(down(1023));
	// The first run has the three new records on two pages.
	const requested = kept.runs.map(({ input }) => input.end_cursor ?? '0');
	expect(requested).toEqual(['0', '5', '0', '5', '10', '10', '15']);
});

test('if n8n’s Retry recovers a page that it cannot read, it buys the page', async () => {
	let isDown = true;
	const kept = keepRuns(gateway, {
		call: () => (isDown ? 'lost' : 'page'),
		look: () => (isDown ? { status: 500, body: {} } : undefined),
		output: () => (isDown ? { data: { odd: true } } : pageOfPosts([{ id: '1' }])),
	});
	const { context } = await world.run(getPosts.parameters('u'), gateway.at);
	isDown = false;
	const retry = await world.run(getPosts.parameters('u'), { ...gateway.at, context });
	expect([retry.records.length, kept.runs.length]).toEqual([1, 2]);
});

test.each(['page', 'lost'] as const)('no call is searched for after a %s', async (how) => {
	let isHidden = true;
	const kept = keepRuns(gateway, {
		call: (number) => (number === 1 ? 'lost' : how),
		shown: ({ runId }) => (isHidden && runId === 'run_1' ? { endpoint: '/other' } : {}),
	});
	for (const answer of [null, { q: 1 }, { q: 1 }]) {
		expect(answersOf(await ask([{ q: 1 }]))).toEqual([answer]);
		isHidden = kept.runs.length < 2;
	}
	expect(kept.runs).toHaveLength(3);
});
