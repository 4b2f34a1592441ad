import { expect, test } from '@jest/globals';

import type * as callPlanModule from '../../nodes/DataAccess/buy/callPlan.ts';
import { built } from '../harness/built.mts';
import { queryWith } from '../harness/query.mts';

const { PlanBook } = built<typeof callPlanModule>('buy/callPlan');

type Wanted = Partial<callPlanModule.Wanted>;
interface Given {
	/** Records on a full page. */
	size?: number;
	newestFirst?: boolean;
	price?: number;
	rules?: Partial<callPlanModule.PlanRules>;
}

/** What items plan one after the other: calls, cost, the most it may cost. */
function plansOf(wanted: Wanted[], { size, newestFirst = false, price = 0.01, rules }: Given) {
	const query = queryWith({ recordsPerCall: () => size, newestFirst: () => newestFirst });
	const book = new PlanBook(query, {
		...{ cap: Infinity, onlyNew: false, retryUncertain: false, maxTries: 1, ...rules },
	});
	return wanted.map((each) => {
		const item = { limit: Infinity, skip: 0, isEnded: false, ...each };
		const input = each.input ?? { keyword: 'a' };
		const call = { provider: 'p', endpoint: '/e', input, price };
		const plan = book.planOf({ ...item, input }, call);
		expect(plan.price).toBe(price);
		return [plan.calls, plan.cost, plan.costAtMost, plan.isShared];
	});
}

type Numbers = [calls: number | null, cost: number | null, costAtMost: number];

test.each<[string, Wanted, Given, Numbers]>([
	['a limit of a full page', { limit: 20 }, { size: 20 }, [1, 0.01, 0.2]],
	['one record more', { limit: 21 }, { size: 20 }, [2, 0.02, 0.21]],
	['one record', { limit: 1 }, { size: 20 }, [1, 0.01, 0.01]],
	['one record of pages of no known size', { limit: 1 }, {}, [1, 0.01, 0.01]],
	['a limit, pages of no known size', { limit: 21 }, {}, [null, null, 0.21]],
	['all', {}, { size: 20 }, [null, null, Infinity]],
	['all, on one page', {}, { size: Infinity }, [1, 0.01, 0.01]],
	['a rest and more', { limit: 20, skip: 5 }, { size: 20 }, [2, 0.02, 0.21]],
	['a rest of one record', { limit: 1, skip: 1 }, { size: 20 }, [1, 0.01, 0.02]],
	['what an earlier run has delivered', { isEnded: true }, { size: 20 }, [0, 0, 0]],
	['anything, at an unknown price', { limit: 20 }, { size: 20, price: 0 }, [1, null, Infinity]],
	['more than the cap', { limit: 20 }, { size: 20, rules: { cap: 0.05 } }, [1, 0.01, 0.05]],
	['all within the cap', {}, { size: 20, rules: { cap: 0.05 } }, [null, null, 0.05]],
	[
		'what is new, newest first: no limit on the way through known pages',
		{ limit: 20 },
		{ size: 20, newestFirst: true, rules: { onlyNew: true } },
		[1, 0.01, Infinity],
	],
	[
		'what is new, in another order',
		{ limit: 20 },
		{ size: 20, rules: { onlyNew: true } },
		[1, 0.01, 0.2],
	],
	[
		'what is newest first, old or new',
		{ limit: 20 },
		{ size: 20, newestFirst: true },
		[1, 0.01, 0.2],
	],
	[
		'something, with three tries',
		{ limit: 20 },
		{ size: 20, rules: { maxTries: 3 } },
		[1, 0.01, 0.22],
	],
	[
		'something, with uncertain calls made up to four times',
		{ limit: 20 },
		{ size: 20, rules: { retryUncertain: true } },
		[1, 0.01, 0.8],
	],
])('the calls and the cost to expect of an item that wants %s', (_label, wanted, given, plan) => {
	expect(plansOf([wanted], given)).toEqual([[...plan, false]]);
});

const bought = [2, 0.02, 0.3, false];
const shared = [0, 0, 0, true];

test.each<[string, Wanted[], Partial<callPlanModule.PlanRules>, unknown[]]>([
	['the same', [{ limit: 30 }, { limit: 30 }], {}, [bought, shared]],
	['less', [{ limit: 30 }, { limit: 29 }], {}, [bought, shared]],
	['more', [{ limit: 30 }, { limit: 70 }], {}, [bought, [2, 0.02, 0.7, false]]],
	[
		'more twice',
		[{ limit: 30 }, { limit: 70 }, { limit: 70 }],
		{},
		[bought, [2, 0.02, 0.7, false], shared],
	],
	['another list', [{ limit: 30 }, { limit: 30, input: { keyword: 'b' } }], {}, [bought, bought]],
	[
		'what lies behind a record',
		[{ limit: 30 }, { limit: 30, skip: 1 }],
		{},
		[bought, [2, 0.02, 0.31, false]],
	],
	['all, behind one that wants all', [{}, {}], {}, [[null, null, Infinity, false], shared]],
])('what the later of two items pays for, if it wants %s', (_label, wanted, rules, plans) => {
	expect(plansOf(wanted, { size: 20, rules })).toEqual(plans);
});

test('it pays by itself where nobody can tell how many pages the first one buys', () => {
	expect(plansOf([{ limit: 21 }, { limit: 70 }], {})).toEqual([
		[null, null, 0.21, false],
		[null, null, 0.7, false],
	]);
});
