import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INode } from 'n8n-workflow';

import { pageOfPosts, runOf, useGateway } from '../harness/gateway.mts';
import { outside } from '../harness/native.mts';
import { callsForAll, eachOperation, expression } from '../harness/operations.mts';
import { getCommentReplies, getPosts, searchImages } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

describe.each(eachOperation)('%s', (_label, operation) => {
	test('raw: the record, unchanged', async () => {
		const [, record] = operation.simplified[0]!;
		gateway.answerWith(() => ({ body: runOf(operation.payload([record])) }));
		const run = await world.run({ ...operation.parameters('a'), output: 'raw' }, gateway.at);
		expect(run.records).toEqual([record]);
	});

	test('pages: one item per page, with its next position', async () => {
		const size = 2 * operation.pageSize + 1;
		const form = { returnAll: true, output: 'pages' };
		const run = await world.run({ ...operation.parameters(`size-${size}`), ...form });
		const calls = callsForAll(operation, size);
		expect(run.records).toHaveLength(calls);
		const { ledger } = world.emulator;
		for (const [index, page] of run.records.entries()) {
			expect(Object.keys(page)).toEqual(['page', 'records', 'next']);
			expect(page.page).toBe(index + 1);
			expect((page.records as unknown[]).map(operation.idOf)).toEqual(ledger[index].recordIds);
			const isLast = index === calls - 1;
			expect(page.next).toEqual(
				isLast ? null : expect.objectContaining({ list: expect.any(String) }),
			);
		}
	});
});

test('pages: the limit cuts the records of the last page', async () => {
	const parameters = { ...searchImages.parameters('size-60'), limit: 22, output: 'pages' };
	const run = await world.run(parameters);
	expect(run.records.map(({ records }) => (records as unknown[]).length)).toEqual([20, 2]);
	expect(String((run.records[1].next as IDataObject).seen).replaceAll(' ', '')).toHaveLength(6 * 2);
	expect(world.emulator.ledger).toHaveLength(2);
});

describe('selected: fields of the raw record', () => {
	const record = {
		id: 'a',
		stats: { '20240115': 7 },
		owner: { id: 'o', name: { first: 'A' } },
		list: [{ b: 1 }, { b: 2 }],
		broken: ['a\ud83d', { 'b\r\u0000': 'c\u0007' }],
	};
	const answered = async (form: IDataObject) => {
		gateway.answerWith(() => ({ body: runOf(pageOfPosts([record])) }));
		const parameters = { ...getPosts.parameters('a'), ...form };
		return (await world.run(parameters, gateway.at)).records;
	};

	test.each<[fields: string, expected: object]>([
		[' owner.id , id', { 'owner.id': 'o', id: 'a' }],
		['owner.id, owner', { 'owner.id': 'o', owner: record.owner }],
		['nothing.at.all', { 'nothing.at.all': null }],
		['constructor, toString.name', { constructor: null, 'toString.name': null }],
		[expression(['id', 'stats']), { id: 'a', stats: record.stats }],
		['$', { $: record }],
		[Array.from({ length: 200 }, () => 'id').join(), { id: 'a' }],
		[
			'who = owner.name.first，list、first=list[0].b；\nid',
			{ who: 'A', list: record.list, first: 1, id: 'a' },
		],
		['error.text = id, a.b = owner.id', { 'error.text': 'a', 'a.b': 'o' }],
	])('%s', async (fields, expected) => {
		const records = await answered({ output: 'selected', fields });
		expect(records).toEqual([expected]);
		expect(Object.keys(records[0])).toEqual(Object.keys(expected));
	});

	test.each<[addFields: string, expected: object]>([
		['owner.name.first, n = stats.20240115', { 'owner.name.first': 'A', n: 7 }],
		['title = owner.name.first', { title: 'A' }],
		['id', { id: 'a' }],
		['url = nothing', { url: null }],
		['broken', { broken: ['a\ufffd', { 'b\n': 'c' }] }],
		[expression(['list']), { list: record.list }],
		[expression(''), {}],
		[expression(null), {}],
		[expression('undefined'), {}],
	])('added to the simplified ones: %s', async (addFields, expected) => {
		const [simplified] = await answered({});
		const [added] = await answered({ options: { addFields } });
		expect(added).toEqual({ ...simplified, ...expected });
		expect(Object.keys(added!)).toEqual(Object.keys({ ...simplified, ...expected }));
	});

	const OTHERS = [{ output: 'raw' }, { output: 'selected', fields: 'owner.id' }];
	test.each(OTHERS)('Add Fields does not change other forms of output: %j', async (form) => {
		const added = await answered({ ...form, options: { addFields: 'list' } });
		expect(added).toEqual(await answered(form));
	});

	test('a path through __proto__, or a column of that name, changes nothing', async () => {
		const fields = 'id, __proto__, __proto__.polluted';
		await answered({ output: 'selected', fields });
		const [added] = await answered({ options: { addFields: '__proto__ = owner' } });
		expect(Object.keys(added!).slice(-1)).toEqual(['__proto__']);
		expect(added).not.toHaveProperty('name');
		expect(outside.Object.prototype).not.toHaveProperty('polluted');
	});
});

