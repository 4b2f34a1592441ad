import { expect, test } from '@jest/globals';

import type { StopReason } from '../../nodes/DataAccess/list/pageEnd.ts';
import { floorsAmong, hasSpentShare, leavingsOf } from '../../nodes/DataAccess/watch/leave.ts';

type Run = Parameters<typeof leavingsOf>[0];
type Left = ReturnType<typeof leavingsOf>;

/** A later run from the top of a list that is newest first. */
const RUN: Run = {
	reason: 'known',
	isResumed: false,
	isFirst: false,
	isNewestFirst: true,
	takesBaseline: false,
	isTimeless: false,
	pages: 3,
	newRecords: 5,
	hasHadShare: false,
};

const first = { isFirst: true };
const baseline = { ...first, takesBaseline: true };
const anyOrder = { isNewestFirst: false };
const hadShare = { hasHadShare: true };
const timeless = { isTimeless: true };
const nothing = { newRecords: 0 };
const unread = { pages: 0, newRecords: 0 };

const NOTHING: Left = { floors: 'none', isWatched: false, leavesOld: false };
const WATCHED: Left = { ...NOTHING, isWatched: true };
const COMPLETE: Left = { ...WATCHED, floors: 'some' };
const GIVEN_UP: Left = { ...COMPLETE, leavesOld: true };
const BEGUN: Left = { ...WATCHED, floors: 'all' };
const BEGUN_OLD: Left = { ...BEGUN, leavesOld: true };

const tables: Record<string, Array<[reasons: StopReason[], left: Left, run?: Partial<Run>]>> = {
	'a later run': [
		[['known', 'end', 'repeatedPosition'], COMPLETE],
		[['known'], COMPLETE, hadShare],
		[['maxCost', 'outOfTime'], WATCHED],
		[['maxCost', 'outOfTime'], GIVEN_UP, hadShare],
		[['maxCost', 'outOfTime'], NOTHING, { ...hadShare, ...unread }],
		[['failure', 'halted', 'emptyPage', 'noNewRecord'], WATCHED],
		[['failure', 'halted', 'emptyPage'], WATCHED, hadShare],
	],
	'a later run of a list without times': [
		[['known', 'end'], COMPLETE, timeless],
		[['maxCost', 'outOfTime', 'failure', 'halted', 'emptyPage'], GIVEN_UP, timeless],
	],
	'a first run': [
		[['known', 'end', 'repeatedPosition'], BEGUN, first],
		[['limit', 'maxCost', 'outOfTime', 'failure', 'halted', 'emptyPage'], BEGUN_OLD, first],
		[['limit'], BEGUN_OLD, { ...first, ...timeless }],
		[['end'], BEGUN, { ...first, ...nothing }],
		[['emptyPage'], NOTHING, { ...first, ...nothing }],
		[['maxCost', 'failure', 'halted'], NOTHING, { ...first, ...unread }],
	],
	'a baseline': [
		[['known'], BEGUN, baseline],
		[['end'], BEGUN, { ...baseline, ...nothing }],
		[['emptyPage'], NOTHING, { ...baseline, ...nothing }],
		[['limit', 'maxCost'], WATCHED, { ...baseline, ...anyOrder }],
		[['end'], WATCHED, { ...baseline, ...anyOrder, ...nothing }],
		[['failure', 'halted'], NOTHING, { ...baseline, ...anyOrder }],
	],
	'in any other order': [
		[['limit', 'failure'], WATCHED, { ...first, ...anyOrder }],
		[['limit'], WATCHED, anyOrder],
		[['maxCost'], WATCHED, { ...anyOrder, ...hadShare }],
		[['failure'], WATCHED, { ...anyOrder, ...timeless }],
	],
	'a resumed run': [
		[['end', 'limit'], NOTHING, { isResumed: true }],
		[['maxCost'], NOTHING, { isResumed: true, ...hadShare }],
		[['failure'], NOTHING, { isResumed: true, ...timeless }],
	],
};

const rows = Object.entries(tables).flatMap(([title, of]) =>
	of.flatMap(([reasons, left, run = {}]) =>
		reasons.map((reason) => ({ title, reason, run, left })),
	),
);

test.each(rows)('$title that ends with $reason, $run', ({ reason, run, left }) => {
	expect(leavingsOf({ ...RUN, reason, ...run })).toEqual(left);
});

test.each([
	['some', [7, 9, 9, 5, 8, 6], [7, 9, 9, 5, 8]],
	['some', [20, 19, 18, 17, 16, 15, 14, 13, 12, 11], [20, 19, 18, 16, 12]],
	['some', [4], [4]],
	['all', [7, undefined, 9, 9, 5], [7, 9, 9, 5]],
	['none', [7], []],
] as const)('floors: %s of %j', (which, times, floors) => {
	const records = times.map((time, place) => ({ name: `record ${place}`, time }));
	expect(floorsAmong(records, which).map(({ time }) => time)).toEqual(floors);
});

test.each<[what: string, lists: number, calls: number, pages: number]>([
	['one list has all of the cap', 1, 5, 5],
	['ten lists have their part of it', 10, 40, 4],
	['a part of a call counts as none', 50, 133, 2],
	['no less than two calls', 50, 66, 2],
	['no more than the cap', 50, 1, 1],
])('%s', (_what, lists, calls, pages) => {
	const price = 0.015;
	const shareIsOver = (read: number) =>
		hasSpentShare({ pages: read, price, cap: calls * price, lists });
	expect([shareIsOver(pages - 1), shareIsOver(pages)]).toEqual([false, true]);
});
