import { describe, expect, test } from '@jest/globals';

import { built } from '../harness/built.mts';

type Standing = 'new' | 'known' | 'edge' | 'old';

interface Marks {
	isKnown: boolean;
	isEdge: boolean;
	isFloor: boolean;
}

interface RunEnd {
	reason: string;
	isFirst: boolean;
	isResumed: boolean;
	last: Standing | undefined;
	isCut: boolean;
	wasOpen: boolean;
	isEdgePassed: boolean;
}

const { gapAfter, isMet } = built<{
	isMet(page: Standing[], search: { wasOpen: boolean; isEdgePassed: boolean }): boolean;
	gapAfter(end: RunEnd): 'none' | 'stays' | 'begins';
}>('watch/gap');
const { standingsOf } = built<{
	standingsOf(
		records: Marks[],
		floorRun: number,
		pageSize: number,
	): { standings: Standing[]; floorRun: number };
}>('watch/standing');
const { savedCalls } = built<{
	savedCalls(of: Record<'limit' | 'maxPages' | 'pages' | 'pageSize', number>): number | null;
}>('watch/saved');
const { shareOf } = built<{
	shareOf(
		count: number,
		room: number,
		isNew?: boolean[],
		countsNew?: boolean,
	): { taken: number[]; counted: number; cutAt?: number };
}>('list/share');

/** Letters for standings: n(ew), k(nown), e(dge), o(ld). */
const STANDINGS: Record<string, Standing> = { n: 'new', k: 'known', e: 'edge', o: 'old' };
const page = (letters: string) => [...letters].map((letter) => STANDINGS[letter]!);
const lettersOf = (standings: Standing[]) => standings.map(([first]) => first).join('');

const [noGap, above, passed] = [
	{ wasOpen: false, isEdgePassed: false },
	{ wasOpen: true, isEdgePassed: false },
	{ wasOpen: true, isEdgePassed: true },
];

describe('when to stop', () => {
	test.each([
		['a quiet page', 'kkk', noGap, true],
		['a new record on it', 'kkn', noGap, false],
		['a new record before known ones', 'nkk', noGap, false],
		['nothing on it', '', noGap, false],
		['only what the first run has left', 'koo', noGap, true],
		['a quiet page above a gap', 'kkk', above, false],
		['the edge of a gap', 'kee', passed, false],
		['known ones behind the edge', 'eek', passed, true],
		['what the first run has left behind the edge', 'eeo', passed, true],
		['a new record in the gap', 'een', passed, false],
		['a quiet page behind the gap', 'kkk', passed, true],
	])('%s (%s)', (_label, letters, search, expected) => {
		expect(isMet(page(letters), search)).toBe(expected);
	});
});

describe('whether there is a gap', () => {
	const end: RunEnd = {
		reason: 'limit',
		isFirst: false,
		isResumed: false,
		last: 'new',
		isCut: false,
		...noGap,
	};
	const ways = ['limit', 'maxPages', 'maxCost', 'failure', 'halted', 'emptyPage'];

	test.each(ways)('%s', (reason) => {
		expect(gapAfter({ ...end, reason })).toBe('begins');
		expect(gapAfter({ ...end, reason, last: 'known' })).toBe('none');
		expect(gapAfter({ ...end, reason, last: undefined })).toBe('none');
		expect(gapAfter({ ...end, reason, isFirst: true })).toBe('none');
	});

	test.each(['end', 'known', 'noNewRecord', 'repeatedPosition'])('%s', (reason) => {
		expect(gapAfter({ ...end, reason })).toBe('none');
		expect(gapAfter({ ...end, reason, ...passed })).toBe('none');
		expect(gapAfter({ ...end, reason, ...passed, isResumed: true })).toBe('stays');
		expect(gapAfter({ ...end, reason, isResumed: true })).toBe('none');
	});

	test.each<[string, Partial<RunEnd>, string]>([
		['new records left on the page', { last: 'known', isCut: true }, 'begins'],
		['ended above the gap', { ...above }, 'stays'],
		['ended above the gap, at a known record', { ...above, last: 'known' }, 'stays'],
		['ended inside the gap', { ...passed }, 'begins'],
		['ended at its edge', { ...passed, last: 'edge' }, 'begins'],
		['ended behind it', { ...passed, last: 'known' }, 'none'],
		['ended behind it, at what the first run has left', { ...passed, last: 'old' }, 'none'],
		['looked at nothing', { ...above, last: undefined }, 'stays'],
		['went on behind it', { ...passed, last: 'known', isResumed: true }, 'stays'],
	])('%s', (_label, change, expected) => {
		expect(gapAfter({ ...end, ...change })).toBe(expected);
	});
});

