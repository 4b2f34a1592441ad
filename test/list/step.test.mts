import { expect, test } from '@jest/globals';

import { stepOf } from '../../nodes/DataAccess/list/step.ts';

const ENDS = 'end';
const LEADS_NOWHERE = 'noNewRecord';

type Page = Parameters<typeof stepOf>[0] & Parameters<typeof stepOf>[1];

/**
 * Returns a page with this many new records, or with one for each character: `n` is a new record, `o` one that is too
 * old, `x` one that was shown or delivered before, and `.` a known one.
 */
function pageOf(records: number | string, more: Partial<Page> = {}): Page {
	const marks = [...(typeof records === 'string' ? records : 'n'.repeat(records))];
	const rows = marks.map((name) => ({
		...{ name, record: {}, isFresh: name !== 'x', wasDelivered: name === 'x' },
		...{ showsTime: true, isTooOld: name === 'o' },
	}));
	const newRecords = new Set(rows.filter(({ name }) => ['n', 'o'].includes(name)));
	return { rows, newRecords, isLast: false, limitCounts: 'new', isBaseline: false, ...more };
}

type Row = [
	label: string,
	page: Page,
	wanted: number,
	/** Indexes of the delivered records. */
	toDeliver: number[],
	remaining: number,
	stop?: string,
	cutAt?: number,
];

const ALL = Infinity;
const all = { limitCounts: 'all' } as const;
const unbounded = { limitCounts: 'none' } as const;
const known = { isLast: true };
const end = { end: ENDS } as const;
const nowhere = { end: LEADS_NOWHERE } as const;

const rows: Row[] = [
	['all records', pageOf(3), ALL, [0, 1, 2], ALL],
	['records that were shown before do not count', pageOf('xnxn'), 1, [1], 0, 'limit', 3],
	['nor do they in any other order', pageOf('x.xn', all), 1, [], 0, 'limit', 3],
	['records that are too old are left out', pageOf('non'), 1, [0], 0, 'limit', 2],
	['five older records for a newer one end the list', pageOf('nooooo'), ALL, [0], ALL, 'date'],
	['four are too few', pageOf('noooo'), ALL, [0], ALL],
	['an empty page', pageOf(0), 5, [], 5],
	['less than Limit', pageOf(3), 5, [0, 1, 2], 2],
	['exactly Limit', pageOf(3), 3, [0, 1, 2], 0, 'limit'],
	['more than Limit', pageOf(3), 2, [0, 1], 0, 'limit', 2],

	['the end', pageOf(3, end), ALL, [0, 1, 2], ALL, 'end'],
	['the end exactly at Limit is the end', pageOf(3, end), 3, [0, 1, 2], 0, 'end'],
	['an end beyond Limit is not reached', pageOf(3, end), 1, [0], 0, 'limit', 1],
	['a page without a next page', pageOf(0, nowhere), ALL, [], ALL, 'noNewRecord'],
	[
		'known records without a next page',
		pageOf('..', { ...known, ...nowhere }),
		ALL,
		[],
		ALL,
		'known',
	],

	['only new records', pageOf('.n.n'), ALL, [1, 3], ALL],
	['known records', pageOf('n...', known), ALL, [0], ALL, 'known'],
	[
		'known records at the end are the end',
		pageOf('n..', { ...known, ...end }),
		ALL,
		[0],
		ALL,
		'end',
	],
	['known records exactly at Limit', pageOf('n..', known), 1, [0], 0, 'known'],
	['known records beyond Limit', pageOf('nn..', known), 1, [0], 0, 'limit', 1],

	['Limit counts new records', pageOf('.n.n.n'), 2, [1, 3], 0, 'limit', 5],
	['but not the known records after them', pageOf('n..'), 1, [0], 0, 'limit'],
	[
		'in any other order, Limit counts all records that are read',
		pageOf('.n.n', all),
		3,
		[1],
		0,
		'limit',
		3,
	],
	['and the rest of Limit remains', pageOf('.n.', all), 5, [1], 2],
	['and known records can reach it', pageOf('...', all), 3, [], 0, 'limit'],

	['if Limit does not count, all new records', pageOf('nnn', unbounded), 1, [0, 1, 2], 1],
	[
		'if Limit does not count, known records end the list',
		pageOf('nn.', { ...unbounded, ...known }),
		1,
		[0, 1],
		1,
		'known',
	],
];

test.each(rows)('what is delivered of a page, and whether the list ends: %s', (...row) => {
	const [, page, wanted, taken, remaining, stop, cutAt = page.rows.length] = row;
	const { toDeliver, ...step } = stepOf(page, page, wanted);
	expect(toDeliver.map((each) => page.rows.indexOf(each))).toEqual(taken);
	expect(step).toEqual({ passed: cutAt, remaining, stop });
});
