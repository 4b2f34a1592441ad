import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INode } from 'n8n-workflow';

import { outside } from '../harness/native.mts';
import {
	SIMPLIFIED_FIELDS,
	callsForAll,
	eachOperation,
	expression,
	getAnswers,
	getCommentReplies,
	getPosts,
	searchImages,
} from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import { API_KEY } from '../harness/world.mts';

const world = useWorld();

/** Asks the emulator itself for the answer to a call that the node made. */
async function answerTo(call: number): Promise<any> {
	const response = await fetch(`${world.emulator.url}/v1/run`, {
		method: 'POST',
		headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
		body: JSON.stringify(world.emulator.ledger[call].rawBody),
	});
	const run = (await response.json()) as { output: unknown };
	return run.output;
}

const FIRST_RECORD: Record<string, (payload: any) => unknown> = {
	search_images: ({ data }) => data.items[0],
	get_note_sub_comments: ({ data }) => data.comments[0],
	fetch_question_answers: ({ data }) => data.find((card: any) => card.target_type === 'answer'),
	fetch_search_videos: ({ results }) => results.data[0].items[0],
	fetch_comment_replies: ({ replies }) => replies[0],
	fetch_user_posts_v2: ({ data }) => data.user.edge_owner_to_timeline_media.edges[0].node,
};

describe.each(eachOperation)('%s', (_label, operation) => {
	test('simplified: the same ten fields, null where there is nothing', async () => {
		const run = await world.run({ ...operation.parameters('size-60'), returnAll: true });
		expect(run.records).toHaveLength(60);
		for (const record of run.records) {
			expect(Object.keys(record)).toEqual(SIMPLIFIED_FIELDS);
			expect(Object.values(record)).not.toContain(undefined);
			expect(Object.values(record)).not.toContain('');
			expect(record.id).toEqual(expect.stringMatching(/./));
			if (record.createdAt === null) continue;
			expect(record.createdAt).toBe(new Date(String(record.createdAt)).toISOString());
		}
		expect(run.records.some((record) => Object.values(record).includes(null))).toBe(true);
	});

	test('raw: the record as the platform sent it', async () => {
		world.emulator.configure({ bigIds: false });
		const run = await world.run({ ...operation.parameters('size-3'), output: 'raw' });
		expect(run.records).toHaveLength(3);
		expect(run.records[0]).toEqual(FIRST_RECORD[operation.name](await answerTo(0)));
	});

	test('pages: one item per call, with the next position', async () => {
		const size = 2 * operation.pageSize + 1;
		const run = await world.run({
			...operation.parameters(`size-${size}`),
			returnAll: true,
			output: 'pages',
		});
		const calls = callsForAll(operation, size);
		expect(run.records).toHaveLength(calls);
		const { ledger } = world.emulator;
		for (const [index, page] of run.records.entries()) {
			expect(Object.keys(page)).toEqual(['page', 'records', 'next']);
			expect(page.page).toBe(index + 1);
			expect((page.records as unknown[]).map(operation.idOf)).toEqual(ledger[index].recordIds);
			const isLast = index === calls - 1;
			if (isLast) {
				expect(page.next).toBeNull();
				continue;
			}
			const { input } = ledger[index + 1];
			const position = operation.position.filter((name) => name in input);
			expect(page.next).toMatchObject(
				Object.fromEntries(position.map((name) => [name, input[name]])),
			);
		}
	});

	test('pages: the limit cuts the records of the last page', async () => {
		const limit = operation.pageSize + 2;
		const run = await world.run({ ...operation.parameters('size-60'), limit, output: 'pages' });
		expect(run.records.map(({ records }) => (records as unknown[]).length)).toEqual([
			operation.pageSize,
			2,
		]);
		expect(run.records[1].next).toMatchObject({ skip: 2 });
		expect(world.emulator.ledger).toHaveLength(2);
	});
});

