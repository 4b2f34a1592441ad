import { beforeEach, describe, expect, test } from '@jest/globals';

import type * as askerModule from '../../nodes/DataAccess/buy/asker.ts';
import type { Try } from '../../nodes/DataAccess/buy/asker.ts';
import type * as buyerModule from '../../nodes/DataAccess/buy/buyer.ts';
import type { Kept } from '../../nodes/DataAccess/buy/buyer.ts';
import type { NodeMemory } from '../../nodes/DataAccess/buy/nodeMemory.ts';
import type { PageOutcome } from '../../nodes/DataAccess/buy/pageRequest.ts';
import type { Query } from '../../nodes/DataAccess/operations/operation.ts';
import type * as shapeModule from '../../nodes/DataAccess/operations/parts/shape.ts';
import type * as parallelModule from '../../nodes/DataAccess/shared/parallel.ts';
import { built } from '../harness/built.mts';
import { passMinutes } from '../harness/clock.mts';
import { forgetProcess, keptPages, store } from '../harness/keptPages.mts';
import { until } from '../harness/money.mts';
import { outside } from '../harness/native.mts';

const { nextTry, nextUse } = built<typeof askerModule>('buy/asker');
const { Buyer } = built<typeof buyerModule>('buy/buyer');
const { UnrecognisedShape } = built<typeof shapeModule>('operations/parts/shape');
const { Slots } = built<typeof parallelModule>('shared/parallel');

const PRICE = 0.01;

/** A page is `{items}`; one without a list cannot be read, and `broken` breaks the reading itself. */
const query = {
	name: 'list',
	holdsPage: (value: unknown) => typeof value === 'object' && value !== null && 'items' in value,
	readPage({ items, broken }: { items: unknown; broken?: boolean }) {
		if (broken) throw new TypeError('not a shape');
		if (!Array.isArray(items)) throw new UnrecognisedShape('list of records at items');
		return { records: items, next: null };
	},
} as unknown as Query;

interface Reply {
	status: number;
	headers: object;
	body: object;
}

/** A body, a status without one, or both. */
type Answer = object | number | Partial<Reply>;

let gateways = 0;
/** The names of the pages that were asked for, and what each call is answered with. */
let asked: string[] = [];
let answer: (page: string) => Answer | Promise<Answer>;
let scope = '';
beforeEach(() => {
	asked = [];
	answer = (page) => ({ items: [{ page, call: asked.length }] });
	scope = `gateway ${++gateways}`;
});

const send = async ({ body }: { body: string }) => {
	const { page } = (JSON.parse(body) as { input: { page: string } }).input;
	asked.push(page);
	const given = await answer(page);
	if (typeof given === 'number') return { status: given, headers: {}, text: '{}' };
	const { status = 200, headers = {}, body: sent = given } = given as Partial<Reply>;
	return { status, headers: { ...headers }, text: JSON.stringify(sent) };
};

let runs = 0;
/** The first try of a run in an execution of its own. */
const newRun = () => nextTry({}, `run ${++runs}`, '').current;

/** The uses of one agent in one execution. */
function newAgent(): () => Try {
	const where = `agent ${++runs}`;
	return () => nextUse(where, () => {});
}

type Setup = ConstructorParameters<typeof Buyer>[0];

function buyerOf(current: Try, more: Partial<Setup> = {}) {
	const buyer = new Buyer({
		cap: Infinity,
		rules: { retries: 0, retryUncertain: false },
		reuseFailed: 15,
		reuseDelivered: 0,
		sharesCalls: true,
		query,
		transport: { send, close: () => {} },
		deployment: {
			url: 'https://gateway.example.com/v1/run',
			secret: 'test-key-that-must-never-show',
			scope,
			callOf: (_query, input) => ({ provider: 'p', endpoint: '/e', input, price: PRICE }),
		},
		memory: {},
		executionId: 'x',
		current,
		calls: new Slots(9),
		deadline: Infinity,
		endsOnFailure: false,
		...more,
	});
	return {
		buyer,
		ask: async (page: string, skip = 0) => await buyer.pagesFor(0, 30)({ page }, skip),
		settle: async (how: 'delivered' | 'failed' | 'triedAgain') => await buyer.settle(how),
	};
}

