import { describe, expect, jest, test } from '@jest/globals';

import type * as Askers from '../../nodes/DataAccess/buy/asker.ts';
import type * as Requests from '../../nodes/DataAccess/buy/pageRequest.ts';
import type * as Store from '../../nodes/DataAccess/buy/pageStore.ts';
import type * as Policy from '../../nodes/DataAccess/buy/reusePolicy.ts';
import type { PaidPage } from '../../nodes/DataAccess/buy/pageStore.ts';
import type * as Spendings from '../../nodes/DataAccess/buy/spending.ts';
import type { Failure } from '../../nodes/DataAccess/shared/failure.ts';
import { built } from '../harness/built.mts';
import { outside } from '../harness/native.mts';

const { store } = built<typeof Store>('buy/pageStore');
const { endOf } = built<typeof Policy>('buy/reusePolicy');
const { spendingOf } = built<typeof Spendings>('buy/spending');
const { nextTry, nextUse } = built<typeof Askers>('buy/asker');
const { paidFailureOf, verdictOn } = built<typeof Requests>('buy/pageRequest');

describe('whether a request that failed may be made again', () => {
	test.each([
		// How it was charged, whether equal items share calls → in this try, in the next, by an agent.
		['no', true, false, true, true],
		['no', false, true, true, true],
		['maybe', true, false, true, false],
		['maybe', false, false, true, false],
		['yes', true, false, false, false],
		['yes', false, false, false, false],
	] as const)('charged: %s, shared: %s', (charged, sharesCalls, now, next, byAgent) => {
		const state = { failed: { failure: { charged } as Failure, number: 1 } };
		const verdict = (number: number, repeatsUncertain: boolean) =>
			verdictOn(state, { number }, { sharesCalls, repeatsUncertain }) === undefined;
		expect([verdict(1, true), verdict(2, true), verdict(2, false)]).toEqual([now, next, byAgent]);
		expect(paidFailureOf(state) !== undefined).toBe(charged !== 'no');
	});

	test('one that did not fail may', () => {
		expect(verdictOn({}, { number: 1 }, { sharesCalls: true, repeatsUncertain: false })).toBe(
			undefined,
		);
	});
});

describe('an asker', () => {
	test('is one for all tries of a run, until it has delivered', () => {
		const item = {};
		const first = nextTry(item, 'here', '0');
		const second = nextTry(item, 'here', '0');
		expect(second.current.asker).toBe(first.current.asker);
		expect(second.current.account).toBe(first.current.account);
		expect(second.current.account.total.calls).toBe(0);
		expect([first.current.number, second.current.number]).toEqual([1, 2]);
		second.close();
		expect(nextTry(item, 'here', '0').current.asker).not.toBe(first.current.asker);
	});

	test.each([
		['another item', {}, 'here', '0'],
		['another node or execution', undefined, 'there', '0'],
		['another round', undefined, 'here', '1'],
	])('is another for %s', (_label, other, where, round) => {
		const item = {};
		const { current } = nextTry(item, 'here', '0');
		expect(nextTry(other ?? item, where, round).current.asker).not.toBe(current.asker);
	});

	test('is one for all uses of a tool in an execution, each with an account of its own', () => {
		const use = nextUse('1:tool', () => {});
		const next = nextUse('1:tool', () => {});
		expect(next.asker).toBe(use.asker);
		expect(next.account).not.toBe(use.account);
		expect(nextUse('2:tool', () => {}).asker).not.toBe(use.asker);
	});

	test('is another for each use that stands alone', () => {
		expect(nextUse('', () => {}).asker).not.toBe(nextUse('', () => {}).asker);
	});

	test('of a tool is the same after a wait, and another after an hour', () => {
		const { asker } = nextUse('waits', () => {});
		const { now } = outside.Date;
		const later = jest.spyOn(outside.Date, 'now');
		for (const minutes of [59, 118]) {
			later.mockImplementation(() => now() + minutes * 60_000);
			expect(nextUse('waits', () => {}).asker).toBe(asker);
		}
		later.mockImplementation(() => now() + 179 * 60_000);
		expect(nextUse('waits', () => {}).asker).not.toBe(asker);
		later.mockRestore();
	});

	test('asks to be told of the end of an execution once, and is another after it', () => {
		const ends: Array<() => void> = [];
		const uses = [1, 2, 3].map(() => nextUse('ends', (end) => ends.push(end)));
		expect(ends).toHaveLength(1);
		// n8n may say it more than once.
		for (const end of [...ends, ...ends]) end();
		expect(nextUse('ends', () => {}).asker).not.toBe(uses[0]!.asker);
	});

	test('has one state for each request', () => {
		const { asker } = nextTry({}, 'here', '0').current;
		const state = asker.stateOf('a');
		expect(asker.stateOf('a')).toBe(state);
		expect(asker.stateOf('b')).not.toBe(state);
	});

	test('of tries reports in the next what it has reported in this one', () => {
		const item = {};
		const { asker } = nextTry(item, 'here', '0').current;
		const state = asker.stateOf('a');
		const call = spendingOf({ charged: 'yes', cost: 0.1 }, 0);
		state.reported.add(call);
		nextTry(item, 'here', '0');
		expect([state.unreported.cost, state.reported.cost]).toEqual([0.1, 0]);
		nextTry(item, 'here', '0');
		expect([state.unreported.cost, state.reported.cost]).toEqual([0.1, 0]);
	});

	test.each([
		['a run', nextTry({}, 'here', '0').current, false],
		['a run that n8n will not try again', nextTry(undefined, 'here', '0').current, false],
		['a tool', nextUse('here', () => {}), true],
	])('of %s knows where it asks, and whether an agent asks', (_label, { asker }, isAgent) => {
		expect([asker.where, asker.isAgent]).toEqual(['here', isAgent]);
	});

	test('finds what an earlier try left for as long as the next one takes', () => {
		const item = {};
		const { asker } = nextTry(item, 'here', '0').current;
		const now = Date.now();
		const page: PaidPage = {
			...{ key: 'a', text: 'text', state: 'left', asker, boughtIn: 1, boughtAt: now },
			...{ usedIn: ['here'], minutes: 0, cuts: [], leftAt: now, triedAgainBy: now },
		};
		asker.pages.add(page);
		nextTry(item, 'here', '0');
		expect(endOf(page, 0)).toBeGreaterThan(now + 50 * 60_000);
	});

	test('lets go of its pages and requests at the end of an execution', async () => {
		let end = () => {};
		const { asker } = nextUse('lets go', (onEnd) => (end = onEnd));
		const page: PaidPage = {
			...{ key: 'a', text: 'text', state: 'delivered', asker, boughtIn: 1, boughtAt: Date.now() },
			...{ usedIn: ['here'], minutes: 15, cuts: [], agentsAt: Date.now() },
		};
		await store.keep(page);
		asker.pages.add(page);
		const state = asker.stateOf('a');
		end();
		expect(page.agentsAt).toBeUndefined();
		expect(asker.pages.size).toBe(0);
		expect(asker.stateOf('a')).not.toBe(state);
	});
});
