import { expect, test } from '@jest/globals';

import { skipWaits } from '../harness/clock.mts';
import { linesOfLog } from '../harness/log.mts';
import { pageOfPosts, useGateway } from '../harness/gateway.mts';
import type { GatewayAnswer, GatewayCall } from '../harness/gateway.mts';
import { statementOf } from '../harness/money.mts';
import { getPosts } from '../harness/operations.mts';
import { keepRuns } from '../harness/runsGateway.mts';
import { CONTINUE, useWorld } from '../harness/world.mts';

const gateway = useGateway();
const world = useWorld();

const PROVIDER = 'content-provider';
const ENDPOINT = '/api/v1/photos/v1/fetch_user_posts_v2';

/** Returns a listed run that may be that of the present call. */
const listed = (more: object = {}) => ({
	runId: 'run_1',
	provider: PROVIDER,
	endpoint: ENDPOINT,
	status: 'COMPLETED',
	createdAt: new Date().toISOString(),
	...more,
});

async function runWith(
	answer: (call: GatewayCall) => GatewayAnswer,
	lost: GatewayAnswer = { status: 502, body: '<p>Bad Gateway</p>' },
) {
	skipWaits();
	gateway.answerWith((call) => (call.method === 'POST' ? lost : answer(call)));
	const run = await world.run(getPosts.parameters('u'), {
		credential: { baseUrl: gateway.url, apiKey: 'a-key-that-must-never-show' },
		...CONTINUE,
	});
	const paths = gateway.calls.filter(({ method }) => method === 'GET').map(({ path }) => path);
	expect(gateway.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
	expect(run.stored).not.toContain('a-key-that-must-never-show');
	return { run, paths, errors: run.errors.map(({ error }) => [error.code, error.mayBeCharged]) };
}

const STAYS_UNKNOWN = [['GATEWAY_ERROR', true]];
const input = { user_id: 'u', count: 12 };
const fields = Array.from({ length: 100_000 }, (_, index) => `"f${index}":1`).join();

test('a search that throws is the last one, because it would throw again', async () => {
	const lines = linesOfLog();
	const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
	const own = `{"status":"COMPLETED","runId":"run_1","input":{"user_id":"u","odd":${deep}},"output":{}}`;
	const { errors, paths } = await runWith(({ path }) => ({
		body: path.startsWith('/v1/runs?limit=100') ? { items: [listed()] } : own,
	}));
	expect(errors).toEqual(STAYS_UNKNOWN);
	expect(paths).toHaveLength(2);
	expect(lines).toContain('Data Access: could not search for a lost response: RangeError');
});

test.each<[string, list: () => unknown, run?: () => unknown]>([
	['deeply nested lists', () => `{"items":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
	['a list of a hundred thousand entries', () => `{"items":[${'{},'.repeat(99_999)}{}]}`],
	[
		'an input of a hundred thousand fields',
		() => ({ items: [listed()] }),
		() => `{"status":"COMPLETED","runId":"run_1","input":{${fields}},"output":{}}`,
	],
])('a response designed to break its reader: %s', async (...[, list, own]) => {
	const { errors, paths } = await runWith(({ path }) => ({
		body: path.startsWith('/v1/runs?limit=100') ? list() : own?.(),
	}));
	expect(errors).toEqual(STAYS_UNKNOWN);
	const others = paths.filter((path) => !path.startsWith('/v1/runs?limit=100'));
	expect(new Set(others)).toEqual(new Set(own ? ['/v1/runs/run_1'] : []));
});

test('with endless cursors, a search reads ten pages at most', async () => {
	let pages = 0;
	const { errors, paths } = await runWith(() => ({
		body: { items: [listed({ endpoint: '/other' })], cursor: `cursor ${++pages}` },
	}));
	expect(errors).toEqual(STAYS_UNKNOWN);
	const looks = paths.filter((path) => !path.includes('cursor=')).length;
	expect(paths.length / looks).toBeLessThanOrEqual(10);
});

test('if all listed runs match, fifty are read', async () => {
	const { errors, paths } = await runWith(({ path }) => {
		const items = Array.from({ length: 100 }, (_, index) => listed({ runId: `r${index}` }));
		return { body: path.startsWith('/v1/runs?') ? { items } : listed({ input: {}, output: {} }) };
	});
	expect(errors).toEqual(STAYS_UNKNOWN);
	expect(new Set(paths.filter((path) => /runs\/r\d+$/.test(path))).size).toBe(50);
});

test.each([{}, [], 'null'])(
	'an output of %j is requested again until it is complete',
	async (output) => {
		let requests = 0;
		const whole = pageOfPosts([{ id: '1' }]);
		// From before the call: the node's clock runs ahead of the list's, since its waits are skipped.
		const { createdAt } = listed();
		const { run, errors } = await runWith(({ path }) => {
			if (path.startsWith('/v1/runs?')) return { body: { items: [listed({ createdAt })] } };
			return { body: listed({ input, output: ++requests < 2 ? output : whole }) };
		});
		expect([errors, run.records.length, requests]).toEqual([[], 1, 2]);
	},
);

test('an output of another shape is a paid response', async () => {
	const { run, errors } = await runWith(({ path }) => ({
		body: path.startsWith('/v1/runs?')
			? { items: [listed()] }
			: listed({ input, output: { odd: true }, cost: { value: 0.0015, currency: 'USD' } }),
	}));
	expect(errors).toEqual([['UNRECOGNISED_ANSWER', false]]);
	expect(statementOf(run)).toMatchObject({ calls: 1, cost: 0.0015, possible: 0 });
});

test.each([
	['its page cannot be read', { odd: true }],
	['the platform failed', { success: false, error: 'broken' }],
])(
	'if a charged call of an earlier execution brought nothing, Retry buys its page: %s',
	async (_label, vain) => {
		skipWaits();
		let isDown = true;
		const { runs } = keepRuns(gateway, {
			call: (number) => (number === 1 ? 'lost' : 'page'),
			look: () => (isDown ? { status: 500, body: '' } : undefined),
			output: (_input, number) => (number === 1 ? vain : pageOfPosts([{ id: '1' }])),
		});
		const failed = await world.run(getPosts.parameters('u'), gateway.at);
		expect(failed.error?.errorResponse).toMatchObject({
			code: 'GATEWAY_ERROR',
			mayBeCharged: true,
		});
		isDown = false;
		const { context } = failed;
		const run = await world.run(getPosts.parameters('u'), { ...gateway.at, context });
		expect([run.records.length, runs.length]).toEqual([1, 2]);
		expect(statementOf(run)).toMatchObject({ calls: 1, possible: 0 });
	},
);

test('a run ID in a 202 that would lead to another route is not requested', async () => {
	const lost = { status: 202, body: { runId: '../wallet/balance', status: 'RUNNING' } };
	const { errors, paths } = await runWith(() => ({ body: {} }), lost);
	expect(errors).toEqual([['NOT_FINISHED', true]]);
	expect(paths.filter((path) => path.includes('wallet'))).toEqual([]);
});
