import { expect, test } from '@jest/globals';

import type * as spendingModule from '../../nodes/DataAccess/buy/spending.ts';
import { Spending, spendingOf } from '../../nodes/DataAccess/buy/spending.ts';

type Outcome = Parameters<typeof spendingOf>[0];
type Sums = Partial<Pick<spendingModule.Spending, 'calls' | 'cost' | 'isEstimate' | 'possible'>>;

const sumsOf = ({ calls, cost, isEstimate, possible }: spendingModule.Spending) => ({
	calls,
	cost,
	isEstimate,
	possible,
});
const nothing = { calls: 0, cost: 0, isEstimate: false, possible: 0 };

test.each<[string, Outcome, Sums]>([
	['that was charged what it says', { charged: 'yes', cost: 0.01 }, { cost: 0.01 }],
	['that was charged, it does not say what', { charged: 'yes' }, { cost: 0.02, isEstimate: true }],
	['that may have been charged', { charged: 'maybe' }, { possible: 0.02 }],
	['that may have been charged so much', { charged: 'maybe', cost: 0.01 }, { possible: 0.01 }],
	['that has cost nothing so far', { charged: 'maybe', cost: 0 }, { possible: 0.02 }],
	['that was not charged, whatever it says', { charged: 'no', cost: 0.01 }, {}],
])('a call %s', (_label, outcome, sums) => {
	expect(sumsOf(spendingOf(outcome, 0.02))).toEqual({ ...nothing, calls: 1, ...sums });
});

test('sums begin at nothing, and add up in exact dollars', () => {
	const sum = new Spending();
	expect([sumsOf(sum), sum.most]).toEqual([nothing, 0]);
	const uncertain = spendingOf({ charged: 'maybe', cost: 0.1 }, 0.1);
	sum.add(spendingOf({ charged: 'yes', cost: 0.1 }, 0.1));
	sum.add(uncertain);
	sum.add(spendingOf({ charged: 'yes' }, 0.2));
	sum.add(uncertain);
	sum.add(uncertain);
	expect(sumsOf(sum)).toEqual({ calls: 5, cost: 0.3, isEstimate: true, possible: 0.3 });
	expect(sum.most).toBe(0.6);
});
