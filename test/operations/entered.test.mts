import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { getAnswers, getCommentReplies, getPosts } from '../harness/operations.mts';
import { getSubComments, searchImages, searchVideos } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { CONTINUE, useWorld } from '../harness/world.mts';

/*
 * IDs after sheets, pastes and expressions have changed them (CONTRIBUTING.md, Tests). A text with exactly one meaning is
 * read; any other is refused free of charge.
 */

const world = useWorld();

type Field = [operation: OperationCase, parameter: string, input: string, id: string];

const ID_FIELDS: Field[] = [
	[getAnswers, 'questionId', 'question_id', '19551577'],
	[getPosts, 'userId', 'user_id', '25025320'],
	[getSubComments, 'commentId', 'comment_id', '64f0c1d2000000001e03a5b7'],
	[getSubComments, 'noteId', 'note_id', '64f0b9aa000000001300c1de'],
	[getCommentReplies, 'contentId', 'content_id', '8213054679432105985'],
];

/** Returns what is sent for the values, each once; empty if all are refused. */
async function sentOf([operation, parameter, input]: Field, values: unknown[]): Promise<unknown[]> {
	world.emulator.reset();
	const items = values.map((value) => ({ value }) as IDataObject);
	const { errors } = await world.run(
		{ ...operation.parameters('size-3'), [parameter]: '={{ $json.value }}', limit: 1 },
		{ items, ...CONTINUE },
	);
	const { ledger } = world.emulator;
	// Equal inputs share a call.
	expect(new Set(ledger.map((call) => call.input[input])).size).toBe(ledger.length);
	expect(errors.every(({ error }: any) => ['INVALID_INPUT'].includes(error.code))).toBe(true);
	return errors.length === values.length ? [] : ledger.map((call) => call.input[input]);
}

const IDS = ID_FIELDS.map((field) => [`${field[0].label} ${field[1]}`, field] as const);

describe.each(IDS)('%s', (_label, field) => {
	const [, , , id] = field;

	test('is read if a paste or a sheet has left one meaning', async () => {
		const written = [id, ` ${id}\n`, `\u200b${id}\ufeff`, `“${id}”`, `${id}，`, `（${id}）`];
		expect(await sentOf(field, written)).toEqual([id]);
	});

	test('is refused free of charge if it is unclear which is meant', async () => {
		const spoiled = [
			...['1.88998E+18', '[object Object]', '#REF!', '{{ $json.id }}', `${id},25025321`, '0', 0],
			...[`["${id}"]`, `${id} (Ann)`, `看${id}`, 1234567890123456800, [id], { id }, true],
		];
		expect(await sentOf(field, spoiled)).toEqual([]);
		expect(world.emulator.ledger).toEqual([]);
	});
});

/** Spellings of one request. test/parts/entered.test.mts has all spellings that are read or refused. */
const article = 'https://article.example/s/AbC-1_x';

test.each<[label: string, Field, spellings: string[]]>([
	[
		'a question',
		[getAnswers, 'questionId', 'question_id', '7'],
		['https://qa.example/question/7', 'HTTPS://QA.example/question/7#a', '7'],
	],
	[
		'an article',
		[getCommentReplies, 'url', 'url', article],
		[`${article}#rd`, `点击${article}。`, `Read: ${article}\nIt is good`],
	],
	[
		'a share link',
		[getSubComments, 'shareText', 'share_text', 'https://notes.example/item/1'],
		['https://Notes.example/item/1#a', '看看 https://notes.example/item/1 很好'],
	],
	[
		'a keyword',
		[searchImages, 'keyword', 'keyword', 'caf\u00e9 \uac00'],
		['cafe\u0301 \u1100\u1161', '\u200bcaf\u00e9\u3000 \uac00\ufeff'],
	],
])('%s in each spelling is one call', async (_label, field, spellings) => {
	expect(await sentOf(field, spellings)).toEqual([field[3]]);
});

test('two spellings of one article are one list for Only New Records', async () => {
	const read = async (url: string) =>
		await world.run(
			{ ...getCommentReplies.parameters('a'), url, onlyNew: true },
			{ mode: 'trigger' },
		);
	expect((await read(article)).records.length).toBeGreaterThan(0);
	expect((await read(`${article}#rd`)).records).toEqual([]);
});

test.each([searchImages, searchVideos])(
	'the text of a failed expression is refused: $label',
	async (operation) => {
		const items = [{}, { o: { a: 1 } }] as IDataObject[];
		const keyword = '={{ "茶具 " + ($json.o ?? $json.nope) }}';
		const run = await world.run({ ...operation.parameters('a'), keyword }, { items, ...CONTINUE });
		expect(run.errors.map(({ message }) => message.split(' [item')[0])).toEqual([
			"'Keyword' must not contain undefined: a sheet or an expression has lost the value",
			"'Keyword' must not contain [object Object]: a sheet or an expression has lost the value",
		]);
		expect(world.emulator.ledger).toEqual([]);
	},
);
