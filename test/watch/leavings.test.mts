import { describe, expect, test } from '@jest/globals';

import type { StopReason } from '../../nodes/DataAccess/list/pageEnd.ts';
import type * as leavingsModule from '../../nodes/DataAccess/watch/leavings.ts';
import { built } from '../harness/built.mts';

const { floorsAmong, leavingsOf } = built<typeof leavingsModule>('watch/leavings');

type Run = Parameters<typeof leavingsOf>[0];
type Left = Partial<ReturnType<typeof leavingsOf>>;

/** A later run from the top of a list that is newest first. */
const RUN: Run = {
	reason: 'known',
	begins: 'top',
	isFirst: false,
	isNewestFirst: true,
	isBaseline: false,
	pages: 3,
	hasNew: true,
	delivered: 5,
	price: 0.01,
	cap: Infinity,
};

const NOTHING: Required<Left> = {
	floors: 'none',
	isWatched: false,
	leavesOld: false,
	hasGap: false,
	givesUp: false,
	isCut: false,
};

const first = { isFirst: true };
const baseline = { ...first, isBaseline: true };
const anyOrder = { isNewestFirst: false };
const begins = (where: Run['begins']) => ({ begins: where });
/** Three known pages, when Max Cost allows three calls. */
const stuck = {
	reason: 'maxCost',
	hasNew: false,
	delivered: 0,
	price: 0.0015,
	cap: 0.0045,
} as const;

const watched = { isWatched: true };
const complete: Left = { ...watched, floors: 'newest' };
const gap: Left = { ...watched, hasGap: true };
const cut: Left = { ...gap, isCut: true };
const begun: Left = { ...watched, floors: 'all' };
const leavesOld: Left = { ...begun, leavesOld: true };

const ends = (reason: StopReason, left: Left, run: Partial<Run> = {}) =>
	[reason, { reason, ...run }, left] as [string, Partial<Run>, Left];

const tables: Record<string, Array<[label: string, run: Partial<Run>, left: Left]>> = {
	'a later run that ends with': [
		ends('known', complete),
		ends('end', complete),
		ends('repeatedPosition', complete),
		ends('limit', gap),
		ends('failure', gap),
		ends('halted', gap),
		ends('emptyPage', gap),
		ends('noNewRecord', gap),
		ends('maxPages', cut),
		ends('maxCost', cut),
		ends('outOfTime', cut),
	],
	'a later run that Max Cost ends among known records': [
		['gives up where no run could get further', stuck, { ...complete, givesUp: true }],
		['goes on where one more call fits', { ...stuck, cap: 0.006 }, cut],
		['goes on where the last page had news', { ...stuck, hasNew: true }, cut],
		[
			'gives up where a poll had no time',
			{ ...stuck, reason: 'outOfTime' },
			{ ...complete, givesUp: true },
		],
		['goes on where nothing was read', { ...stuck, pages: 0 }, {}],
		['goes on where a failure ends it', { ...stuck, reason: 'failure' }, gap],
		['goes on on a detour', { ...stuck, ...begins('detour') }, cut],
	],
	'a first run that ends with': [
		ends('limit', leavesOld, first),
		ends('maxCost', leavesOld, first),
		ends('maxPages', leavesOld, first),
		ends('failure', leavesOld, first),
		ends('halted', leavesOld, first),
		ends('end', begun, first),
		ends('repeatedPosition', begun, first),
	],
	'a first run that brings nothing': [
		['begins where the list is empty', { ...first, delivered: 0, reason: 'end' }, begun],
		[
			'begins nothing at an empty page that claims more',
			{ ...first, delivered: 0, reason: 'emptyPage' },
			{},
		],
		[
			'begins nothing where the cap is too low',
			{ ...first, pages: 0, delivered: 0, reason: 'maxCost' },
			{},
		],
		[
			'begins nothing where its first call fails',
			{ ...first, pages: 0, delivered: 0, reason: 'failure' },
			{},
		],
	],
	'a baseline': [
		['of what is newest first', { ...baseline }, begun],
		['of any other order', { ...baseline, ...anyOrder, reason: 'limit' }, watched],
		['that Max Cost ends', { ...baseline, ...anyOrder, reason: 'maxCost' }, watched],
		[
			'that a failure cuts short is taken again',
			{ ...baseline, ...anyOrder, reason: 'failure' },
			{},
		],
		['that was halted is taken again', { ...baseline, ...anyOrder, reason: 'halted' }, {}],
	],
	'in any other order': [
		['a first run is watched', { ...first, ...anyOrder, reason: 'limit' }, watched],
		[
			'a first run that fails after a page is watched',
			{ ...first, ...anyOrder, reason: 'failure' },
			watched,
		],
		['a later run leaves no gap', { ...anyOrder, reason: 'limit' }, watched],
	],
	'what does not begin at the top': [
		[
			'a resume to the end says nothing of what is above',
			{ ...begins('resumed'), reason: 'end' },
			{},
		],
		['a detour to known records completes nothing', begins('detour'), watched],
		['a detour to the end completes nothing', { ...begins('detour'), reason: 'end' }, watched],
		[
			'a detour to a repeated position ends there',
			{ ...begins('detour'), reason: 'repeatedPosition' },
			watched,
		],
		['a detour that is cut goes on', { ...begins('detour'), reason: 'maxPages' }, cut],
		[
			'a detour without time for a call goes on',
			{ ...begins('detour'), reason: 'outOfTime', pages: 0 },
			{ isCut: true },
		],
		[
			'a detour to a refused position ends there',
			{ ...begins('detour'), reason: 'expired', pages: 0 },
			{},
		],
	],
};

describe.each(Object.entries(tables))('%s', (_title, rows) => {
	test.each(rows)('%s', (_label, run, left) => {
		expect(leavingsOf({ ...RUN, ...run })).toEqual({ ...NOTHING, ...left });
	});
});

test.each([
	['newest', [7, 9, 9, 5, 8, 6], [9, 8, 7]],
	['newest', [4], [4]],
	['all', [7, 9, 9, 5], [9, 7, 5]],
	['none', [7], []],
] as const)('floors: the %s of %j', (which, times, floors) => {
	expect(floorsAmong(times, which)).toEqual(floors);
});
