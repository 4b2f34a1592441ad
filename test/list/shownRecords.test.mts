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
	['all records of a first page', [[a, { id: 'b' }]], [[0, 1]]],
	['no record of an earlier page', [[a], [a, { id: 'b' }]], [[0], [1]]],
	['nor with changed content', [[a], [{ id: 'a', text: 'edited' }]], [[0], []]],
	['two records that share an ID on a page', [[a, { id: 'a', n: 1 }]], [[0, 1]]],
	['one of two equal records on a page', [[a, { id: 'b' }, { id: 'a' }]], [[0, 1]]],
	[
		'two of three records that share an ID, of which two are equal',
		[[a, { id: 'a', n: 1 }, { id: 'a', n: 1 }]],
		[[0, 1]],
	],
	[
		'a record without an ID, even if its content is known',
		[[card], [card, { ad: 2 }]],
		[[0], [0, 1]],
	],
	['two equal records without an ID on a page', [[card, { ...card }]], [[0, 1]]],
	['a record whose content is the ID of another', [[{ id: '{"ad":1}' }], [card]], [[0], [0]]],
	['nothing of empty pages', [[], []], [[], []]],
	['two records that are nested too deeply', [[deep('a'), deep('a')]], [[0, 1]]],
];

test.each(rows)('which records of pages are fresh: %s', async (_label, pages, fresh) => {
	expect(await freshOf(shown(), pages)).toEqual(fresh);
});

test('records of the page that were delivered before are not fresh, but further ones like them are', async () => {
	const seen = await fingerprintsOf([a, card]);
	expect(seen.join('')).toMatch(/^[\w-]{12}$/);
	const again = { hasUnshown: true, records: [{ isFresh: false, wasDelivered: true }] };
	expect(await shown(seen).compare([a])).toMatchObject(again);
	expect(await freshOf(shown(seen), [[{ id: 'b' }, a, card, card]])).toEqual([[0, 3]]);
	expect(await freshOf(shown(seen), [[a, { ...a }, card]])).toEqual([[]]);
});

const [A, B, C] = [{ ad: 1 }, { ad: 2 }, { ad: 3 }];
const many = Array.from({ length: 20_000 }, () => A);

test.each<[string, seen: IDataObject[], pages: IDataObject[][], fresh: number[][]]>([
	['an equal record on a later page', [A], [[A, B], [A]], [[1], [0]]],
	['an equal record on the next, smaller page', [A], [[A], [A], [A]], [[], [0], [0]]],
	['on smaller pages, as many as were delivered', [A, A], [[A], [A], [A]], [[], [], [0]]],
	['other records first, then an equal one', [A], [[B, C], [A]], [[0, 1], [0]]],
	['a record with an ID that has moved', [a], [[{ id: 'b' }], [a, { id: 'c' }]], [[0], [1]]],
	['the first of two records that share an ID', [a], [[a, { id: 'a', n: 1 }]], [[1]]],
	['of equal records, as many as were delivered', [A, A], [[A, A, A, B]], [[2, 3]]],
	['no other records', [A, A], [[B]], [[0]]],
	['20,000 equal records, quickly', many, [[...many, A]], [[20_000]]],
])('a resumed run omits each delivered record once: %s', async (_label, seen, pages, fresh) => {
	const marks = await fingerprintsOf(seen);
	expect(await freshOf(shown(marks), pages)).toEqual(fresh);
});
