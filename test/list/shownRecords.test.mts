import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { fingerprintOf } from '../../nodes/DataAccess/list/fingerprint.ts';
import { ShownRecords } from '../../nodes/DataAccess/list/shownRecords.ts';

const query = { idOf: ({ id }: { id?: string }) => id };
const shown = (seen: string[] = []) => new ShownRecords(query, seen);
const fingerprintsOf = async (records: IDataObject[]) =>
	(await shown().compare(records)).records.map(({ name }) => fingerprintOf(name));

async function freshOf(records: ShownRecords, pages: IDataObject[][]): Promise<number[][]> {
	const fresh: number[][] = [];
	for (const page of pages) {
		const compared = await records.compare(page);
		compared.markShown();
		fresh.push(compared.records.flatMap(({ isFresh }, index) => (isFresh ? index : [])));
	}
	return fresh;
}

const a = { id: 'a' };
const card = { ad: 1 };
const tooDeep = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000));
const deep = (id: string): IDataObject => ({ id, deep: tooDeep });

const rows: Array<[label: string, pages: IDataObject[][], fresh: number[][]]> = [
	['no record of an earlier page with changed content', [[a], [{ id: 'a', n: 1 }]], [[0], []]],
	[
		'two of three records that share an ID, of which two are equal',
		[[a, { id: 'a', n: 1 }, { id: 'a', n: 1 }]],
		[[0, 1]],
	],
	['a record whose ID is the content of another', [[card], [{ id: '{"ad":1}' }]], [[0], [0]]],
	['two records that are nested too deeply', [[deep('a'), deep('a')]], [[0, 1]]],
];

// test/ask/resume and test/operations/anyAnswer have the usual records.
test.each(rows)('which records of pages are fresh: %s', async (_label, pages, fresh) => {
	expect(await freshOf(shown(), pages)).toEqual(fresh);
});

const [A, B, C] = [{ ad: 1 }, { ad: 2 }, { ad: 3 }];
const many = Array.from({ length: 20_000 }, () => A);

test.each<[string, seen: IDataObject[], pages: IDataObject[][], fresh: number[][]]>([
	['an equal record on a later page', [A], [[A, B], [A]], [[1], [0]]],
	['an equal record on the next, smaller page', [A], [[A], [A], [A]], [[], [0], [0]]],
	['on smaller pages, as many as were delivered', [A, A], [[A], [A], [A]], [[], [], [0]]],
	['other records first, then an equal one', [A], [[B, C], [A]], [[0, 1], [0]]],
	['a record with an ID that has moved', [a], [[{ id: 'b' }], [a, { id: 'c' }]], [[0], [1]]],
	['20,000 equal records, quickly', many, [[...many, A]], [[20_000]]],
])('a resumed run omits each delivered record once: %s', async (_label, seen, pages, fresh) => {
	const marks = await fingerprintsOf(seen);
	expect(await freshOf(shown(marks), pages)).toEqual(fresh);
});
