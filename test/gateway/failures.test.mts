import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { Fault, SettingsChange } from '../../emulator/emulator.mts';
import { skipWaits } from '../harness/clock.mts';
import { eachOperation, getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import { API_KEY } from '../harness/world.mts';
import type { NodeRun, NodeRunOptions } from '../harness/world.mts';

const world = useWorld();

/** A row of docs/gateway.md, Failures, and what the node says of it. */
interface Row {
	label: string;
	fault: Fault;
	code: string;
	layer: 'gateway' | 'provider' | 'platform' | 'network';
	httpStatus: number | null;
	charged: 'no' | 'yes' | 'maybe';
	/** The service's own words, which the message must hold. */
	says: RegExp;
	field?: string;
	settings?: SettingsChange;
	options?: IDataObject;
	/** The node calls again by itself: the failure must meet its three retries too. */
	isRetried?: boolean;
	/** Every later call fails too, so that none is made. */
	ends?: boolean;
}

const refused = (httpStatus: number, code: string, says: RegExp, ends = false): Row[] =>
	(['plain', 'nested'] as const).map((form) => ({
		label: `${httpStatus}, ${form}`,
		fault: { kind: 'refused', httpStatus, form },
		code,
		layer: 'gateway',
		httpStatus,
		charged: 'no',
		says,
		ends,
	}));

const server = (httpStatus: number, body: 'json' | 'html' | 'empty', charged: boolean): Row => ({
	label: `${httpStatus}, ${body}, ${charged ? '' : 'not '}charged in fact`,
	fault: { kind: 'server', httpStatus, body, charged },
	code: 'GATEWAY_ERROR',
	layer: 'gateway',
	httpStatus,
	charged: 'maybe',
	says: body === 'json' ? /Something went wrong/ : /outcome of the call is unknown/,
});

const platform = (form: 'success' | 'code' | 'error' | 'ret'): Row => ({
	label: `200, the platform's own error: ${form}`,
	fault: { kind: 'platform', form, message: 'is gone' },
	code: 'PLATFORM_ERROR',
	layer: 'platform',
	httpStatus: 200,
	charged: 'yes',
	says: /is gone|ret -3/,
});

type ProviderFault = Extract<Fault, { kind: 'provider' }>;

const provider = (
	providerStatus: number,
	{ fault, ...more }: Partial<Omit<Row, 'fault'>> & { fault?: Partial<ProviderFault> } = {},
): Row => ({
	label: `the provider's ${providerStatus}`,
	code: 'PROVIDER_ERROR',
	layer: 'provider',
	httpStatus: providerStatus,
	charged: 'no',
	says: /could not be reached/,
	isRetried: providerStatus === 429 || (providerStatus >= 500 && (more.charged ?? 'no') === 'no'),
	...more,
	fault: { ...fault, kind: 'provider', providerStatus },
});

const lost = (kind: 'reset' | 'cutHeaders' | 'cutBody'): Row => ({
	label: kind,
	fault: { kind },
	code: 'NO_ANSWER',
	layer: 'network',
	httpStatus: null,
	charged: 'maybe',
	says: /connection broke before the answer was complete/,
});

const run = { layer: 'gateway', httpStatus: 200, charged: 'no' } as const;

const ROWS: Row[] = [
	{
		...run,
		label: '200 BLOCKED',
		fault: { kind: 'blocked', reason: 'the budget of May' },
		code: 'BUDGET_BLOCKED',
		says: /the budget of May/,
		ends: true,
	},
	...(['RUNNING', 'READY'] as const).map((status): Row => ({
		label: `202 ${status}`,
		fault: { kind: 'accepted', status },
		code: 'NOT_FINISHED',
		layer: 'gateway',
		httpStatus: 202,
		charged: 'maybe',
		says: /run: run_[0-9a-f]+/,
	})),
	{
		...run,
		label: '408 TIMED_OUT',
		fault: { kind: 'timedOut' },
		code: 'RUN_TIMED_OUT',
		isRetried: true,
		httpStatus: 408,
		says: /own deadline/,
	},
	{ ...run, label: '200 STOPPED', fault: { kind: 'stopped' }, code: 'RUN_FAILED', says: /stopped/ },
	{
		label: '200 FAILED',
		fault: { kind: 'failed', error: { message: 'it broke' } },
		code: 'PROVIDER_ERROR',
		layer: 'provider',
		httpStatus: 200,
		charged: 'no',
		isRetried: true,
		says: /it broke/,
	},
	...refused(400, 'REQUEST_REFUSED', /The request is invalid/),
	...refused(401, 'KEY_REFUSED', /Invalid API key/, true),
	...refused(402, 'BALANCE_TOO_LOW', /does not cover this call/, true),
	...refused(403, 'ACCESS_DENIED', /may not call this provider/, true),
	...refused(404, 'NOT_FOUND', /Unknown endpoint/),
	provider(500),
	provider(502),
	provider(503, { fault: { charged: true }, charged: 'yes', label: 'the provider’s 503, charged' }),
	provider(502, {
		settings: { billing: 'none' },
		charged: 'maybe',
		label: 'the provider’s 502, its cost not stated',
	}),
	provider(500, {
		fault: { httpStatus: 200, runStatus: 'COMPLETED' },
		httpStatus: 200,
		label: 'COMPLETED in spite of the provider’s 500',
	}),
	provider(404, { fault: { error: { detail: 'no such user' } }, says: /no such user/ }),
	provider(400, { fault: { error: 'odd request' }, says: /odd request/ }),
	provider(400, {
		fault: { transient: true },
		isRetried: true,
		says: /Please retry/,
		label: 'the provider’s 400 that says to retry',
	}),
	provider(401, { fault: { error: 'provider key' }, says: /provider key/ }),
	provider(429, { code: 'RATE_LIMITED', says: /could not be reached/ }),
	{
		...run,
		label: '422',
		fault: { kind: 'validation', at: 'top', field: 'count', message: 'is odd' },
		code: 'INVALID_INPUT',
		httpStatus: 422,
		says: /count: is odd.*field: count/s,
		field: 'count',
	},
	{
		label: '422 of the provider',
		fault: { kind: 'validation', at: 'provider', field: 'count', message: 'is odd' },
		code: 'INVALID_INPUT',
		layer: 'provider',
		httpStatus: 422,
		charged: 'no',
		says: /count: is odd.*field: count/s,
		field: 'count',
	},
	...(['seconds', 'date', 'none'] as const).map((retryAfter): Row => ({
		...run,
		label: `429, Retry-After: ${retryAfter}`,
		fault: { kind: 'rateLimited', retryAfter, retryAfterSeconds: 0 },
		code: 'RATE_LIMITED',
		isRetried: true,
		httpStatus: 429,
		says: /Too many requests/,
	})),
	server(500, 'json', false),
	server(500, 'json', true),
	server(502, 'html', false),
	server(503, 'empty', false),
	server(504, 'json', true),
	{
		...run,
		label: '307',
		fault: { kind: 'redirect', location: 'http://127.0.0.1:9/v1/run' },
		code: 'REDIRECTED',
		httpStatus: 307,
		says: /redirects, which the node does not follow/,
	},
	{
		...run,
		label: '304',
		fault: { kind: 'server', httpStatus: 304, body: 'empty', charged: false },
		code: 'REQUEST_REFUSED',
		httpStatus: 304,
		says: /^The address answered with HTTP status 304, which brings no result/,
	},
	{
		...run,
		label: '200, a web page',
		fault: { kind: 'html' },
		code: 'NO_GATEWAY',
		charged: 'maybe',
		says: /returned a web page/,
	},
	{
		...run,
		label: '200, JSON that ends too early',
		fault: { kind: 'invalidJson' },
		code: 'UNRECOGNISED_ANSWER',
		charged: 'maybe',
		says: /not JSON.*The answer begins with: \{/s,
	},
	{
		...run,
		label: '200, nothing',
		fault: { kind: 'emptyBody' },
		code: 'UNRECOGNISED_ANSWER',
		charged: 'maybe',
		says: /answer was empty/,
	},
	platform('success'),
	platform('code'),
	platform('error'),
	platform('ret'),
	{
		label: '200, an unknown shape',
		fault: { kind: 'unknownShape' },
		code: 'UNRECOGNISED_ANSWER',
		layer: 'platform',
		httpStatus: 200,
		charged: 'yes',
		says: /unexpected shape.*"version":9/s,
	},
	lost('reset'),
	lost('cutHeaders'),
	lost('cutBody'),
];

/** They take as long as the deadline, which calls on a busy machine must not meet by themselves. */
const LATE: Row[] = (['hang', 'trickle'] as const).map((kind) => ({
	label: kind,
	fault: { kind },
	code: 'DEADLINE',
	layer: 'network',
	httpStatus: null,
	charged: 'maybe',
	says: /within 2 seconds/,
	options: { timeout: 2 },
}));

const CONTINUE = { onError: 'continueRegularOutput' } as const;

// 12 records on the first two pages, 6 on the last.
const SIZE = 30;
const PAGES = { first: 1, middle: 2, last: 3 };
const { price } = getPosts;
const round = (dollars: number) => Math.round(dollars * 1e9) / 1e9;

function runPosts(user: string, options: IDataObject, more: NodeRunOptions): Promise<NodeRun> {
	return world.run(
		{
			...getPosts.parameters(`${user} size-${SIZE}`),
			returnAll: true,
			options,
		},
		{ ...more },
	);
}

/** Calls until the node gives up on a page. */
const triesOf = ({ isRetried }: Row) => (isRetried ? 4 : 1);

/** What the error object must say of a failure on that page. */
function expectedError(row: Row, page: number) {
	const { code, layer, httpStatus, charged, field } = row;
	return {
		code,
		layer,
		httpStatus,
		itemIndex: 0,
		callsMade: page - 1 + triesOf(row),
		cost: round((page - 1 + (charged === 'yes' ? 1 : 0)) * price),
		costIsEstimate: expect.any(Boolean),
		mayBeCharged: charged === 'maybe',
		next: expect.anything(),
		...(field ? { field } : {}),
	};
}

async function expectFailure(row: Row, page: number, user: string): Promise<void> {
	const { emulator } = world;
	if (row.isRetried) skipWaits();
	emulator.configure(row.settings ?? {});
	const times = triesOf(row);
	emulator.addFault({ ...row.fault, match: { key: `${user} size-${SIZE}`, page }, times });
	const failed = await runPosts(user, { ...row.options }, { node: CONTINUE });
	const calls = emulator.ledger.filter(({ input }) => String(input.user_id).startsWith(`${user} `));
	expect(calls).toHaveLength(page - 1 + times);

	// What was bought before it, then the error item, with nothing but its two keys.
	const before = calls.slice(0, page - 1).flatMap(({ recordIds }) => recordIds);
	expect(failed.records.map(({ id }) => id)).toEqual(before);
	expect(failed.errors).toHaveLength(1);
	const last = failed.items.at(-1);
	expect(last?.json).toBe(failed.errors[0]);
	expect(Object.keys(failed.errors[0])).toEqual(['error', 'message']);
	expect(last?.pairedItem).toEqual({ item: 0 });
	const { error, message } = failed.errors[0];
	expect(error).toEqual(expectedError(row, page));
	expect(message).toMatch(row.says);
	expect(message).toContain(`layer: ${row.layer}`);
	// The first page of this list has no position: a list goes on from there by running it again.
	expect(message.includes('set Resume From in the options to ')).toBe(page > 1);

	// Cost and ledger agree, but for what nobody can know.
	const charged = round(calls.reduce((sum, call) => sum + call.charged, 0));
	if (row.charged !== 'maybe') expect(error.cost).toBe(charged);
	else expect([0, price]).toContain(round(charged - Number(error.cost)));

	// Its `next` gives the rest, and nothing else.
	emulator.configure({ billing: 'MICRO_DOLLAR' });
	// A rate limit holds back what uses its credential: the next runs need not wait for that.
	world.useFreshAddress();
	const rest = await runPosts(user, { resumeFrom: error.next as IDataObject }, {});
	expect([...before, ...rest.records.map(({ id }) => id)]).toHaveLength(SIZE);
	expect(new Set([...before, ...rest.records.map(({ id }) => id)]).size).toBe(SIZE);
	expect(emulator.ledger.length).toBeGreaterThan(page);

	// The output that is meant for errors, and On Error = Stop, say the same.
	const elsewhere = `${user} elsewhere`;
	emulator.configure(row.settings ?? {});
	const match = { key: `${elsewhere} size-${SIZE}`, page };
	emulator.addFault({ ...row.fault, match, times: 2 * times });
	world.useFreshAddress();
	const node = { onError: 'continueErrorOutput' } as const;
	const split = await runPosts(elsewhere, { ...row.options }, { node });
	expect(split.items).toHaveLength(before.length);
	const onErrorOutput = split.execution.items('Data Access', 1);
	expect(onErrorOutput).toHaveLength(1);
	expect(Object.keys(onErrorOutput[0].json)).toEqual(['error', 'message']);
	expect(onErrorOutput[0].json.error).toEqual(expectedError(row, page));

	world.useFreshAddress();
	const stopped = await runPosts(elsewhere, { ...row.options }, {});
	expect(stopped.status).toBe('error');
	expect(stopped.items).toEqual([]);
	const words = `${stopped.error?.message}. ${stopped.error?.description}`;
	expect(words).toMatch(row.says);
	expect(words).toContain(`layer: ${row.layer}`);
	// Nothing was delivered, so there is nothing to go on behind: it is to be run again.
	expect(words).not.toContain('set Resume From in the options to ');
	// What was paid for and could not be read is kept, too.
	const isKept = page > 1 || row.fault.kind === 'unknownShape';
	expect(/pages? (is|are) safe\. Retry this execution/.test(words)).toBe(isKept);
	expect(stopped.stored).not.toContain(API_KEY);
}

describe.each(Object.entries(PAGES))('on the %s page', (_name, page) => {
	test.each(ROWS)('$label', async (row) => {
		await expectFailure(row, page, 'u');
	});
});

// Each run takes as long as the deadline: all in parallel.
test('no answer in time, on each of the pages', async () => {
	await Promise.all(
		LATE.flatMap((row) =>
			Object.entries(PAGES).map(([name, page]) => expectFailure(row, page, `${row.label} ${name}`)),
		),
	);
}, 60_000);

describe('a server that cannot be reached', () => {
	test.each([
		['a closed port', 'http://127.0.0.1:9'],
		['a name that does not exist', 'http://no-such-host.invalid'],
	])('%s', async (_label, baseUrl) => {
		skipWaits();
		const failed = await runPosts('u', {}, { credential: { baseUrl }, node: CONTINUE });
		expect(failed.errors[0].error).toMatchObject({
			code: 'UNREACHABLE',
			layer: 'network',
			httpStatus: null,
			callsMade: 4,
			cost: 0,
			mayBeCharged: false,
		});
		const stopped = await runPosts('u', {}, { credential: { baseUrl } });
		// n8n would put a text of its own in place of a message with a network code in it.
		expect(stopped.error?.message).toMatch(/^The gateway could not be reached/);
		expect(world.emulator.ledger).toEqual([]);
	});
});

describe.each(eachOperation)('%s', (_label, operation) => {
	test('delivers what it bought before a failure, and says where it goes on', async () => {
		const { pageSize, listKey } = operation;
		const parameters = { ...operation.parameters('a'), returnAll: true };
		world.emulator.setList(operation.name, listKey('a'), { size: 3 * pageSize });
		world.emulator.addFault({ kind: 'server', match: { page: 3 } });
		const failed = await world.run(parameters, { node: CONTINUE });
		expect(failed.records).toHaveLength(2 * pageSize);
		const { error } = failed.errors[0];
		expect(error).toMatchObject({
			code: 'GATEWAY_ERROR',
			callsMade: 3,
			cost: round(2 * operation.price),
			mayBeCharged: true,
		});
		const third = world.emulator.ledger[2].input;
		const position = operation.position.filter((name) => name in third);
		expect(error.next).toMatchObject(
			Object.fromEntries(position.map((name) => [name, third[name]])),
		);
	});
});

describe('several input items', () => {
	const items = [0, 1, 2].map((index) => ({ user: `u${index} size-${SIZE}` }));
	const parameters = { ...getPosts.parameters('={{ $json.user }}'), returnAll: true };
	const callsOf = (index: number) =>
		world.emulator.ledger.filter(({ key }) => key === items[index].user);

	const lasting = ROWS.filter(({ ends }) => !ends);
	test.each(lasting)('the others get theirs: $label', async (row) => {
		if (row.isRetried) skipWaits();
		const { fault, settings, code } = row;
		const times = triesOf(row);
		world.emulator.configure(settings ?? {});
		world.emulator.addFault({ ...fault, match: { key: items[1].user, page: 2 }, times });
		const result = await world.run(parameters, { items, node: CONTINUE });
		const paired = result.items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
		expect(paired).toEqual([
			...Array(SIZE).fill(0),
			...Array(12).fill(1),
			...Array(SIZE).fill(2),
			// The error comes after all the data.
			1,
		]);
		expect(result.errors).toHaveLength(1);
		expect(result.errors[0].error).toMatchObject({ code, itemIndex: 1, callsMade: 1 + times });
		expect([0, 1, 2].map((index) => callsOf(index).length)).toEqual([3, 1 + times, 3]);
	});

	const ending = ROWS.filter(({ ends }) => ends);
	test.each(ending)('no further call is made: $label', async ({ fault, code }) => {
		world.emulator.addFault({ ...fault, match: { key: items[0].user, page: 2 } });
		const options = { concurrency: 1 };
		const result = await world.run({ ...parameters, options }, { items, node: CONTINUE });
		expect(result.records).toHaveLength(12);
		expect(result.errors.map(({ error }) => [error.itemIndex, error.code])).toEqual([
			[0, code],
			[1, 'NOT_CALLED'],
			[2, 'NOT_CALLED'],
		]);
		expect(result.errors[1].error).toMatchObject({ callsMade: 0, cost: 0, mayBeCharged: false });
		expect(world.emulator.summary()).toMatchObject({ calls: 2, charged: price });
	});

	test('under On Error = Stop the first failure ends all further calls', async () => {
		world.emulator.configure({ latencyMs: 10 });
		world.emulator.addFault({ kind: 'refused', match: { key: items[0].user, page: 1 } });
		const result = await world.run(parameters, { items });
		expect(result.status).toBe('error');
		expect(result.error?.message).toMatch(/ \[item 0\]$/);
		// The three that were under way, and none after them.
		expect(world.emulator.ledger.map(({ page }) => page)).toEqual([1, 1, 1]);
	});

	test('each of several failures has its own item, in input order', async () => {
		for (const [index, kind] of (['server', 'reset', 'platform'] as const).entries()) {
			world.emulator.addFault({ kind, match: { key: items[index].user, page: index + 1 } });
		}
		const node = { onError: 'continueErrorOutput' as const };
		const result = await world.run(parameters, { items, node });
		expect(result.records).toHaveLength(0 + 12 + 24);
		expect(
			result.execution
				.items('Data Access', 1)
				.map(({ json, pairedItem }) => [
					(json.error as IDataObject).code,
					(json.error as IDataObject).callsMade,
					(pairedItem as { item: number }).item,
				]),
		).toEqual([
			['GATEWAY_ERROR', 1, 0],
			['NO_ANSWER', 2, 1],
			['PLATFORM_ERROR', 3, 2],
		]);
	});
});
