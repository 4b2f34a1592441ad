import { expect, jest, test } from '@jest/globals';

import { buyPage } from '../../nodes/DataAccess/buy/buyPage.ts';
import type { Asker } from '../../nodes/DataAccess/buy/decide.ts';
import { endPass } from '../../nodes/DataAccess/buy/endPass.ts';
import { getPage } from '../../nodes/DataAccess/buy/getPage.ts';
import { Halt } from '../../nodes/DataAccess/buy/halt.ts';
import type { Means } from '../../nodes/DataAccess/buy/means.ts';
import { moneyOf } from '../../nodes/DataAccess/buy/money.ts';
import type { PageOutcome } from '../../nodes/DataAccess/buy/outcome.ts';
import { Pace } from '../../nodes/DataAccess/buy/pace.ts';
import { nextPass } from '../../nodes/DataAccess/buy/passes.ts';
import { addLost } from '../../nodes/DataAccess/buy/row.ts';
import { rows } from '../../nodes/DataAccess/buy/rows.ts';
import { RunTime } from '../../nodes/DataAccess/buy/runTime.ts';
import { Stored } from '../../nodes/DataAccess/buy/stored.ts';
import { failureOf } from '../../nodes/DataAccess/shared/failure.ts';
import { passMinutes, skipWaits } from '../harness/clock.mts';
import { outside } from '../harness/native.mts';

const call = { endpoint: '/e', price: 0.6, provider: 'p', input: {} };
const paid = { payload: { ids: [1] }, text: '{"ids": [1]}' };

type Gateway = Partial<Record<keyof Means['gateway'], (...given: any[]) => Promise<unknown>>>;

const emptyPage = { records: [], next: null };
const OTHER = { execution: 'other' };
let keys = 0;

/** A pass that asks for one page, of a gateway of the test's own. */
function asking(gateway: Gateway, { callsUntil = Infinity, isTool = false } = {}) {
	const onEnd = () => {};
	const context = {};
	const execution = { id: 'e', isAlone: false, context, callsUntil, patience: Infinity, onEnd };
	const next = () => nextPass(execution, { isTool, maxTries: 3 });
	const pass = next();
	const [money, pace] = [moneyOf(context, 'e'), new Pace()];
	const means = {
		...{ money, pace, cap: 2, gateway, reuse: 0, buysAnew: false },
		stored: new Stored(context, 'key'),
		time: new RunTime(callsUntil, Infinity),
		halt: new Halt(money, pace, false),
		query: { holdsPage: () => true, positionInputs: [], readPage: () => emptyPage },
	} as unknown as Means;
	const row = rows.open(`key ${(keys += 1)}`, pass);
	const payer = { account: pass.account, itemIndex: 0 };
	const ask = (facts: Partial<Asker> = {}): Asker => ({
		...{ row, pass, payer, call, input: {}, timeout: 30_000 },
		...{ after: 0, attempts: 0 },
		...facts,
	});
	return { means, row, pass, next, payer, ask };
}

const codeOf = (answer: PageOutcome) =>
	answer.kind === 'failed' ? answer.failure.code : answer.kind === 'ended' ? answer.why : 'page';

test('who wants a newer page than the one under way asks anew', async () => {
	let calls = 0;
	const { means, row, ask } = asking({
		async buy() {
			calls += 1;
			await new Promise((resolve) => outside.setTimeout(resolve, 40));
			return paid;
		},
	});
	const other = asking({}).pass;
	await Promise.all([
		getPage(means, ask()),
		getPage(means, ask()),
		getPage(means, ask({ pass: other, after: outside.Date.now() + 30 })),
	]);
	expect([calls, row.underWay.size]).toEqual([2, 0]);
});

test.each(['NO_ANSWER', 'NO_GATEWAY'] as const)(
	'who has waited for a call gets its failure, and neither looks nor calls again: %s',
	async (code) => {
		const made = { calls: 0, looks: 0 };
		const { means, next, ask } = asking({
			async buy() {
				made.calls += 1;
				await new Promise((resolve) => outside.setTimeout(resolve, 20));
				return { failure: failureOf(code) };
			},
			look: async () => ((made.looks += 1), 'notHere'),
		});
		const uses = [ask(), ask({ pass: next() }), ask({ pass: next() })];
		const got = await Promise.all(uses.map((use) => getPage(means, use)));
		expect(got.map(codeOf)).toEqual([code, code, code]);
		const isLost = code === 'NO_ANSWER';
		expect(made).toEqual({ calls: 1, looks: isLost ? 1 : 0 });
	},
);

test('who has waited for a page that another use cannot read reads it in its own way', async () => {
	const { means, next, ask } = asking({
		async buy() {
			await new Promise((resolve) => outside.setTimeout(resolve, 20));
			return paid;
		},
	});
	const unreadable = () => failureOf('UNRECOGNISED_ANSWER');
	const readPage = () => {
		throw new Error('a path that leads nowhere');
	};
	const other = {
		...{ ...means, query: { ...means.query, readPage } },
		gateway: { ...means.gateway, unreadable } as never,
	};
	const got = [getPage(other, ask()), getPage(means, ask({ pass: next() }))];
	expect((await Promise.all(got)).map(codeOf)).toEqual(['UNRECOGNISED_ANSWER', 'page']);
});

