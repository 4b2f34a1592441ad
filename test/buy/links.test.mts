import { describe, expect, test } from '@jest/globals';

import { moneyOf } from '../../nodes/DataAccess/buy/executionMoney.ts';
import { Halt } from '../../nodes/DataAccess/buy/halt.ts';
import { admitted } from '../../nodes/DataAccess/buy/links/admitted.ts';
import { called } from '../../nodes/DataAccess/buy/links/called.ts';
import { recovered } from '../../nodes/DataAccess/buy/links/recovered.ts';
import { shared } from '../../nodes/DataAccess/buy/links/shared.ts';
import { LostCalls } from '../../nodes/DataAccess/buy/lostCalls.ts';
import type {
	CallOutcome,
	PageOutcome,
	PageRequest,
} from '../../nodes/DataAccess/buy/pageRequest.ts';
import { Pace } from '../../nodes/DataAccess/buy/pace.ts';
import { RunTime } from '../../nodes/DataAccess/buy/runTime.ts';
import { Account } from '../../nodes/DataAccess/buy/spending.ts';
import type * as failureModule from '../../nodes/DataAccess/shared/failure.ts';
import { failureOf } from '../../nodes/DataAccess/shared/failure.ts';
import { skipWaits } from '../harness/clock.mts';
import { outside } from '../harness/native.mts';

const request = (state: PageRequest['state'] = {}, after = 0) =>
	({
		...{ state, after, timeout: 30_000, key: 'k', input: {} },
		payer: { account: new Account(), itemIndex: 0 },
	}) as unknown as PageRequest;
const paid = { bought: { text: '{}' }, begunAt: 1, boughtAt: 1 } as unknown as CallOutcome;
const codeOf = (answer: CallOutcome | PageOutcome) =>
	'failure' in answer ? answer.failure.code : 'ended' in answer ? answer.ended : 'paid';

/** A link before answers that come one after the other, and how often it has asked. */
function asking(answers: CallOutcome[]) {
	let asked = 0;
	const next = async () => answers[Math.min(asked++, answers.length - 1)]!;
	return { next, asked: () => asked };
}

const haltOf = (money: { refusedBy?: failureModule.Failure }) =>
	new Halt(money, new Pace().changes, false);

test('who wants a newer page than the one under way asks anew', async () => {
	let count = 0;
	const next = async (): Promise<PageOutcome> => ({
		page: { records: [], next: null },
		begunAt: 100 * ++count,
		boughtAt: 1000,
	});
	const way = shared({ pass: {} as never })(next);
	const state: PageRequest['state'] = {};
	await Promise.all([way(request(state)), way(request(state)), way(request(state, 101))]);
	expect(count).toBe(2);
	expect(state.underWay).toBeUndefined();
});

test('a run knows that a rate limit has made it wait', async () => {
	skipWaits();
	const pass = { account: new Account(), owner: { isAgent: false } } as never;
	const waitsAfter = async (ms: number) => {
		const pace = new Pace();
		pace.slowDown(ms);
		const time = new RunTime(Infinity, Infinity, pass);
		const means = { money: moneyOf({}, 'e'), pace, cap: 1, halt: haltOf({}), time };
		const call = { endpoint: '/e', price: 0.01, provider: 'p', input: {} };
		await admitted(means)(asking([paid]).next)({ ...request(), call });
		return time.hasWaited;
	};
	expect([await waitsAfter(0), await waitsAfter(1000)]).toEqual([false, true]);
});

test('a run knows that the search for a lost answer has made it wait', async () => {
	const pass = { account: new Account(), owner: { isAgent: false } } as never;
	const money = moneyOf({}, 'e');
	const waitsAfter = async (failure: failureModule.Failure) => {
		const pace = new Pace();
		const time = new RunTime(Infinity, Infinity, pass);
		const means = { money, pace, pass, halt: haltOf({}), time, lost: new LostCalls({}) };
		const query = { holdsPage: () => true, positionInputs: [] } as never;
		const gateway = { buy: async () => ({ failure }), look: async () => 'notHere' } as never;
		await called({ ...means, query, gateway })({ ...request(), key: 'lost', call: {} } as never);
		return time.hasWaited;
	};
	expect(await waitsAfter(failureOf('UNREACHABLE'))).toBe(false);
	expect(await waitsAfter(failureOf('NO_ANSWER'))).toBe(true);
});

test('an exception in a call leaves no price reserved, and counts as what may have been charged', async () => {
	const money = moneyOf({}, 'e');
	const pace = new Pace();
	const payer = { account: new Account(), itemIndex: 0 };
	const pass = { account: payer.account, owner: { isAgent: false } } as never;
	const link = admitted({
		...{ money, pace, cap: 1, halt: haltOf({}) },
		time: new RunTime(Infinity, Infinity, pass),
	});
	const call = { endpoint: '/e', price: 0.6, provider: 'p', input: {} };
	const broken = async () => await Promise.reject(new Error('a bug'));
	await expect(link(broken)({ ...request(), call, payer })).rejects.toThrow('a bug');
	const another = { ...call, endpoint: '/other' };
	expect(money.allows(1, { ...another, price: 0.4 })).toBe('yes');
	expect(money.allows(1, { ...another, price: 0.5 })).toBe('no');
	expect(payer.account.ofItem(0)).toMatchObject({ calls: 1, cost: 0, possible: 0.6 });
});

describe('recovered, with two lost calls of one request', () => {
	type Look = 'running' | 'noRun' | CallOutcome;
	const free = { failure: { ...failureOf('RUN_TIMED_OUT'), charged: 'no' } } as CallOutcome;
	const charged = { failure: failureOf('PROVIDER_ERROR') } as CallOutcome;
	const page = { payload: {}, text: '{}' } as unknown as CallOutcome;

	test.each<[string, first: Look, second: Look, end: string, asked: number, left: string[]]>([
		['one was free, the other goes on', free, 'running', 'NOT_FINISHED', 0, ['b']],
		['one was charged for nothing, the other has the page', charged, page, 'paid', 0, []],
		[
			'one was charged for nothing, the other goes on',
			charged,
			'running',
			'NOT_FINISHED',
			0,
			['b'],
		],
		['both were charged for nothing', charged, charged, 'PROVIDER_ERROR', 0, []],
		['one was charged, the other is not there', charged, 'noRun', 'PROVIDER_ERROR', 0, ['b']],
		['both were free', free, free, 'paid', 1, []],
	])('%s', async (_name, first, second, end, asked, left) => {
		const lost = new LostCalls({});
		const [begunAt, looks] = [
			outside.Date.now(),
			new Map([
				['a', first],
				['b', second],
			]),
		];
		for (const [index, runId] of [...looks.keys()].entries()) {
			const times = { begunAt: begunAt + index, endedAt: begunAt + index };
			lost.add('k', { ...times, runId, possible: 0.01, execution: '' });
		}
		const made = asking([paid]);
		const link = recovered({
			...{ lost, money: { settle: () => {} }, halt: { isOver: false, isStopped: false } },
			// Less than until another look.
			time: { deadline: outside.Date.now() + 900 },
			...{ pace: new Pace(), pass: { number: 1, owner: {} }, query: { positionInputs: [] } },
			gateway: { look: async ({ runId }: { runId: string }) => looks.get(runId) },
		} as never);
		const answer = await link(made.next)({ ...request(), call: {} as never });
		const ids = lost.of('k').map(({ runId }) => runId);
		lost.forget('k');
		expect([codeOf(answer), made.asked(), ids]).toEqual([end, asked, left]);
	});
});
