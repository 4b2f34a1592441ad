import { expect, test } from '@jest/globals';

import { stepOf } from '../../nodes/DataAccess/list/step.ts';

const ENDS = 'end';
const LEADS_NOWHERE = 'noNewRecord';

type Page = Parameters<typeof stepOf>[0] & Parameters<typeof stepOf>[1];

/**
 * A page of so many new records, or one on which `n` stands for a new record, `o` for one that is too old, `x` for one
 * that was shown or delivered before, and `.` for a known one.
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
	/** The places of what is delivered. */
	taken: number[],
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
	['all is wanted', pageOf(3), ALL, [0, 1, 2], ALL],
	['what was shown before does not count', pageOf('xnxn'), 1, [1], 0, 'limit', 3],
	['nor in any other order', pageOf('x.xn', all), 1, [], 0, 'limit', 3],
	['what is too old is left out', pageOf('non'), 1, [0], 0, 'limit', 2],
	['behind four too old ones for a new one, all are', pageOf('nooooo'), ALL, [0], ALL, 'date'],
	['four are too few', pageOf('noooo'), ALL, [0], ALL],
	['an empty page', pageOf(0), 5, [], 5],
	['less than Limit', pageOf(3), 5, [0, 1, 2], 2],
	['just Limit', pageOf(3), 3, [0, 1, 2], 0, 'limit'],
	['more than Limit', pageOf(3), 2, [0, 1], 0, 'limit', 2],

	['the end', pageOf(3, end), ALL, [0, 1, 2], ALL, 'end'],
	['the end just at Limit is the end', pageOf(3, end), 3, [0, 1, 2], 0, 'end'],
	['the end behind Limit is not reached', pageOf(3, end), 1, [0], 0, 'limit', 1],
	['a page that leads nowhere', pageOf(0, nowhere), ALL, [], ALL, 'noNewRecord'],
	['known ground without a way', pageOf('..', { ...known, ...nowhere }), ALL, [], ALL, 'known'],

	['only what is new', pageOf('.n.n'), ALL, [1, 3], ALL],
	['known ground', pageOf('n...', known), ALL, [0], ALL, 'known'],
	['known ground at the end is the end', pageOf('n..', { ...known, ...end }), ALL, [0], ALL, 'end'],
	['known ground just at Limit', pageOf('n..', known), 1, [0], 0, 'known'],
	['known ground behind Limit', pageOf('nn..', known), 1, [0], 0, 'limit', 1],

	['Limit counts what is new', pageOf('.n.n.n'), 2, [1, 3], 0, 'limit', 5],
	['and no known record behind that', pageOf('n..'), 1, [0], 0, 'limit'],
	['in any other order, what was looked at', pageOf('.n.n', all), 3, [1], 0, 'limit', 3],
	['and what it has not counted is left', pageOf('.n.', all), 5, [1], 2],
	['and known records alone reach it', pageOf('...', all), 3, [], 0, 'limit'],

	['without a bound, all that is new', pageOf('nnn', unbounded), 1, [0, 1, 2], 1],
	['unbounded, known ground', pageOf('nn.', { ...unbounded, ...known }), 1, [0, 1], 1, 'known'],
];

test.each(rows)('what a page gives, and whether the list stops there: %s', (...row) => {
	const [, page, wanted, taken, remaining, stop, cutAt = page.rows.length] = row;
	const { toDeliver, ...step } = stepOf(page, page, wanted);
	expect(toDeliver.map((each) => page.rows.indexOf(each))).toEqual(taken);
	expect(step).toEqual({ passed: cutAt, remaining, stop });
});
