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

const OFF = { retries: 3, retryUncertain: false };

/** What items plan one after the other: calls, cost, the most it may cost. */
function plansOf(wanted: Wanted[], { size, newestFirst = false, price = 0.01, rules }: Given) {
	const query = queryWith({ recordsPerCall: () => size, newestFirst: () => newestFirst });
	const book = new PlanBook(query, {
		...{ cap: Infinity, onlyNew: false, rules: OFF, sharesCalls: true, maxTries: 1, ...rules },
	});
	return wanted.map((each) => {
		const item = { limit: Infinity, maxPages: Infinity, skip: 0, isEnded: false, ...each };
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
	['all, up to so many pages', { maxPages: 3 }, { size: 20 }, [3, 0.03, 0.03]],
	['all, up to so many pages of no known size', { maxPages: 3 }, {}, [3, 0.03, 0.03]],
	['more than the pages hold', { limit: 90, maxPages: 3 }, { size: 20 }, [3, 0.03, 0.03]],
	['less than they hold', { limit: 30, maxPages: 3 }, { size: 20 }, [2, 0.02, 0.03]],
	['one page', { maxPages: 1 }, { size: 20 }, [1, 0.01, 0.01]],
	['one page of no known size', { maxPages: 1 }, {}, [1, 0.01, 0.01]],
	['a rest and more', { limit: 20, skip: 5 }, { size: 20 }, [2, 0.02, 0.21]],
	['a rest of one record', { limit: 1, skip: 1 }, { size: 20 }, [1, 0.01, 0.02]],
	['what an earlier run has delivered', { isEnded: true }, { size: 20 }, [0, 0, 0]],
	['anything, at an unknown price', { limit: 20 }, { size: 20, price: 0 }, [1, null, Infinity]],
	['more than the cap', { limit: 20 }, { size: 20, rules: { cap: 0.05 } }, [1, 0.01, 0.05]],
	['all within the cap', {}, { size: 20, rules: { cap: 0.05 } }, [null, null, 0.05]],
	[
		'what is new, newest first: known pages count towards nothing',
		{ limit: 20, maxPages: 3 },
		{ size: 20, newestFirst: true, rules: { onlyNew: true } },
		[1, 0.01, Infinity],
	],
	[
		'what is new, in another order',
		{ limit: 20, maxPages: 3 },
		{ size: 20, rules: { onlyNew: true } },
		[1, 0.01, 0.03],
	],
	[
		'all of a list that is newest first',
		{ maxPages: 3 },
		{ size: 20, newestFirst: true },
		[3, 0.03, 0.03],
	],
	['with three tries', { maxPages: 3 }, { size: 20, rules: { maxTries: 3 } }, [3, 0.03, 0.05]],
	[
		'with calls that are repeated',
		{ maxPages: 3 },
		{ size: 20, rules: { rules: { retries: 2, retryUncertain: true } } },
		[3, 0.03, 0.09],
	],
])('an item that wants %s', (_label, wanted, given, plan) => {
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
	[
		'more records of fewer pages',
		[{ limit: 30 }, { limit: 70, maxPages: 1 }],
		{},
		[bought, [0, 0, 0.01, false]],
	],
	[
		'the same of more pages',
		[{ limit: 30, maxPages: 2 }, { limit: 30 }],
		{},
		[
			[2, 0.02, 0.02, false],
			[0, 0, 0.3, false],
		],
	],
	['another list', [{ limit: 30 }, { limit: 30, input: { keyword: 'b' } }], {}, [bought, bought]],
	[
		'what lies behind a record',
		[{ limit: 30 }, { limit: 30, skip: 1 }],
		{},
		[bought, [2, 0.02, 0.31, false]],
	],
	[
		'the same, without Reuse Identical Calls',
		[{ limit: 30 }, { limit: 30 }],
		{ sharesCalls: false },
		[bought, bought],
	],
	['all, behind one that wants all', [{}, {}], {}, [[null, null, Infinity, false], shared]],
	[
		'a limit, behind a shorter one and one that wants one page',
		[{ limit: 30 }, { limit: 50, maxPages: 1 }, { limit: 50 }],
		{},
		[bought, [0, 0, 0.01, false], [1, 0.01, 0.5, false]],
	],
])('two items, the later one wants %s', (_label, wanted, rules, plans) => {
	expect(plansOf(wanted, { size: 20, rules })).toEqual(plans);
});

test('one page, behind an item that buys nobody can tell how many', () => {
	expect(plansOf([{ limit: 21 }, { limit: 70, maxPages: 1 }], {})).toEqual([
		[null, null, 0.21, false],
		[1, 0.01, 0.01, false],
	]);
});