const callOf = (outcome: PageOutcome) => 'page' in outcome && outcome.page.records[0]?.call;

/** A run that asks for these pages, and how it ends. */
async function runOf(
	pages: string[],
	how: 'delivered' | 'failed',
	more: Partial<Setup> = {},
): Promise<{ outcomes: PageOutcome[]; kept: Kept }> {
	const { ask, settle } = buyerOf(newRun(), more);
	const outcomes: PageOutcome[] = [];
	for (const page of pages) outcomes.push(await ask(page));
	return { outcomes, kept: await settle(how) };
}

/** A run that delivers a page up to a record. */
async function cut(page: string, skip: number, more: Partial<Setup> = {}, from = 0): Promise<void> {
	const { ask, settle } = buyerOf(newRun(), more);
	const outcome = await ask(page, from);
	if ('page' in outcome) outcome.keepRest(skip);
	await settle('delivered');
}

const UNREADABLE = { items: 'none' };

describe('what a run that delivers nothing keeps', () => {
	test('is all that it bought, for the minutes of the oldest', async () => {
		await runOf(['a', 'b'], 'failed');
		passMinutes(5);
		const memory: NodeMemory = {};
		const { kept } = await runOf(['a', 'b', 'c'], 'failed', { memory });
		expect(kept).toEqual({ pages: 3, inMemory: 3, minutes: 10, stored: 3 });
		expect(Object.keys(memory.pages ?? {})).toHaveLength(3);
	});

	test('is found until its last minute is over', async () => {
		const { kept } = await runOf(['a'], 'failed', { reuseFailed: 1 });
		expect(kept).toMatchObject({ inMemory: 1, minutes: 1 });
	});

	test('is nothing that a run before it has delivered', async () => {
		await runOf(['a'], 'delivered');
		const { outcomes, kept } = await runOf(['a'], 'failed', { reuseDelivered: 60 });
		expect([callOf(outcomes[0]!), kept]).toEqual([1, expect.objectContaining({ pages: 0 })]);
		// Nor does it become a page that a run without Reuse Delivered Pages gets.
		await runOf(['a'], 'delivered');
		expect(asked).toEqual(['a', 'a']);
	});

	test('is not what it has bought again', async () => {
		answer = () => UNREADABLE;
		await runOf(['a'], 'failed');
		const first = newRun();
		const one = buyerOf(first);
		expect(await one.ask('a')).toMatchObject({ failure: { isKept: true } });
		expect(await one.settle('triedAgain')).toMatchObject({ pages: 1 });
		const rules = { retries: 0, retryUncertain: true };
		const two = buyerOf(first.asker.begin(), { rules });
		await two.ask('a');
		expect(await two.settle('failed')).toMatchObject({ pages: 1, inMemory: 1, stored: 1 });
		expect(asked).toEqual(['a', 'a']);
	});

	test('is not bought again by a later try of the run that bought it', async () => {
		answer = () => UNREADABLE;
		const first = newRun();
		const one = buyerOf(first);
		await one.ask('a');
		await one.settle('triedAgain');
		const rules = { retries: 0, retryUncertain: true };
		const two = buyerOf(first.asker.begin(), { rules });
		expect(await two.ask('a')).toHaveProperty('failure');
		expect([await two.settle('failed'), asked]).toMatchObject([{ pages: 1 }, ['a']]);
	});

	test('is bought again from the stored execution, if the user allows it', async () => {
		answer = () => UNREADABLE;
		const memory: NodeMemory = {};
		await runOf(['a'], 'failed', { memory });
		forgetProcess();
		const rules = { retries: 0, retryUncertain: true };
		const { kept } = await runOf(['a'], 'failed', { memory, rules });
		expect([asked, kept.pages]).toEqual([['a', 'a'], 1]);
	});
});

test('a run that delivers stores no page that it could not read', async () => {
	answer = (page) => (page === 'a' ? UNREADABLE : { items: [] });
	const memory: NodeMemory = {};
	await runOf(['a', 'b'], 'delivered', { memory });
	expect(memory.pages).toBeUndefined();
});

