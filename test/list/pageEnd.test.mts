import { expect, test } from '@jest/globals';

import type * as pageEndModule from '../../nodes/DataAccess/list/pageEnd.ts';
import { built } from '../harness/built.mts';

const { endOfPage } = built<typeof pageEndModule>('list/pageEnd');

type Page = Parameters<typeof endOfPage>[0];

const page = (records: number, next: Page['next'], notice?: string): Page => ({
	records: { length: records },
	next,
	notice,
});
const NEXT = { page: 2 };

const SAME = 'The service gave the same position again, so no further page was bought';
const moreBehind = (what: string) =>
	`The service sent ${what} but says there is more, so no further page was bought`;

type Row = [
	label: string,
	page: Page,
	seen: { isNew?: boolean; isRepeated?: boolean; endsUnannounced?: boolean },
	/** No reason means that another page may be bought. */
	reason: string | undefined,
	isEnd: boolean,
	notice?: string,
];

const rows: Row[] = [
	['a page with more behind it', page(3, NEXT), { isNew: true }, undefined, false],
	['the last page', page(3, null), { isNew: true }, 'end', true],
	['an empty last page', page(0, null), {}, 'end', true],
	['a last page with a notice', page(3, null, 'So'), { isNew: true }, 'end', true, 'So'],
	['a page with a notice', page(3, NEXT, 'So'), { isNew: true }, undefined, false, 'So'],
	[
		'an empty page with more behind it',
		page(0, NEXT),
		{},
		'emptyPage',
		false,
		moreBehind('an empty page'),
	],
	[
		'a page of known records',
		page(3, NEXT),
		{},
		'noNewRecord',
		false,
		moreBehind('a page without a new record'),
	],
	[
		'the same position',
		page(3, NEXT),
		{ isNew: true, isRepeated: true },
		'repeatedPosition',
		true,
		SAME,
	],
	[
		'an empty page that leads to itself',
		page(0, NEXT),
		{ isRepeated: true },
		'repeatedPosition',
		true,
		SAME,
	],
	['an empty page where no end is told', page(0, NEXT), { endsUnannounced: true }, 'end', true],
	['a known page where no end is told', page(3, NEXT), { endsUnannounced: true }, 'end', true],
	[
		'a new page where no end is told',
		page(3, NEXT),
		{ isNew: true, endsUnannounced: true },
		undefined,
		false,
	],
	[
		'the same position where no end is told',
		page(3, NEXT),
		{ isNew: true, isRepeated: true, endsUnannounced: true },
		'repeatedPosition',
		true,
		SAME,
	],
];

test.each(rows.map((row) => ({ label: row[0], row })))(
	'whether the list goes on behind it: $label',
	({ row }) => {
		const [, read, seen, reason, isEnd, notice] = row;
		const { isNew = false, isRepeated = false, endsUnannounced = false } = seen;
		const end = endOfPage(read, isNew, isRepeated, endsUnannounced);
		expect([end.reason, end.isEnd]).toEqual([reason, isEnd]);
		expect(end.notice).toBe(notice);
	},
);