test('what a tool was given stays its own, though a node of its execution delivers it', async () => {
	let calls = 0;
	const tool = asking({ buy: async () => ((calls += 1), paid) }, { isTool: true });
	await getPage(tool.means, tool.ask());
	await endPass(tool.pass, tool.means.stored, { isDelivered: true, isStopped: false });
	const { means, pass, ask } = asking({});
	const given = await getPage(means, ask({ row: rows.open(tool.row.key, pass) }));
	if (given.kind === 'page') given.taken();
	await endPass(pass, means.stored, { isDelivered: true, isStopped: false });
	passMinutes(5);
	expect(codeOf(await getPage(tool.means, tool.ask({ pass: tool.next() })))).toBe('page');
	expect([codeOf(given), calls]).toEqual(['page', 1]);
});

test('a call that was surely not charged is made again, each time after a longer wait', async () => {
	skipWaits();
	const at: number[] = [];
	const { means, ask } = asking({
		async buy() {
			at.push(outside.Date.now());
			return at.length < 4 ? { failure: failureOf('UNREACHABLE') } : paid;
		},
	});
	expect(codeOf(await getPage(means, ask()))).toBe('page');
	for (const [again, least] of [250, 500, 1000].entries()) {
		expect(at[again + 1]! - at[again]!).toBeGreaterThanOrEqual(least);
	}
});

test('where time is over, a run that has no page ends with its failure, however many calls it made', async () => {
	const buy = async () => ({ failure: failureOf('UNREACHABLE') });
	const now = outside.Date.now();
	jest.spyOn(outside.Date, 'now').mockReturnValue(now);
	const { means, pass, ask } = asking({ buy }, { callsUntil: now + 1 });
	const other = rows.open('another key', pass);
	const got = [await getPage(means, ask()), await getPage(means, ask({ row: other }))];
	expect([...got.map(codeOf), pass.account.total.calls]).toEqual(['UNREACHABLE', 'UNREACHABLE', 2]);
});

test('the failure of the search for a lost answer names the run to look for', async () => {
	skipWaits();
	const again = failureOf('NOT_FINISHED', { particular: 'noOutput', runId: 'run_1' });
	const looks: unknown[] = ['running', 'running', { failure: again }];
	const { means, row, ask } = asking({
		buy: async () => ({ failure: failureOf('NO_ANSWER') }),
		look: async () => looks.shift(),
	});
	await buyPage(means, ask());
	expect(row.lost).toMatchObject([{ runId: 'run_1', possible: 0.6 }]);
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
	expect(row.lost).toMatchObject([{ possible: 0.6, execution: 'e' }]);
});

test('a lost call that nobody may look for any more is forgotten when the page is bought', async () => {
	const { means, row, pass, ask } = asking({ buy: async () => paid, look: async () => 'notHere' });
	const begunAt = outside.Date.now() - 16 * 60_000;
	for (const holder of [pass.run.holder, OTHER]) {
		const lost = { begunAt, endedAt: begunAt, possible: 0.01, execution: holder.execution };
		addLost(row, { ...lost, holders: new Set([holder]) });
	}
	await getPage(means, ask());
	expect(row.lost).toMatchObject([{ execution: 'other', isOutdated: true }]);
});

const free = { failure: { ...failureOf('RUN_TIMED_OUT'), charged: 'no' } };
const charged = { failure: failureOf('PROVIDER_ERROR') };
type Look = 'running' | 'noRun' | 'a bug' | object;

test.each<[string, first: Look, second: Look, end: string, calls: number, left: string[]]>([
	['one was free, the other goes on', free, 'running', 'NOT_FINISHED', 0, ['b']],
	['one was charged for nothing, the other has the page', charged, paid, 'page', 0, ['b']],
	['one goes on, the other has the page', 'running', paid, 'page', 0, ['a', 'b']],
	['one was charged for nothing, one goes on', charged, 'running', 'NOT_FINISHED', 0, ['b']],
	['both were charged for nothing', charged, charged, 'PROVIDER_ERROR', 0, []],
	['one was charged, the other is not there', charged, 'noRun', 'PROVIDER_ERROR', 0, ['b']],
	['both were free', free, free, 'page', 1, []],
	['the search for one broke, the other has the page', 'a bug', paid, 'page', 0, ['a', 'b']],
])('with two lost calls, %s', async (_name, first, second, end, calls, left) => {
	const looks = { a: first, b: second };
	let made = 0;
	const look = async ({ runId }: { runId: 'a' | 'b' }) => {
		if (looks[runId] === 'a bug') throw new Error('a bug');
		return looks[runId];
	};
	const buy = async () => ((made += 1), paid);
	skipWaits();
	const { means, row, pass, ask } = asking({ look, buy });
	for (const [index, runId] of ['a', 'b'].entries()) {
		const begunAt = outside.Date.now() + index;
		const lost = { begunAt, endedAt: begunAt, runId, possible: 0.01, execution: '' };
		addLost(row, { ...lost, holders: new Set([pass.run.holder, OTHER]) });
	}
	expect([codeOf(await getPage(means, ask())), made]).toEqual([end, calls]);
	expect(row.lost.map(({ runId }) => runId)).toEqual(left);
	// What was found or bought, only others that have lost it look for.
	const others = row.lost.filter(
		({ isOutdated, holders }) => isOutdated && !holders.has(pass.run.holder),
	);
	expect(others).toHaveLength(end === 'page' ? left.length : 0);
});
