import { inspect } from 'node:util';
import { inflateRawSync } from 'node:zlib';

import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';

import { skipWaits } from '../harness/clock.mts';
import { LATE, ONE_OF_EACH } from '../harness/failures.mts';
import type { FailureRow } from '../harness/failures.mts';
import { useGateway } from '../harness/gateway.mts';
import { load, outside } from '../harness/native.mts';
import { allPosts, getPosts } from '../harness/operations.mts';
import { API_KEY, triesOf, useWorld } from '../harness/world.mts';
import type { NodeRun } from '../harness/world.mts';

/** A key with characters that JSON, URLs and HTML escape. */
const KEY = 'key"with\\quotes"+100%<secret>/&';

/** All forms in which a service may repeat a key. */
const FORMS = [KEY, API_KEY].flatMap((key) => [
	key,
	JSON.stringify(key).slice(1, -1),
	encodeURIComponent(key),
	Buffer.from(key).toString('base64'),
]);

const gateway = useGateway();
const world = useWorld();
let printed: string[] = [];
beforeAll(() => {
	const { LoggerProxy } = load('n8n-workflow') as typeof import('n8n-workflow');
	const log = (...words: unknown[]) => void printed.push(inspect(words, { depth: 20 }));
	LoggerProxy.init({ error: log, warn: log, info: log, debug: log } as never);
});
beforeEach(() => {
	printed = [];
	const print = (...words: unknown[]) => void printed.push(inspect(words, { depth: 20 }));
	for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
		jest.spyOn(outside.console, level).mockImplementation(print);
	}
	for (const stream of [outside.process.stdout, outside.process.stderr]) {
		jest.spyOn(stream, 'write').mockImplementation(((text: unknown) => {
			printed.push(String(text));
			return true;
		}) as never);
	}
});

const parameters = allPosts('list-size-6');

/** Returns everything that an execution leaves behind, including hidden properties and causes of errors. */
function leftBehind(run: NodeRun): string {
	const everything = inspect(run.execution, {
		depth: 30,
		showHidden: true,
		maxArrayLength: null,
		maxStringLength: null,
		getters: true,
	});
	const nodes = Object.values(run.context) as Array<{ pages?: Record<string, { packed: string }> }>;
	const pages = nodes
		.flatMap(({ pages = {} }) => Object.values(pages))
		.map(({ packed }) => inflateRawSync(Buffer.from(packed, 'base64')).toString());
	return [everything, run.stored, ...pages, run.hint, run.error?.stack, ...printed].join('\n');
}

function expectNoKeyIn(text: string, forms = FORMS): void {
	// The assertion has only a number, so that a failing test does not print the key.
	expect(forms.filter((form) => text.includes(form)).length).toBe(0);
}

/** Runs into the failure twice: under Stop with a second try, and under Continue. */
async function runsInto({ fault, options }: FailureRow): Promise<NodeRun[]> {
	skipWaits();
	const runs: NodeRun[] = [];
	for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
		world.emulator.addFault({ ...fault, match: { page: 2 }, times: 2 * (fault.times ?? 1) });
		const node = { onError, ...triesOf(2), retryOnFail: onError === 'stopWorkflow' };
		runs.push(await world.run({ ...parameters, options }, { node }));
		world.emulator.reset();
	}
	return runs;
}

test('the search finds a key if there is one', async () => {
	const run = await world.run({ ...parameters, userId: API_KEY });
	expect(leftBehind(run)).toContain(API_KEY);
	outside.console.error(new Error(KEY));
	expect(FORMS.some((form) => leftBehind(run).includes(form))).toBe(true);
	expect(printed.join()).toContain('100%<secret>');
});

test.each(ONE_OF_EACH)('no key is left behind by $name', async (row) => {
	const runs = await runsInto(row);
	expect(runs.some((run) => run.error ?? run.errors[0])).toBe(true);
	for (const run of runs) expectNoKeyIn(leftBehind(run));
});

test('no key is left behind by responses that arrive too late', async () => {
	const runs = LATE.map(async ({ fault, options }, index) => {
		const list = `late-${index}-size-2`;
		world.emulator.addFault({ ...fault, match: { key: list } });
		return await world.run({ ...parameters, ...getPosts.parameters(list), options });
	});
	for (const run of await Promise.all(runs)) {
		expect(run.error?.errorResponse).toMatchObject({ code: 'DEADLINE' });
		expectNoKeyIn(leftBehind(run));
	}
});

test('no key is left behind by a gateway that repeats it', async () => {
	const echo: FailureRow = { name: 'echo', fault: { kind: 'echoKey' }, code: '', charged: 'no' };
	const runs = await runsInto(echo);
	for (const run of runs) expectNoKeyIn(leftBehind(run));
	expect(runs.map(leftBehind).some((text) => text.includes('Cannot handle the header'))).toBe(true);
});

test('no key is left behind by a response that repeats it, even if the quotation cuts it', async () => {
	const forms = [KEY, JSON.stringify(KEY).slice(1, -1), encodeURIComponent(KEY), KEY.slice(0, 12)];
	skipWaits();
	for (const status of [200, 500]) {
		gateway.answerWith(() => ({ status, body: `<p>${KEY}${'x'.repeat(380)}${KEY}</p>` }));
		const credential = { baseUrl: gateway.url, apiKey: KEY };
		const run = await world.run(parameters, { credential });
		expect(run.status).toBe('error');
		expect(gateway.calls[0].headers.authorization).toBe(`Bearer ${KEY}`);
		expectNoKeyIn(leftBehind(run), forms);
	}
});

test('a redirect to another host gets neither a call nor the key', async () => {
	const location = `${gateway.url.replace('127.0.0.1', 'localhost')}/v1/run`;
	world.emulator.addFault({ kind: 'redirect', httpStatus: 307, location, times: Infinity });
	const run = await world.run(parameters);
	expect(run.error?.errorResponse).toMatchObject({ code: 'REDIRECTED', mayBeCharged: false });
	expectNoKeyIn(leftBehind(run));
	expect(gateway.calls).toEqual([]);
});