describe('the rest of a page that a limit cut', () => {
	test('is there once', async () => {
		await cut('a', 2);
		const rest = buyerOf(newRun());
		expect(callOf(await rest.ask('a', 2))).toBe(1);
		await rest.settle('delivered');
		const again = buyerOf(newRun());
		expect(callOf(await again.ask('a', 2))).toBe(2);
	});

	test('may be cut again', async () => {
		await cut('a', 2);
		await cut('a', 4, {}, 2);
		const { ask } = buyerOf(newRun());
		expect(callOf(await ask('a', 4))).toBe(1);
		expect(callOf(await buyerOf(newRun()).ask('a', 2))).toBe(2);
	});

	test('is kept from when it was cut, not from an earlier delivery', async () => {
		await runOf(['a'], 'delivered');
		passMinutes(10);
		await cut('a', 2, { reuseDelivered: 60 });
		passMinutes(10);
		expect(callOf(await buyerOf(newRun()).ask('a', 2))).toBe(1);
	});
});

describe('until n8n tries again', () => {
	const off = { reuseFailed: 0 };
	/** Whether a page is still there after so many seconds, whoever else keeps one. */
	async function isThereAfter(seconds: number, how: 'triedAgain' | 'failed'): Promise<boolean> {
		const { ask, settle } = buyerOf(newRun(), off);
		await ask('a');
		await settle(how);
		passMinutes(seconds / 60);
		await runOf(['b'], 'delivered');
		return keptPages().some(({ state }) => state === 'left');
	}
	beforeEach(forgetProcess);

	test.each([
		[58, 'triedAgain', true],
		[62, 'triedAgain', false],
		[2, 'failed', false],
	] as const)('after %i seconds, a page of a run that %s is kept: %s', async (...row) => {
		const [seconds, how, isKept] = row;
		expect(await isThereAfter(seconds, how)).toBe(isKept);
	});
});

describe('which of several pages a run gets', () => {
	test('is its own before one of another run', async () => {
		const first = newRun();
		const one = buyerOf(first);
		await one.ask('a');
		await one.settle('triedAgain');
		// It may not use the page of the first, and buys a newer one.
		await runOf(['a'], 'failed', { reuseFailed: 0 });
		const outcome = await buyerOf(first.asker.begin()).ask('a');
		expect([callOf(outcome), asked.length]).toEqual([1, 2]);
		expect(outcome).toMatchObject({ age: undefined, isAskedBefore: false });
	});

	test('is its own from the stored execution, where the process has dropped it', async () => {
		const [first, memory] = [newRun(), {}];
		const one = buyerOf(first, { memory });
		await one.ask('a');
		await one.settle('triedAgain');
		forgetProcess();
		const outcome = await buyerOf(first.asker.begin(), { memory }).ask('a');
		expect(callOf(outcome)).toBe(1);
		expect(outcome).toMatchObject({ age: undefined });
	});

	test('is the one of its execution before one of another', async () => {
		const memory: NodeMemory = {};
		await runOf(['a'], 'failed', { memory });
		forgetProcess();
		passMinutes(1);
		await runOf(['a'], 'failed');
		const { outcomes } = await runOf(['a'], 'delivered', { memory });
		expect(callOf(outcomes[0]!)).toBe(1);
		expect(outcomes[0]).toMatchObject({ age: expect.any(Number) });
		expect(asked).toEqual(['a', 'a']);
	});
});

test('a page of another run tells what calls for it have cost before', async () => {
	const first = newRun();
	answer = () => 500;
	const one = buyerOf(first);
	await one.ask('a');
	await one.settle('triedAgain');
	answer = () => ({ items: [{ call: asked.length }] });
	await runOf(['a'], 'failed');
	const outcome = await buyerOf(first.asker.begin()).ask('a');
	expect([callOf(outcome), outcome.spending.calls]).toEqual([2, 1]);
	expect(outcome.spending.possible).toBe(PRICE);
});

test('a page takes its room once, however often it is read', async () => {
	await runOf(['a'], 'failed');
	const room = () => store['bytes'];
	const before = room();
	await runOf(['a'], 'failed');
	expect([room(), asked]).toEqual([before, ['a']]);
});

