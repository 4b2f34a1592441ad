import { describe, expect, test } from '@jest/globals';

import type * as modelModule from '../../nodes/DataAccess/watch/model.ts';
import type { Reading, Rules, Standing } from '../../nodes/DataAccess/watch/model.ts';
import { built } from '../harness/built.mts';

const { boundaryOf, isSealedBy, judge, NOTHING_READ } = built<typeof modelModule>('watch/model');

/** What is remembered of a record, by its letter: new, known, sealed (delivered), old. */
const STANDINGS: Record<string, Omit<Standing, 'time'>> = {
	n: { isKnown: false, isSealed: false },
	k: { isKnown: true, isSealed: false },
	s: { isKnown: true, isSealed: true },
	o: { isKnown: false, isSealed: true },
};

/** The records of a page: letters, each with its time where it has one. */
const recordsOf = (page: string): Standing[] =>
	page
		.split(' ')
		.filter(Boolean)
		.map(([letter = '', ...time]) => ({
			...(STANDINGS[letter] as Standing),
			time: time.length > 0 ? Number(time.join('')) : undefined,
		}));

const boundaries: Array<[label: string, page: string, place: number, isLast?: boolean]> = [
	['an empty page', '', -1],
	['nothing but new ones', 'n5 n4 n3', -1],
	['nothing but known ones', 'k5 k4 k3', -1],
	['a sealed one above an older one', 'n5 s4 s3', 1],
	['above an older one that is only known', 'n5 s4 k3', 1],
	['above an older one that is new: it came late', 's5 n4 s3', 0],
	['old ones, too', 'n5 o4 o3', 1],
	['the last of a page proves nothing', 'n5 s4', -1],
	['the last of the list does', 'n5 s4', 1, true],
	['equally old ones prove nothing', 'n5 s4 s4', -1],
	['at the end of the list they do', 'n5 s4 s4', 1, true],
	['equally old ones that are sealed, above an older one', 'n5 s4 s4 s3', 1],
	['one that is equally old and only known', 'n5 s4 k4 s3', -1],
	['one that is equally old and new', 's4 n4 s3 s2', 2],
	['a pinned one, above newer ones', 's1 n9 s8 s7', 2],
	['a pinned one, above nothing but newer ones', 's1 n9 n8', -1],
	['a pinned one on the last page', 's1 n9 n8', -1, true],
	['a pinned one, above a sealed newer one', 's5 s9 s3', 1],
	['one that moved down, below an older one', 's5 s2 s4 s3', 0],
	['an edited one, which is no longer sealed', 'k9 s4 s3', 1],
	['records without a time are passed over', 'n5 s s4 n s3', 2],
	['one without a time is no boundary', 'n5 s s', -1],
	['nor at the end of the list', 'n5 s s', -1, true],
];

test.each(boundaries)('the boundary: %s', (_label, page, place, isLast = false) => {
	expect(boundaryOf(recordsOf(page), isLast)).toBe(place);
});

const ONWARD: Rules = {
	isNewestFirst: true,
	isFirst: false,
	takesBaseline: false,
	isResumed: false,
};
const FIRST = { isFirst: true };
const BASELINE = { isFirst: true, takesBaseline: true };
const ANY_ORDER = { isNewestFirst: false };
const RESUMED = { isResumed: true };

const timed = (sealedInRow = 0): Reading => ({ hasTimes: true, sealedInRow });
const untimed = (sealedInRow: number): Reading => ({ hasTimes: false, sealedInRow });

type Row = [
	label: string,
	rules: Partial<Rules>,
	before: Reading,
	page: string,
	/** A letter for each record: new to the user, or not. */
	isNew: string,
	expected: { reach?: number; isMet?: boolean; after: Reading },
	isLast?: boolean,
];

