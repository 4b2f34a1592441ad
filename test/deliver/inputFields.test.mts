import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { ItemMaker } from '../../nodes/DataAccess/deliver/items.ts';
import type { Query } from '../../nodes/DataAccess/operations/operation.ts';
import { pageOfPosts, runOf, useGateway } from '../harness/gateway.mts';
import { getPosts, searchImages } from '../harness/operations.mts';
import { CONTINUE, useWorld } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

const included = { options: { includeInputFields: true } };

const answerWithPost = (post: IDataObject) =>
	gateway.answerWith(() => ({ body: runOf(pageOfPosts([post])) }));

test('each record has the fields of its own input item, before its own', async () => {
	const fields = [
		{ row: 2, list: { name: 'a' } },
		{ row: 3, list: null },
	];
	const rows = fields.map((each) => ({ ...each, keyword: `size-${each.row}` }));
	const parameters = { ...searchImages.parameters('={{ $json.keyword }}'), ...included };
	const run = await world.run(parameters, { items: rows });
	expect(run.records).toHaveLength(5);
	for (const { json, pairedItem } of run.items) {
		const { item } = pairedItem as { item: number };
		expect(json).toMatchObject(rows[item]!);
		expect(Object.keys(json).slice(0, 4)).toEqual(['row', 'list', 'keyword', 'title']);
	}
	expect(world.emulator.ledger).toHaveLength(4);
});

const post = { id: '1', owner: { id: 'o' } };
const wrong = { id: '1', error: 'e' };
const RAW = { output: 'raw' };
const OWNER = { output: 'selected', fields: 'owner.id' };

test.each<[string, IDataObject, IDataObject, IDataObject, IDataObject]>([
	['raw', RAW, post, { id: 'x', row: 1 }, { ...post, row: 1 }],
	['null', RAW, { id: '1', a: null, b: null }, { a: 2 }, { id: '1', a: 2, b: null }],
	['selected', OWNER, post, { 'owner.id': 'x', row: 1 }, { 'owner.id': 'o', row: 1 }],
	['an error of an earlier node', RAW, post, { error: 'no', row: 1 }, { ...post, row: 1 }],
	[
		'an error field of the record, which is wrapped',
		RAW,
		wrong,
		{ row: 1 },
		{ row: 1, record: wrong },
	],
	['half of an error in each', RAW, { $json: 1 }, { $error: null }, { $json: 1 }],
	['nothing', RAW, post, {}, post],
])('own fields win, and n8n misreads none: %s', async (_, parameters, record, input, expected) => {
	answerWithPost(record);
	const run = await world.run(
		{ ...getPosts.parameters('a'), ...parameters, ...included },
		{ items: [input], ...gateway.at },
	);
	expect(run.items.map(({ json }) => json)).toEqual([expected]);
});

test('if Simplified has no value, the value of the input stays', async () => {
	answerWithPost({ id: '1' });
	const row = { title: 'T', url: 'U', parentId: 'P', likeCount: null, id: 'x' };
	const options = { includeInputFields: true, addFields: 'url = nothing' };
	const parameters = { ...getPosts.parameters('a'), options };
	const run = await world.run(parameters, { items: [row], ...gateway.at });
	const [{ json }] = run.items as [{ json: IDataObject }];
	expect(json).toMatchObject({ title: 'T', url: 'U', parentId: 'P', id: '1', text: null });
});

test('nested values of the input are copied for each record, at any depth, except a Date', async () => {
	const deep: IDataObject = {};
	let inner = deep;
	for (let level = 0; level < 20_000; level++) inner = (inner.a = {}) as IDataObject;
	const itemsFor = async (input: object) => {
		const form = { output: 'raw' as const, columns: [], isForModel: false };
		const maker = new ItemMaker(form, {} as Query, () => input as IDataObject);
		const page = { page: 1, records: [{ id: 1 }, { id: 2 }], next: () => null };
		const items = await maker.make(page, 0);
		return items.map(({ json }) => json) as [IDataObject, IDataObject];
	};
	const input = { list: [{ name: 'a' }], at: new Date(0) };
	const [one, other] = await itemsFor(input);
	expect([one, other]).toEqual([1, 2].map((id) => ({ ...input, id })));
	(one.list as IDataObject[])[0]!.name = 'b';
	expect([other.list, input.list]).toEqual([[{ name: 'a' }], [{ name: 'a' }]]);
	const tooDeep = { deep, error: 'of before' };
	expect(await itemsFor(tooDeep)).toHaveLength(2);
	expect(Object.keys(tooDeep)).toEqual(['deep', 'error']);
});

test('pages get input fields, error items and the report do not', async () => {
	const items = ['size-1', ''].map((keyword, at) => ({ keyword, row: at + 1 }));
	const run = await world.run(
		{ ...searchImages.parameters('x'), keyword: '={{ $json.keyword }}', ...included },
		{ items, ...CONTINUE, report: true },
	);
	expect(run.records).toHaveLength(1);
	expect(run.errors.map((each) => Object.keys(each))).toEqual([['error', 'message']]);
	expect(run.report).toHaveLength(2);
	for (const each of run.report) expect(each).not.toHaveProperty('row');
	const paged = { ...searchImages.parameters('size-1'), output: 'pages', ...included };
	// The input of a loop over Resume From has a `next`, which would never end.
	const input = { row: 1, error: 'of before', next: { page: 1 } };
	const { records } = await world.run(paged, { items: [input] });
	expect(Object.keys(records[0]!)).toEqual(['row', 'next', 'page', 'records']);
	expect(records[0]!.records).toEqual([expect.not.objectContaining({ row: 1 })]);
	expect(records.at(-1)).toEqual({ row: 1, page: 2, records: [], next: null });
});

test('an agent gets no input fields', async () => {
	const parameters = { ...getPosts.parameters('size-1'), ...included };
	const { answers } = await world.runAgent(parameters, [[{ row: 1 }]]);
	const [[[record]]] = answers as [[[IDataObject]]];
	expect(record).toHaveProperty('likeCount');
	expect(record).not.toHaveProperty('row');
});