test('a page that was delivered as a whole waits for nobody', async () => {
	forgetProcess();
	await runOf(['a'], 'delivered');
	expect(keptPages().map(({ state }) => state)).toEqual(['delivered']);
});

test('a charged failure teaches the price that the next call is reserved at', async () => {
	const price = { type: 'PER_CALL', amount: { value: 0.05, currency: 'USD' } };
	answer = () => ({
		status: 500,
		body: { runId: 'r', status: 'FAILED', output: null, cost: { value: 0.05 }, price },
	});
	const { ask } = buyerOf(newRun(), { cap: 0.08 });
	expect(await ask('a')).toHaveProperty('failure');
	expect(await ask('b')).toMatchObject({ ended: 'maxCost' });
	expect(asked).toEqual(['a']);
});

test('a call that succeeded at last may be made for another item that shares none', async () => {
	answer = () => (asked.length === 1 ? 500 : { items: [] });
	const rules = { retries: 1, retryUncertain: true };
	const { ask } = buyerOf(newRun(), { rules, sharesCalls: false });
	expect(await ask('a')).toHaveProperty('page');
	expect(await ask('a')).toHaveProperty('page');
	expect(asked).toEqual(['a', 'a', 'a']);
});

test('a charged failure teaches no price where none is known: calls go one at a time', async () => {
	const deployment = {
		...{ url: 'https://gateway.example.com/v1/run', secret: 'test-key-that-must-never-show' },
		scope,
		callOf: (_query: Query, input: object) => ({
			...{ provider: 'p', endpoint: '/unknown', input, price: 0 },
		}),
	} as Setup['deployment'];
	let finish = (_answer: Answer) => {};
	const { ask } = buyerOf(newRun(), { deployment, cap: 1 });
	const failed = { runId: 'r', status: 'FAILED', output: null, cost: { value: 0.05 } };
	answer = () => ({ status: 500, body: failed });
	expect(await ask('a')).toMatchObject({ spending: { cost: 0.05 } });
	answer = (page) =>
		page === 'b'
			? new Promise((resolve) => {
					finish = resolve;
				})
			: { items: [] };
	const [first, second] = [ask('b'), ask('c')];
	await until(() => asked.length === 2);
	await new Promise((resolve) => setTimeout(resolve, 5));
	expect(asked).toEqual(['a', 'b']);
	finish({ items: [] });
	await Promise.all([first, second]);
	expect(asked).toEqual(['a', 'b', 'c']);
});

describe('an agent', () => {
	test('keeps its page, whoever else uses it', async () => {
		const use = newAgent();
		const one = buyerOf(use());
		await one.ask('a');
		await one.settle('delivered');
		const { outcomes } = await runOf(['a'], 'delivered', { reuseDelivered: 60 });
		const again = await buyerOf(use()).ask('a');
		expect([callOf(outcomes[0]!), callOf(again)]).toEqual([1, 1]);
		expect(again).toMatchObject({ age: undefined, isAskedBefore: true });
		expect(asked).toEqual(['a']);
	});

	test('makes no call after a refusal that another of its uses has met meanwhile', async () => {
		const memory: NodeMemory = {};
		const use = newAgent();
		const [one, two] = [buyerOf(use(), { memory }), buyerOf(use(), { memory })];
		answer = () => 401;
		await one.ask('a');
		expect(await two.ask('b')).toMatchObject({ failure: { code: 'KEY_REFUSED' } });
		expect(asked).toEqual(['a']);
	});

	test('shares a call under way beside a use that shares none', async () => {
		const use = newAgent();
		let finish = (_answer: Answer) => {};
		answer = () =>
			asked.length === 1
				? new Promise((resolve) => {
						finish = resolve;
					})
				: { items: [{ call: asked.length }] };
		const slow = buyerOf(use()).ask('a');
		await until(() => asked.length === 1);
		await buyerOf(use(), { sharesCalls: false }).ask('a');
		const third = buyerOf(use()).ask('a');
		finish({ items: [{ call: 1 }] });
		expect([callOf(await slow), callOf(await third), asked.length]).toEqual([1, 1, 2]);
	});

	test('has the whole cap again after a use that was stopped before its call', async () => {
		const memory: NodeMemory = {};
		const use = newAgent();
		const stop = new AbortController();
		stop.abort();
		const stopped = buyerOf(use(), { memory, cap: PRICE, stop: stop.signal });
		expect(await stopped.ask('a')).toMatchObject({ ended: 'halted' });
		const { ask } = buyerOf(use(), { memory, cap: PRICE });
		expect(callOf(await ask('a'))).toBe(1);
		expect(await ask('b')).toMatchObject({ ended: 'maxCost' });
	});
});

