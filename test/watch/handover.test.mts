import { expect, test } from '@jest/globals';

import type { StopReason } from '../../nodes/DataAccess/list/pageEnd.ts';
import { hasHadShare, handoverOf, someFloors } from '../../nodes/DataAccess/watch/handover.ts';
import type { Handover } from '../../nodes/DataAccess/watch/handover.ts';

type Run = Parameters<typeof handoverOf>[0];

/** A later run from the top of a list that is newest first. */
const RUN: Run = {
	reason: 'known',
	isResumed: false,
	isFirst: false,
	isNewestFirst: true,
	isBaseline: false,
	claimsMore: false,
	pages: 3,
	records: 9,
	newRecords: 5,
	hasMetKnown: true,
	hasHadShare: false,
};

const first = { isFirst: true };
const baseline = { ...first, isBaseline: true };
const anyOrder = { isNewestFirst: false };
const hadShare = { hasHadShare: true };
const allNew = { newRecords: 9, hasMetKnown: false };
const someLoose = { records: 3, newRecords: 0, hasMetKnown: false };
const allLoose = { newRecords: 0 };
const nothing = { records: 0, newRecords: 0 };
const unread = { pages: 0, ...nothing };
const claims = { claimsMore: true };

const resumed = { isResumed: true };

const tables: Record<
	string,
	Array<[reasons: StopReason[], expected: Handover, run?: Partial<Run>]>
> = {
	'a later run': [
		[['known', 'date', 'end', 'repeatedPosition'], 'complete'],
		[['known'], 'complete', hadShare],
		[['maxCost'], 'incomplete'],
		[['maxCost'], 'givenUp', hadShare],
		[['maxCost', 'end'], 'nothing', { ...hadShare, ...unread }],
		[['failure', 'halted', 'emptyPage', 'noNewRecord'], 'incomplete'],
		[['failure', 'halted', 'emptyPage'], 'incomplete', hadShare],
		[['end', 'repeatedPosition'], 'incomplete', allNew],
		[['date'], 'complete', allNew],
		[['end'], 'incomplete', { ...someLoose, newRecords: 1 }],
		[['end'], 'loose', someLoose],
		[['end'], 'loose', { ...nothing, hasMetKnown: false }],
		[['maxCost', 'failure'], 'incomplete', someLoose],
	],
	'a first run': [
		[['known', 'end', 'repeatedPosition'], 'complete', first],
		[['limit', 'maxCost', 'failure', 'halted', 'emptyPage'], 'givenUp', first],
		[['end'], 'complete', { ...first, ...allNew }],
		[['end'], 'complete', { ...first, ...allLoose }],
		[['maxCost'], 'nothing', { ...first, ...allLoose }],
		[['end'], 'empty', { ...first, ...nothing }],
		[['end'], 'nothing', { ...first, ...nothing, ...claims }],
		[['emptyPage', 'repeatedPosition'], 'nothing', { ...first, ...nothing }],
		[['maxCost', 'failure', 'halted'], 'nothing', { ...first, ...unread }],
	],
	'a baseline': [
		[['known'], 'complete', baseline],
		[['end'], 'empty', { ...baseline, ...nothing }],
		[['emptyPage'], 'nothing', { ...baseline, ...nothing }],
		[['limit', 'maxCost'], 'delivered', { ...baseline, ...anyOrder }],
		[['end'], 'delivered', { ...baseline, ...anyOrder, ...allLoose }],
		[['end'], 'empty', { ...baseline, ...anyOrder, ...nothing }],
		[['failure', 'halted'], 'nothing', { ...baseline, ...anyOrder }],
	],
	'in any other order': [
		[['limit', 'failure'], 'delivered', { ...first, ...anyOrder }],
		[['limit', 'failure'], 'delivered', anyOrder],
		[['maxCost'], 'delivered', { ...anyOrder, ...hadShare }],
		[['limit'], 'delivered', { ...anyOrder, ...resumed }],
	],
	'a resumed run': [
		[['end', 'date', 'limit', 'failure'], 'loose', resumed],
		[['maxCost'], 'loose', { ...resumed, ...hadShare }],
	],
};

const rows = Object.entries(tables).flatMap(([title, of]) =>
	of.flatMap(([reasons, expected, run = {}]) =>
		reasons.map((reason) => ({ title, reason, run, expected })),
	),
);

test.each(rows)('$title that ends with $reason, $run', ({ reason, run, expected }) => {
	expect(handoverOf({ ...RUN, reason, ...run })).toEqual(expected);
});

test.each([
	['of the times with rank 0, 1, 2, 4, 8, 16', '7 9 9 5 8 6', '7 9 9 5 8'],
	['up to rank 16', Array.from({ length: 40 }, (_, at) => 99 - at).join(' '), '99 98 97 95 91 83'],
	['of one time', '4', '4'],
	['not of an old record', '9 8- 7 6 5', '9 7 6'],
	['not of a record without a time', 'x 9', '9'],
])('the floors of a later run: %s', (_label, passed, floors) => {
	const records = passed.split(' ').map((mark) => ({
		...{ name: mark, isKnown: false, isAtFloor: false },
		time: mark === 'x' ? undefined : parseInt(mark, 10),
		state: mark.endsWith('-') ? ('old' as const) : ('new' as const),
	}));
	expect(someFloors(records).map(({ time }) => time)).toEqual(floors.split(' ').map(Number));
});

test.each<[what: string, lists: number, calls: number, pages: number]>([
	['one list has the whole cap', 1, 5, 5],
	['each of ten lists has a tenth of it', 10, 40, 4],
	['a share is rounded down to whole calls', 50, 133, 2],
	['a share is two calls at least', 50, 66, 2],
	['a share is the cap at most', 50, 1, 1],
])('the share of a list in Max Cost: %s', (_what, lists, calls, pages) => {
	const price = 0.015;
	const shareIsOver = (read: number) => hasHadShare(read, price, calls * price, lists);
	expect([shareIsOver(pages - 1), shareIsOver(pages)]).toEqual([false, true]);
});
