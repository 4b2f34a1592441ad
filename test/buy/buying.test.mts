import { describe, expect, test } from '@jest/globals';

import { buyPage } from '../../nodes/DataAccess/buy/buyPage.ts';
import type { Buying } from '../../nodes/DataAccess/buy/buyPage.ts';
import { moneyOf } from '../../nodes/DataAccess/buy/executionMoney.ts';
import { getPage } from '../../nodes/DataAccess/buy/getPage.ts';
import { Halt } from '../../nodes/DataAccess/buy/halt.ts';
import { Pace } from '../../nodes/DataAccess/buy/pace.ts';
import type { PageOutcome, PageRequest } from '../../nodes/DataAccess/buy/pageRequest.ts';
import { nextPass } from '../../nodes/DataAccess/buy/passes.ts';
import type { Asker } from '../../nodes/DataAccess/buy/row.ts';
import { rows } from '../../nodes/DataAccess/buy/rows.ts';
import { RunTime } from '../../nodes/DataAccess/buy/runTime.ts';
import { Stored } from '../../nodes/DataAccess/buy/stored.ts';
import { failureOf } from '../../nodes/DataAccess/shared/failure.ts';
import { skipWaits } from '../harness/clock.mts';
import { outside } from '../harness/native.mts';

const call = { endpoint: '/e', price: 0.6, provider: 'p', input: {}, isPriced: true };
const paid = { payload: { ids: [1] }, text: '{"ids": [1]}' };

type Gateway = Partial<Record<keyof Buying['gateway'], (...given: any[]) => Promise<unknown>>>;

let keys = 0;

/** A pass that asks for one page, of a gateway of the test's own. */
function asking(gateway: Gateway, { deadline = Infinity } = {}) {
	const onEnd = () => {};
	const context = {};
	const execution = { id: 'e', context, deadline, patience: Infinity, onEnd };
	const pass = nextPass(execution, { isTool: false, maxTries: 1 });
	const [money, pace] = [moneyOf(context, 'e'), new Pace()];
	const means = {
		...{ pass, money, pace, cap: 2, gateway },
		stored: new Stored(context, 'key'),
		time: new RunTime(deadline, Infinity, pass),
		halt: new Halt(money, pace.changes, false),
		query: {
			holdsPage: () => true,
			positionInputs: [],
			readPage: () => ({ records: [], next: null }),
		},
	} as unknown as Buying;
	const row = rows.open(`key ${(keys += 1)}`, pass);
	const payer = { account: pass.account, itemIndex: 0 };
	const ask = (facts: Partial<Asker> = {}): PageRequest => ({
		asker: {
			execution: 'e',
			pass,
			reuse: 0,
			buysAnew: false,
			after: 0,
			attempts: 0,
			isStopped: false,
			...facts,
		},
		...{ row, call, input: {}, timeout: 30_000, payer },
	});
	return { means, row, payer, ask };
}

const codeOf = (answer: PageOutcome) =>
	'failure' in answer ? answer.failure.code : 'ended' in answer ? answer.ended : 'page';

test('who wants a newer page than the one under way asks anew', async () => {
	let calls = 0;
	const { means, row, ask } = asking({
		async buy() {
			calls += 1;
			await new Promise((resolve) => outside.setTimeout(resolve, 40));
			return paid;
		},
	});
	const other = asking({}).means.pass;
	await Promise.all([
		getPage(means, ask()),
		getPage(means, ask()),
		getPage(means, ask({ pass: other, after: outside.Date.now() + 30 })),
	]);
	expect([calls, row.underWay.size]).toEqual([2, 0]);
});

test('a run knows that a rate limit has made it wait', async () => {
	skipWaits();
	const waitsAfter = async (ms: number) => {
		const { means, ask } = asking({ buy: async () => paid });
		means.pace.slowDown(ms);
		await buyPage(means, ask());
		return means.time.hasWaited;
	};
	expect([await waitsAfter(0), await waitsAfter(1000)]).toEqual([false, true]);
});

test('a run knows that the search for a lost answer has made it wait', async () => {
	const waitsAfter = async (code: 'UNREACHABLE' | 'NO_ANSWER') => {
		const buy = async () => ({ failure: failureOf(code) });
		const { means, ask } = asking({ buy, look: async () => 'notHere' });
		await buyPage(means, ask());
		return means.time.hasWaited;
	};
	expect([await waitsAfter('UNREACHABLE'), await waitsAfter('NO_ANSWER')]).toEqual([false, true]);
});

test('after an exception in a call nothing is reserved or under way, and nobody makes it again', async () => {
	const { means, row, payer, ask } = asking({ buy: () => Promise.reject(new Error('a bug')) });
	const broken = { failure: { code: 'UNEXPECTED', charged: 'maybe' } };
	expect(await getPage(means, ask())).toMatchObject(broken);
	expect(payer.account.ofItem(0)).toMatchObject({ calls: 1, cost: 0, possible: 0.6 });
	const other = { ...call, endpoint: '/other' };
	expect(means.money.allows(1, { ...other, price: 0.4 })).toBe('yes');
	expect(means.money.allows(1, { ...other, price: 0.5 })).toBe('no');
	expect(row.underWay.size).toBe(0);
	expect(await getPage(means, ask())).toMatchObject(broken);
	expect(payer.account.total.calls).toBe(1);
});

describe('with two lost calls of one request', () => {
	const free = { failure: { ...failureOf('RUN_TIMED_OUT'), charged: 'no' } };
	const charged = { failure: failureOf('PROVIDER_ERROR') };
	type Look = 'running' | 'noRun' | object;

	test.each<[string, first: Look, second: Look, end: string, calls: number, left: string[]]>([
		['one was free, the other goes on', free, 'running', 'NOT_FINISHED', 0, ['b']],
		['one was charged for nothing, the other has the page', charged, paid, 'page', 0, ['b']],
		['one goes on, the other has the page', 'running', paid, 'page', 0, ['a', 'b']],
		['one was charged for nothing, one goes on', charged, 'running', 'NOT_FINISHED', 0, ['b']],
		['both were charged for nothing', charged, charged, 'PROVIDER_ERROR', 0, []],
		['one was charged, the other is not there', charged, 'noRun', 'PROVIDER_ERROR', 0, ['b']],
		['both were free', free, free, 'page', 1, []],
	])('%s', async (_name, first, second, end, calls, left) => {
		const looks = { a: first, b: second };
		let made = 0;
		const { means, row, ask } = asking(
			{
				look: async ({ runId }: { runId: 'a' | 'b' }) => looks[runId],
				buy: async () => ((made += 1), paid),
			},
			// Less than until another look.
			{ deadline: outside.Date.now() + 900 },
		);
		for (const [index, runId] of ['a', 'b'].entries()) {
			const begunAt = outside.Date.now() + index;
			const lost = { begunAt, endedAt: begunAt, runId, possible: 0.01, execution: '' };
			rows.addLost(row, { ...lost, holders: new Set() });
		}
		expect([codeOf(await getPage(means, ask())), made]).toEqual([end, calls]);
		expect(row.lost.map(({ runId }) => runId)).toEqual(left);
		// What was found or bought, nobody looks for again.
		if (end === 'page') expect(row.lost.every(({ isPast }) => isPast)).toBe(true);
	});
});
