import { expect, test } from '@jest/globals';

import type * as stepModule from '../../nodes/DataAccess/list/step.ts';
import type { PageToTake, Remaining } from '../../nodes/DataAccess/list/step.ts';
import { built } from '../harness/built.mts';

const { stepOf } = built<typeof stepModule>('list/step');

const GOES_ON = { isEnd: false };
const ENDS = { reason: 'end', isEnd: true } as const;
const LEADS_NOWHERE = { reason: 'noNewRecord', isEnd: false } as const;
const ALL: Remaining = { records: Infinity, pages: Infinity };

/** A page of so many records, or one on which `n` stands for a new record and `.` for any other. */
const pageOf = (records: number | string, more: Partial<PageToTake> = {}): PageToTake => ({
	count: typeof records === 'number' ? records : records.length,
	...(typeof records === 'string' && { isNew: [...records].map((mark) => mark === 'n') }),
	end: GOES_ON,
	...more,
});

type Row = [
	label: string,
	page: PageToTake,
	wanted: Partial<Remaining>,
	/** The places of what is delivered. */
	taken: number[],
	after: { cutAt?: number; records?: number; pages?: number; stop?: string },
];

const looksAtAll = { countsNew: false } as const;
const passesQuiet = { countsKnownPages: false } as const;

const rows: Row[] = [
	['all is wanted', pageOf(3), {}, [0, 1, 2], {}],
	['an empty page', pageOf(0), { pages: 5 }, [], { pages: 4 }],
	['less than Limit', pageOf(3), { records: 5, pages: 2 }, [0, 1, 2], { records: 2, pages: 1 }],
	['just Limit', pageOf(3), { records: 3 }, [0, 1, 2], { records: 0, stop: 'limit' }],
	['more than Limit', pageOf(3), { records: 2 }, [0, 1], { cutAt: 2, records: 0, stop: 'limit' }],
	['just Max Pages', pageOf(3), { pages: 1 }, [0, 1, 2], { pages: 0, stop: 'maxPages' }],
	[
		'Limit and Max Pages at once',
		pageOf(3),
		{ records: 3, pages: 1 },
		[0, 1, 2],
		{ records: 0, pages: 0, stop: 'limit' },
	],

	['the end', pageOf(3, { end: ENDS }), {}, [0, 1, 2], { stop: 'end' }],
	[
		'the end just at Limit is the end',
		pageOf(3, { end: ENDS }),
		{ records: 3 },
		[0, 1, 2],
		{ records: 0, stop: 'end' },
	],
	[
		'the end behind Limit is not reached',
		pageOf(3, { end: ENDS }),
		{ records: 1 },
		[0],
		{ cutAt: 1, records: 0, stop: 'limit' },
	],
	['a page that leads nowhere', pageOf(0, { end: LEADS_NOWHERE }), {}, [], { stop: 'noNewRecord' }],
	[
		'known ground that leads nowhere is known ground',
		pageOf('..', { isDone: true, end: LEADS_NOWHERE }),
		{},
		[],
		{ stop: 'known' },
	],

	['only what is new', pageOf('.n.n'), {}, [1, 3], {}],
	['known ground', pageOf('n...', { isDone: true }), {}, [0], { stop: 'known' }],
	[
		'known ground at the end is the end',
		pageOf('n..', { isDone: true, end: ENDS }),
		{},
		[0],
		{ stop: 'end' },
	],
	[
		'known ground just at Limit is known ground',
		pageOf('n..', { isDone: true }),
		{ records: 1, pages: 1 },
		[0],
		{ records: 0, pages: 0, stop: 'known' },
	],
	[
		'known ground behind Limit is not reached',
		pageOf('nn..', { isDone: true }),
		{ records: 1 },
		[0],
		{ cutAt: 1, records: 0, stop: 'limit' },
	],

	[
		'Limit counts what is new',
		pageOf('.n.n.n'),
		{ records: 2 },
		[1, 3],
		{ cutAt: 5, records: 0, stop: 'limit' },
	],
	[
		'Limit counts no known record behind what is new',
		pageOf('n..'),
		{ records: 1 },
		[0],
		{ records: 0, stop: 'limit' },
	],
	[
		'in any other order, Limit counts what was looked at',
		pageOf('.n.n', looksAtAll),
		{ records: 3 },
		[1],
		{ cutAt: 3, records: 0, stop: 'limit' },
	],
	[
		'in any other order, what it has not counted is left of Limit',
		pageOf('.n.', looksAtAll),
		{ records: 5 },
		[1],
		{ records: 2 },
	],
	[
		'in any other order, known records alone reach Limit',
		pageOf('...', looksAtAll),
		{ records: 3 },
		[],
		{ records: 0, stop: 'limit' },
	],

	['Max Pages counts a quiet page', pageOf('..'), { pages: 1 }, [], { pages: 0, stop: 'maxPages' }],
	[
		'Max Pages counts no quiet page on the way through a gap',
		pageOf('..', passesQuiet),
		{ pages: 1 },
		[],
		{ pages: 1 },
	],
	[
		'on the way through a gap, Max Pages counts a page with a new record',
		pageOf('.n', passesQuiet),
		{ pages: 1 },
		[1],
		{ pages: 0, stop: 'maxPages' },
	],
	[
		'nothing more is wanted: all that is new is left behind',
		pageOf('.n', passesQuiet),
		{ records: 0 },
		[],
		{ cutAt: 1, records: 0, stop: 'limit' },
	],
];

test.each(rows.map((row) => ({ label: row[0], row })))(
	'what a page gives, and whether the list stops there: $label',
	({ row }) => {
		const [, page, wanted, taken, { cutAt, stop, ...left }] = row;
		const remaining = { ...ALL, ...wanted };
		expect(stepOf(page, remaining)).toEqual({
			delivered: taken,
			cutAt,
			remaining: {
				records: remaining.records,
				pages: wanted.pages === undefined ? Infinity : remaining.pages,
				...left,
			},
			stop,
		});
	},
);
