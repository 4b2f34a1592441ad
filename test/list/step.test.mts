import { expect, test } from '@jest/globals';

import type * as stepModule from '../../nodes/DataAccess/list/step.ts';
import type { PageToTake } from '../../nodes/DataAccess/list/step.ts';
import { built } from '../harness/built.mts';

const { stepOf } = built<typeof stepModule>('list/step');

const ENDS = 'end';
const LEADS_NOWHERE = 'noNewRecord';

/** A page of so many records, or one on which `n` stands for a new record and `.` for any other. */
const pageOf = (records: number | string, more: Partial<PageToTake> = {}): PageToTake => ({
	count: typeof records === 'number' ? records : records.length,
	...(typeof records === 'string' && { isNew: [...records].map((mark) => mark === 'n') }),
	...more,
});

type Row = [
	label: string,
	page: PageToTake,
	wanted: number,
	/** The places of what is delivered. */
	taken: number[],
	after: { cutAt?: number; remaining?: number; stop?: string },
];

const looksAtAll = { limitCounts: 'all' } as const;
const isUnbounded = { limitCounts: 'none' } as const;

const rows: Row[] = [
	['all is wanted', pageOf(3), Infinity, [0, 1, 2], {}],
	['an empty page', pageOf(0), 5, [], {}],
	['less than Limit', pageOf(3), 5, [0, 1, 2], { remaining: 2 }],
	['just Limit', pageOf(3), 3, [0, 1, 2], { remaining: 0, stop: 'limit' }],
	['more than Limit', pageOf(3), 2, [0, 1], { cutAt: 2, remaining: 0, stop: 'limit' }],

	['the end', pageOf(3, { end: ENDS }), Infinity, [0, 1, 2], { stop: 'end' }],
	[
		'the end just at Limit is the end',
		pageOf(3, { end: ENDS }),
		3,
		[0, 1, 2],
		{ remaining: 0, stop: 'end' },
	],
	[
		'the end behind Limit is not reached',
		pageOf(3, { end: ENDS }),
		1,
		[0],
		{ cutAt: 1, remaining: 0, stop: 'limit' },
	],
	[
		'a page that leads nowhere',
		pageOf(0, { end: LEADS_NOWHERE }),
		Infinity,
		[],
		{ stop: 'noNewRecord' },
	],
	[
		'known ground that leads nowhere is known ground',
		pageOf('..', { isDone: true, end: LEADS_NOWHERE }),
		Infinity,
		[],
		{ stop: 'known' },
	],

	['only what is new', pageOf('.n.n'), Infinity, [1, 3], {}],
	['known ground', pageOf('n...', { isDone: true }), Infinity, [0], { stop: 'known' }],
	[
		'known ground at the end is the end',
		pageOf('n..', { isDone: true, end: ENDS }),
		Infinity,
		[0],
		{ stop: 'end' },
	],
	[
		'known ground just at Limit is known ground',
		pageOf('n..', { isDone: true }),
		1,
		[0],
		{ remaining: 0, stop: 'known' },
	],
	[
		'known ground behind Limit is not reached',
		pageOf('nn..', { isDone: true }),
		1,
		[0],
		{ cutAt: 1, remaining: 0, stop: 'limit' },
	],

	[
		'Limit counts what is new',
		pageOf('.n.n.n'),
		2,
		[1, 3],
		{ cutAt: 5, remaining: 0, stop: 'limit' },
	],
	[
		'Limit counts no known record behind what is new',
		pageOf('n..'),
		1,
		[0],
		{ remaining: 0, stop: 'limit' },
	],
	[
		'in any other order, Limit counts what was looked at',
		pageOf('.n.n', looksAtAll),
		3,
		[1],
		{ cutAt: 3, remaining: 0, stop: 'limit' },
	],
	[
		'in any other order, what it has not counted is left of Limit',
		pageOf('.n.', looksAtAll),
		5,
		[1],
		{ remaining: 2 },
	],
	[
		'in any other order, known records alone reach Limit',
		pageOf('...', looksAtAll),
		3,
		[],
		{ remaining: 0, stop: 'limit' },
	],

	['without a bound, all that is new', pageOf('nnn', isUnbounded), 1, [0, 1, 2], {}],
	[
		'without a bound, it ends at known ground',
		pageOf('nn.', { ...isUnbounded, isDone: true }),
		1,
		[0, 1],
		{ stop: 'known' },
	],
];

test.each(rows.map((row) => ({ label: row[0], row })))(
	'what a page gives, and whether the list stops there: $label',
	({ row }) => {
		const [, page, wanted, taken, { cutAt, stop, remaining = wanted }] = row;
		expect(stepOf(page, wanted)).toEqual({ delivered: taken, cutAt, remaining, stop });
	},
);