test('a place where a page was used is remembered, however often an agent uses it', async () => {
	const reuse = { reuseDelivered: 60 };
	const [where, use] = [`run ${++runs}`, newAgent()];
	const again = () => buyerOf(nextTry({}, where, '').current, reuse);
	const first = again();
	await first.ask('a');
	await first.settle('delivered');
	for (let count = 0; count < 101; count++) {
		const { ask, settle } = buyerOf(use(), reuse);
		expect(callOf(await ask('a'))).toBe(1);
		await settle('delivered');
	}
	// The next round of the loop that bought it wants a newer one.
	expect(callOf(await again().ask('a'))).toBe(2);
});

test('items that share a failing call share its failure, and pay once', async () => {
	answer = () => 500;
	const { ask } = buyerOf(newRun());
	const [one, two] = await Promise.all([ask('a'), ask('a')]);
	expect(one).toMatchObject({ failure: { code: 'GATEWAY_ERROR' }, spending: { calls: 1 } });
	expect(two).toMatchObject({ failure: { code: 'GATEWAY_ERROR' }, spending: { calls: 0 } });
	expect(asked).toEqual(['a']);
});

test.each([
	['is of no known shape', UNREADABLE, 'it has no list of records at items'],
	['breaks the reading', { items: [], broken: true }, 'it has no readable records'],
])('an answer that %s is a failure that says so', async (_label, body, what) => {
	answer = () => body;
	const outcome = await buyerOf(newRun()).ask('a');
	expect(outcome).toMatchObject({ failure: { what: expect.stringContaining(what) } });
});

describe('a run whose time is over', () => {
	test('makes no further call', async () => {
		const { ask } = buyerOf(newRun(), { deadline: outside.Date.now() + 2000 });
		await ask('a');
		passMinutes(1);
		expect(await ask('b')).toMatchObject({ ended: 'outOfTime' });
		expect(asked).toEqual(['a']);
	});

	test('waits for no place any more', async () => {
		let finish = (_answer: Answer) => {};
		const { ask } = buyerOf(newRun(), { deadline: outside.Date.now() + 600_000 });
		// After a rate limit, one call is made at a time.
		answer = () => 429;
		await ask('a');
		passMinutes(1);
		answer = () =>
			new Promise((resolve) => {
				finish = resolve;
			});
		const slow = ask('b');
		await until(() => asked.length === 2);
		let isOver = false;
		const waiting = ask('c').finally(() => {
			isOver = true;
		});
		await new Promise((resolve) => setTimeout(resolve, 5));
		expect(isOver).toBe(false);
		passMinutes(10);
		finish({ items: [] });
		expect(await slow).toHaveProperty('page');
		expect(await waiting).toMatchObject({ ended: 'outOfTime' });
		expect(asked).toEqual(['a', 'b']);
	});

	const limited = { status: 429, headers: { 'retry-after': '59' } };
	const setup = () => ({
		deadline: outside.Date.now() + 60_000,
		rules: { retries: 3, retryUncertain: false },
	});

	test('ends with what other calls brought, where the next try would come too late', async () => {
		const { ask } = buyerOf(newRun(), setup());
		expect(await ask('a')).toHaveProperty('page');
		answer = () => limited;
		expect(await ask('b')).toMatchObject({ ended: 'outOfTime', spending: { calls: 1 } });
	});

	test('but says why, where it made no other call', async () => {
		answer = () => limited;
		const { ask } = buyerOf(newRun(), setup());
		expect(await ask('a')).toMatchObject({ failure: { code: 'RATE_LIMITED' } });
	});
});