describe('what a record is', () => {
	/** K: known, E: known edge, F: known floor, f: floor that was not delivered, u: unknown. */
	const marks = (letters: string) =>
		[...letters].map((letter) => ({
			isKnown: 'KEF'.includes(letter),
			isEdge: letter === 'E',
			isFloor: letter === 'F' || letter === 'f',
		}));

	test.each([
		['known and unknown ones', 'uKKu', 0, 4, 'nkkn', 0],
		['an edge', 'KEEu', 0, 4, 'keen', 0],
		['what the first run left on its page', 'FFff', 0, 4, 'kkoo', 4],
		['what is behind it', 'uFFu', 0, 4, 'nkko', 2],
		['too little of it', 'uFuu', 0, 4, 'nknn', 0],
		['a sequence that a new record breaks', 'FuFu', 0, 4, 'knkn', 0],
		['a sequence from the page before', 'Fuuu', 1, 4, 'kooo', 2],
		['nothing of it on the page behind it', 'uuKu', 2, 4, 'ooko', 2],
		['none, and a page of one record', 'u', 0, 1, 'n', 0],
	])('%s (%s)', (_label, letters, floorRun, pageSize, standings, run) => {
		const judged = standingsOf(marks(letters), floorRun, pageSize);
		expect([lettersOf(judged.standings), judged.floorRun]).toEqual([standings, run]);
	});
});

test.each([
	['a quiet list', { limit: 50, maxPages: Infinity, pages: 1, pageSize: 12 }, 4],
	['Max Pages', { limit: 50, maxPages: 2, pages: 1, pageSize: 12 }, 1],
	['a small limit', { limit: 5, maxPages: Infinity, pages: 1, pageSize: 12 }, 0],
	['more pages than the limit takes', { limit: 12, maxPages: Infinity, pages: 3, pageSize: 12 }, 0],
	['Return All', { limit: Infinity, maxPages: Infinity, pages: 1, pageSize: 12 }, null],
	['Return All within Max Pages', { limit: Infinity, maxPages: 4, pages: 1, pageSize: 12 }, 3],
	['an empty page', { limit: 50, maxPages: Infinity, pages: 1, pageSize: 0 }, 0],
])('what is saved by stopping: %s', (_label, list, expected) => {
	expect(savedCalls(list)).toBe(expected);
});

const [y, n] = [true, false];

test.each([
	['all, no limit', [3, Infinity], { taken: [0, 1, 2], counted: 3 }],
	['all, cut', [3, 2], { taken: [0, 1], counted: 2, cutAt: 2 }],
	['all, exactly', [3, 3], { taken: [0, 1, 2], counted: 3 }],
	['new ones count', [4, 2, [n, y, n, y]], { taken: [1, 3], counted: 2 }],
	['new ones count, cut', [4, 1, [n, y, n, y]], { taken: [1], counted: 1, cutAt: 3 }],
	['all count', [4, 2, [n, y, n, y], false], { taken: [1], counted: 2, cutAt: 2 }],
	['all count, exactly', [2, 2, [n, n], false], { taken: [], counted: 2 }],
	['nothing', [0, 2, []], { taken: [], counted: 0 }],
] as Array<[string, Parameters<typeof shareOf>, object]>)(
	'a share of a page: %s',
	(_label, given, expected) => {
		expect(shareOf(...given)).toEqual(expected);
	},
);