describe('selected: the named fields of the raw record', () => {
	const rawOf = async (operation: OperationCase): Promise<any[]> => {
		const { records } = await world.run({ ...operation.parameters('size-9'), output: 'raw' });
		world.emulator.reset();
		return records;
	};
	const selected = async (operation: OperationCase, fields: unknown) => {
		const parameters = { ...operation.parameters('size-9'), output: 'selected', fields };
		return (await world.run(parameters as IDataObject)).records;
	};

	const PATHS: Array<[string, unknown, OperationCase, (record: any) => object]> = [
		['one', 'id', getPosts, ({ id }) => ({ id })],
		['several', 'shortcode,id', getPosts, ({ shortcode, id }) => ({ shortcode, id })],
		[
			'inside another, blanks around it',
			' image_info.fileid , note_info.title ',
			searchImages,
			({ image_info: { fileid }, note_info: { title } }) => ({
				image_info: { fileid },
				note_info: { title },
			}),
		],
		[
			'two inside the same',
			'image_info.width,image_info.height',
			searchImages,
			({ image_info: { width, height } }) => ({ image_info: { width, height } }),
		],
		[
			'three deep',
			'target.author.name',
			getAnswers,
			({ target: { author } }) => ({ target: { author: { name: author.name } } }),
		],
		[
			'a whole object',
			'target.question',
			getAnswers,
			({ target: { question } }) => ({ target: { question } }),
		],
		['an object and a field inside it', 'owner.id, owner', getPosts, ({ owner }) => ({ owner })],
		['a field and the object around it', 'owner, owner.id', getPosts, ({ owner }) => ({ owner })],
		['one that no record has', 'id, nothing', getPosts, ({ id }) => ({ id, nothing: null })],
		[
			'one inside what no record has',
			'nothing.at.all',
			getPosts,
			() => ({ nothing: { at: { all: null } } }),
		],
		['one inside a text', 'id.length', getPosts, () => ({ id: { length: null } })],
		[
			'names of JavaScript itself',
			'constructor, toString.name',
			getPosts,
			() => ({ constructor: null, toString: { name: null } }),
		],
		[
			'a list of an expression',
			expression(['id', 'shortcode']),
			getPosts,
			({ id, shortcode }) => ({
				id,
				shortcode,
			}),
		],
		['the text of an expression', expression('id'), getPosts, ({ id }) => ({ id })],
	];

	test.each(PATHS)('%s', async (_label, fields, operation, pick) => {
		const raw = await rawOf(operation);
		const records = await selected(operation, fields);
		expect(records).toHaveLength(9);
		expect(records).toEqual(raw.map(pick));
	});

	test('a place in a list', async () => {
		const raw = await rawOf(getPosts);
		const records = await selected(getPosts, 'edge_media_to_caption.edges.0.node.text');
		const captions = raw.map((post) => post.edge_media_to_caption);
		expect(captions.some((caption) => caption?.edges[0])).toBe(true);
		expect(records).toEqual(
			captions.map((caption) => {
				const first = { node: { text: caption?.edges[0]?.node.text ?? null } };
				// Only where the record has a list is a number a place in one.
				return { edge_media_to_caption: { edges: caption ? [first] : { '0': first } } };
			}),
		);
	});

	test('a path through __proto__ changes nothing', async () => {
		const records = await selected(getPosts, 'id, __proto__.polluted');
		expect(records).toHaveLength(9);
		expect(outside.Object.prototype).not.toHaveProperty('polluted');
	});

	test('the record itself is not changed for the next item', async () => {
		const parameters = { ...getPosts.parameters('size-3'), output: 'selected' };
		const run = await world.run({ ...parameters, fields: 'owner, owner.id' }, { items: [{}, {}] });
		expect(run.records.slice(0, 3)).toEqual(run.records.slice(3));
		expect(world.emulator.ledger).toHaveLength(1);
	});
});

describe("a platform's record that n8n would take for a failed item", () => {
	const REPLIES: Array<[string, IDataObject, 'wrapped' | 'as it is']> = [
		['a text as error', { reply_id: 'r1', content: 'a', error: 'no' }, 'wrapped'],
		['an object as error', { reply_id: 'r1', error: { code: 1 } }, 'wrapped'],
		['null as error', { reply_id: 'r1', error: null }, 'wrapped'],
		['error and message alone', { error: 'no', message: 'a' }, 'wrapped'],
		['message alone', { message: 'a' }, 'wrapped'],
		['message and details alone', { message: 'a', details: 'b' }, 'wrapped'],
		['message among others', { reply_id: 'r1', message: 'a' }, 'as it is'],
		['an error further inside', { reply_id: 'r1', content: { error: 'no' } }, 'as it is'],
		['$error null beside $json', { reply_id: 'r1', $error: null, $json: 1 }, 'wrapped'],
		['$error a text beside $json', { reply_id: 'r1', $error: 'x', $json: null }, 'wrapped'],
		['$error and $json alone', { $error: { message: 'm' }, $json: {} }, 'wrapped'],
		['both further inside', { reply_id: 'r1', of: { $error: null, $json: 1 } }, 'as it is'],
		['$error without $json', { reply_id: 'r1', $error: null }, 'as it is'],
		['$json without $error', { reply_id: 'r1', $json: null }, 'as it is'],
	];
	const RETRIES: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
	const settings: Array<Partial<INode>> = [
		{},
		{ onError: 'continueRegularOutput' },
		{ onError: 'continueErrorOutput' },
		RETRIES,
		{ ...RETRIES, onError: 'continueErrorOutput' },
	];

	test.each(REPLIES)('%s', async (_label, record, how) => {
		const payload = { replies: [record], content_id: '1', hasmore: false, nextoffset: 1 };
		for (const node of settings) {
			world.emulator.reset();
			world.emulator.addFault({ kind: 'unknownShape', payload, times: null });
			const parameters = { ...getCommentReplies.parameters('a'), output: 'raw' };
			const run = await world.run(parameters, { node });
			expect(run.status).toBe('success');
			expect(run.items.map(({ json }) => json)).toEqual([how === 'wrapped' ? { record } : record]);
			expect(run.execution.items('Data Access', 1)).toEqual([]);
			expect(world.emulator.summary()).toMatchObject({ calls: 1, charged: 0.015 });
		}
	});

	test.each(['simplified', 'pages'])('%s: as the form has it', async (output) => {
		const record = { reply_id: 'r1', $error: null, $json: 1, error: 'no' };
		const payload = { replies: [record], hasmore: false, nextoffset: 1 };
		world.emulator.addFault({ kind: 'unknownShape', payload });
		const run = await world.run({ ...getCommentReplies.parameters('a'), output });
		expect(run.status).toBe('success');
		const [json] = run.records;
		expect(json).toMatchObject(output === 'pages' ? { records: [record] } : { id: 'r1' });
	});

	const MARKED = ['error', 'message', 'error, message', '$error, $json', '$.$json, $.$error'];

	test.each(MARKED)('selected: %s', async (fields) => {
		const record = { reply_id: 'r1', error: 'no', message: 'a', $error: null, $json: 1 };
		const payload = { replies: [record], hasmore: false, nextoffset: 1 };
		world.emulator.addFault({ kind: 'unknownShape', payload });
		const run = await world.run(
			{ ...getCommentReplies.parameters('a'), output: 'selected', fields },
			{ node: { onError: 'continueErrorOutput', ...RETRIES } },
		);
		expect(run.execution.items('Data Access', 1)).toEqual([]);
		expect(Object.keys(run.items[0].json)).toEqual(['record']);
		expect(world.emulator.ledger).toHaveLength(1);
	});
});