test('added fields are shortened for an agent, too', async () => {
	const addFields = 'note = nothing, long = user_info.nickname, user_info';
	const user_info = { nickname: 'x'.repeat(2000) };
	const data = { items: [{ user_info }], has_more: false };
	gateway.answerWith(() => ({ body: runOf({ data }) }));
	const parameters = { ...searchImages.parameters('a'), options: { addFields } };
	const { answers } = await world.runAgent(parameters, [[{}]], gateway.at);
	const text = `${'x'.repeat(1000)}… (1000 more characters)`;
	expect(answers[0]![0]![0]).toEqual({ authorName: text, long: text, user_info });
});

describe("a platform's record that n8n would take for a failed item", () => {
	const RETRIES: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };

	/** Returns the item of a reply, which n8n must neither take for a failure nor retry. */
	async function itemOf(record: IDataObject, parameters: IDataObject): Promise<IDataObject> {
		const payload = { replies: [record], content_id: '1', hasmore: false, nextoffset: 1 };
		world.emulator.addFault({ kind: 'unknownShape', payload });
		const asked = { ...getCommentReplies.parameters('a'), ...parameters };
		const node = { ...RETRIES, onError: 'continueErrorOutput' } as const;
		const run = await world.run(asked, { node });
		expect(run.status).toBe('success');
		expect(run.items).toHaveLength(1);
		expect(run.execution.items('Data Access', 1)).toEqual([]);
		expect(world.emulator.summary()).toMatchObject({ calls: 1, charged: 0.015 });
		return run.items[0]!.json;
	}

	test.each<[string, IDataObject, 'wrapped' | 'unchanged']>([
		['a text as error', { reply_id: 'r1', content: 'a', error: 'no' }, 'wrapped'],
		['null as error', { reply_id: 'r1', error: null }, 'wrapped'],
		['only a message', { message: 'a' }, 'unchanged'],
		['only message and details', { message: 'a', details: 'b' }, 'unchanged'],
		['message among others', { reply_id: 'r1', message: 'a' }, 'unchanged'],
		['a nested error', { reply_id: 'r1', content: { error: 'no' } }, 'unchanged'],
		['$error null beside $json', { reply_id: 'r1', $error: null, $json: 1 }, 'wrapped'],
		['$error without $json', { reply_id: 'r1', $error: null }, 'unchanged'],
	])('%s', async (_label, record, how) => {
		const item = await itemOf(record, { output: 'raw' });
		expect(item).toEqual(how === 'wrapped' ? { record } : record);
	});

	const marked = { reply_id: 'r1', error: 'no', message: 'a', $error: null, $json: 1 };

	test.each<[string, IDataObject]>([
		['simplified', { id: 'r1' }],
		['pages', { records: [marked] }],
	])('%s: as the form has it', async (output, expected) => {
		expect(await itemOf(marked, { output })).toMatchObject(expected);
	});
});
