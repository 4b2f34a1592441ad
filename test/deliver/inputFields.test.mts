import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { runOf } from '../harness/gateway.mts';
import { getPosts, searchImages } from '../harness/operations.mts';
import { useGateway } from '../harness/useGateway.mts';
import { useWorld } from '../harness/useWorld.mts';

const world = useWorld();
const gateway = useGateway();

const included = { options: { includeInputFields: true } };

const postsOf = (...nodes: IDataObject[]) => {
	const timeline = {
		edges: nodes.map((node) => ({ node })),
		page_info: { has_next_page: false },
	};
	gateway.answerWith(() => ({ body: runOf({ user: { edge_owner_to_timeline_media: timeline } }) }));
};

test('each record has the fields of its own input item, before its own', async () => {
	const rows = [
		{ row: 2, keyword: 'size-2', list: { name: 'a' } },
		{ row: 3, keyword: 'size-3', list: null },
	];
	const run = await world.run(
		{ ...searchImages.parameters('x'), keyword: '={{ $json.keyword }}', ...included },
		{ items: rows },
	);
	expect(run.records).toHaveLength(5);
	for (const { json, pairedItem } of run.items) {
		const { item } = pairedItem as { item: number };
		expect(json).toMatchObject(rows[item]!);
		expect(Object.keys(json).slice(0, 4)).toEqual(['row', 'keyword', 'list', 'title']);
	}
	expect(world.emulator.ledger).toHaveLength(4);
});

describe("a record's own field wins, and nothing that n8n misreads is added", () => {
	const post = { id: '1', owner: { id: 'o' } };

	test.each<[string, IDataObject, IDataObject, IDataObject, IDataObject]>([
		['raw', { output: 'raw' }, post, { id: 'x', row: 1 }, { ...post, row: 1 }],
		['an own null', { output: 'raw' }, { id: '1', a: null }, { a: 2 }, { id: '1', a: null }],
		[
			'selected',
			{ output: 'selected', fields: 'owner.id' },
			post,
			{ 'owner.id': 'x', row: 1 },
			{ 'owner.id': 'o', row: 1 },
		],
		['an error of before', { output: 'raw' }, post, { error: 'no', row: 1 }, { ...post, row: 1 }],
		[
			'an error of its own, which is wrapped',
			{ output: 'raw' },
			{ id: '1', error: 'e' },
			{ row: 1 },
			{ row: 1, record: { id: '1', error: 'e' } },
		],
		['half of that in each', { output: 'raw' }, { $json: 1 }, { $error: null }, { $json: 1 }],
		[
			'only what n8n takes for a failure',
			{ output: 'selected', fields: 'details' },
			{ id: '1', details: 'd' },
			{ message: 'm' },
			{ message: 'm', record: { details: 'd' } },
		],
		['nothing', { output: 'raw' }, post, {}, post],
	])('%s', async (_, parameters, record, input, expected) => {
		postsOf(record);
		const run = await world.run(
			{ ...getPosts.parameters('a'), ...parameters, ...included },
			{ items: [input], credential: { baseUrl: gateway.url } },
		);
		expect(run.items.map(({ json }) => json)).toEqual([expected]);
	});
});

test('error items, pages and the report stay as they are', async () => {
	const items = [
		{ keyword: 'size-1', row: 1 },
		{ keyword: '', row: 2 },
	];
	const run = await world.run(
		{ ...searchImages.parameters('x'), keyword: '={{ $json.keyword }}', ...included },
		{ items, node: { onError: 'continueRegularOutput' }, report: true },
	);
	expect(run.records).toHaveLength(1);
	expect(run.errors.map((each) => Object.keys(each))).toEqual([['error', 'message']]);
	expect(run.report).toHaveLength(2);
	for (const each of run.report) expect(each).not.toHaveProperty('row');
	const pages = await world.run(
		{ ...searchImages.parameters('size-1'), output: 'pages', ...included },
		{ items: [{ row: 1 }] },
	);
	expect(Object.keys(pages.records[0]!)).toEqual(['page', 'records', 'next']);
});

test('an agent gets none', async () => {
	const parameters = { ...getPosts.parameters('size-1'), ...included };
	const { answers } = await world.runAgent(parameters, [[{ row: 1 }]]);
	const [[[record]]] = answers as [[[IDataObject]]];
	expect(record).toHaveProperty('likeCount');
	expect(record).not.toHaveProperty('row');
});
