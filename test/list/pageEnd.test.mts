import { expect, test } from '@jest/globals';

import { endOfPage } from '../../nodes/DataAccess/list/pageEnd.ts';

type Page = Parameters<typeof endOfPage>[0];

const page = (length: number, nextInputs: Page['nextInputs']): Page => ({
	records: { length },
	nextInputs,
});
const NEXT = { page: 2 };

type Row = [
	label: string,
	page: Page,
	seen: { hasUnshown?: boolean; isRepeated?: boolean; endsUnannounced?: boolean },
	/** undefined: another page may be bought. */
	reason: string | undefined,
];

const [hasUnshown, isRepeated, endsUnannounced] = [true, true, true];
const all = { hasUnshown, isRepeated, endsUnannounced };

const rows: Row[] = [
	['a page with a next page', page(3, NEXT), { hasUnshown }, undefined],
	['the last page', page(3, null), { hasUnshown }, 'end'],
	['an empty last page', page(0, null), {}, 'end'],
	['an empty page with a next page', page(0, NEXT), {}, 'emptyPage'],
	['a page of known records', page(3, NEXT), {}, 'noNewRecord'],
	['the same position', page(3, NEXT), { hasUnshown, isRepeated }, 'repeatedPosition'],
	['an empty page that leads to itself', page(0, NEXT), { isRepeated }, 'repeatedPosition'],
	['an empty page of a platform that marks no end', page(0, NEXT), { endsUnannounced }, 'end'],
	['a known page of a platform that marks no end', page(3, NEXT), { endsUnannounced }, 'end'],
	[
		'a new page of a platform that marks no end',
		page(3, NEXT),
		{ hasUnshown, endsUnannounced },
		undefined,
	],
	['the same position of a platform that marks no end', page(3, NEXT), all, 'repeatedPosition'],
];

test.each(rows)('whether a next page may be bought: %s', (_label, read, seen, reason) => {
	const { hasUnshown = false, isRepeated = false, endsUnannounced = false } = seen;
	expect(endOfPage(read, { hasUnshown, isRepeated, endsUnannounced })).toBe(reason);
});
