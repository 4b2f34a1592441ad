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
	/** No reason means that another page may be bought. */
	reason: string | undefined,
];

const [hasUnshown, isRepeated, endsUnannounced] = [true, true, true];
const all = { hasUnshown, isRepeated, endsUnannounced };

const rows: Row[] = [
	['a page with more behind it', page(3, NEXT), { hasUnshown }, undefined],
	['the last page', page(3, null), { hasUnshown }, 'end'],
	['an empty last page', page(0, null), {}, 'end'],
	['an empty page with more behind it', page(0, NEXT), {}, 'emptyPage'],
	['a page of known records', page(3, NEXT), {}, 'noNewRecord'],
	['the same position', page(3, NEXT), { hasUnshown, isRepeated }, 'repeatedPosition'],
	['an empty page that leads to itself', page(0, NEXT), { isRepeated }, 'repeatedPosition'],
	['an empty page where no end is told', page(0, NEXT), { endsUnannounced }, 'end'],
	['a known page where no end is told', page(3, NEXT), { endsUnannounced }, 'end'],
	['a new page where no end is told', page(3, NEXT), { hasUnshown, endsUnannounced }, undefined],
	['the same position where no end is told', page(3, NEXT), all, 'repeatedPosition'],
];

test.each(rows)('whether the list goes on behind it: %s', (_label, read, seen, reason) => {
	const { hasUnshown = false, isRepeated = false, endsUnannounced = false } = seen;
	expect(endOfPage(read, { hasUnshown, isRepeated, endsUnannounced })).toBe(reason);
});