const rows: Row[] = [
	['a page of new ones', {}, NOTHING_READ, 'n5 n4', 'nn', { after: timed() }],
	['a page of known ones: a gap', {}, NOTHING_READ, 'k5 k4', '..', { after: timed() }],
	['a boundary', {}, NOTHING_READ, 'n5 s4 s3', 'n..', { isMet: true, after: timed() }],
	[
		'one that came late is taken, what stands behind the last sealed one is not',
		{},
		NOTHING_READ,
		's5 n4 s3 n2 n1',
		'.n.nn',
		{ reach: 3, isMet: true, after: timed() },
	],
	['an old one is not new', {}, NOTHING_READ, 'n5 o4', 'n.', { after: timed() }],
	[
		'the last page ends at its last record, if that is sealed',
		{},
		NOTHING_READ,
		'n5 s4',
		'n.',
		{ isMet: true, after: timed() },
		true,
	],
	['an empty page', {}, timed(), '', '', { after: timed() }],

	['a first run finds all new', FIRST, NOTHING_READ, 'n5 n4', 'nn', { after: timed() }],
	[
		'a baseline has nothing new, and ends at once',
		BASELINE,
		NOTHING_READ,
		'n5 n4',
		'..',
		{ isMet: true, after: timed() },
	],
	['an empty page is no baseline', BASELINE, NOTHING_READ, '', '', { after: untimed(0) }],
	[
		'a baseline in any other order goes on',
		{ ...BASELINE, ...ANY_ORDER },
		NOTHING_READ,
		'n n',
		'..',
		{ after: untimed(0) },
	],
	[
		'First Run counts for a first run only',
		{ takesBaseline: true },
		NOTHING_READ,
		'n5',
		'n',
		{ after: timed() },
	],

	[
		'in any other order nothing is a boundary',
		ANY_ORDER,
		untimed(0),
		's s s',
		'...',
		{ after: untimed(3) },
	],
	[
		'there, too, only what is not known is new',
		ANY_ORDER,
		untimed(0),
		's n o',
		'.n.',
		{ after: untimed(1) },
	],

	[
		'a resumed run delivers what is old',
		RESUMED,
		NOTHING_READ,
		'o5 o4 k3',
		'nn.',
		{ after: timed() },
	],
	[
		'and takes no old one for a boundary',
		RESUMED,
		NOTHING_READ,
		'n5 o4 o3',
		'nnn',
		{ after: timed() },
	],
	[
		'but a delivered one',
		RESUMED,
		NOTHING_READ,
		'n5 s4 o3',
		'n.n',
		{ reach: 2, isMet: true, after: timed() },
	],

	[
		'without times: a whole page of sealed ones',
		{},
		NOTHING_READ,
		's s s',
		'...',
		{ isMet: true, after: untimed(3) },
	],
	[
		'without times: old ones, too',
		{},
		NOTHING_READ,
		'o s o',
		'...',
		{ isMet: true, after: untimed(3) },
	],
	[
		'without times: one that is only known',
		{},
		NOTHING_READ,
		's k s',
		'...',
		{ after: untimed(1) },
	],
	['without times: one that is new', {}, NOTHING_READ, 'n s s', 'n..', { after: untimed(2) }],
	[
		'without times: a row over two pages',
		{},
		untimed(2),
		's n s',
		'.n.',
		{ reach: 3, isMet: true, after: untimed(1) },
	],
	[
		'without times: one too few over two pages',
		{},
		untimed(1),
		's n s',
		'.n.',
		{ after: untimed(1) },
	],
	[
		'without times: what stands behind the last sealed one is not taken',
		{},
		untimed(2),
		's n',
		'.n',
		{ reach: 1, isMet: true, after: untimed(0) },
	],
	[
		'times that a page before had count for one without',
		{},
		timed(),
		's s s',
		'...',
		{ after: timed() },
	],
	[
		'times end a row without',
		{},
		untimed(5),
		's5 n4',
		'.n',
		{ reach: 1, isMet: true, after: timed() },
	],
];

test.each(rows.map((row) => ({ label: row[0], row })))('$label', ({ row }) => {
	const [, rules, before, page, isNew, { reach, isMet = false, after }, isLast = false] = row;
	const records = recordsOf(page);
	expect(judge(before, { records, isLast }, { ...ONWARD, ...rules })).toEqual({
		isNew: [...isNew].map((mark) => mark === 'n'),
		reach: reach ?? records.length,
		isMet,
		reading: after,
	});
});

describe('what a run seals', () => {
	test.each([
		['known', true, true],
		['end', true, true],
		['repeatedPosition', true, true],
		['limit', false, true],
		['maxPages', false, true],
		['maxCost', false, false],
		['outOfTime', false, false],
		['failure', false, false],
		['halted', false, false],
		['emptyPage', false, false],
		['noNewRecord', false, false],
	] as const)('%s: %p, and a first run: %p', (reason, isSealed, isSealedFirst) => {
		expect([isSealedBy(reason, false), isSealedBy(reason, true)]).toEqual([
			isSealed,
			isSealedFirst,
		]);
	});
});
