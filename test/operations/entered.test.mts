import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { expression, getAnswers, getCommentReplies, getPosts } from '../harness/operations.mts';
import { getSubComments, searchImages, searchVideos } from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { CONTINUE, useWorld } from '../harness/world.mts';

/*
 * What sheets, pastes and expressions make of an identifier (CONTRIBUTING.md, Tests): read where there
 * is one reading, refused free of charge where there is none.
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

/** What is sent of each of the values; undefined where none is bought. */
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

const inGroups = (digits: string) => digits.replace(/\B(?=(?:\d{3})+$)/g, ' ');
const wide = (digits: string) =>
	digits.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));

const IDS = ID_FIELDS.map((field) => [`${field[0].label} ${field[1]}`, field] as const);

describe.each(IDS)('%s', (_label, field) => {
	const [, , input, id] = field;
	const half = Math.ceil(id.length / 2);

	test('is read where a paste or a sheet has left one reading', async () => {
		const written = [
			...[id, ` ${id}\n`, `\u200b${id}\ufeff`, `${id.slice(0, half)}\u200b${id.slice(half)}`],
			...[`"${id}"`, `'${id}'`, `“${id}”`, `「${id}」`, `'${id}`, `\u200e${id}\u00a0`],
			...[`${id}?utm_source=x`, `${id}#comments`, `${id}/`, `${id},`, `["${id}"]`, `${id}，`],
			...[`${id}。`, `（${id}）`, `【${id}】`, `${id}！`, `《${id}》、`, `${id}.`, `**${id}**`],
			...[`${input}=${id}`, `?${input}=${id}&offset=5`, `id=${id}`, `limit=5&${input}=${id}`],
			...[`"${input}": "${id}"`, `${input.replace('_', ' ').toUpperCase()}：${id}`],
			...(/^\d+$/.test(id) ? [`${id}.0`, `${id}.00`, inGroups(id), wide(id)] : []),
		];
		expect(await sentOf(field, written)).toEqual([id]);
	});

	test('is refused free of charge where nothing says which is meant', async () => {
		const spoiled = [
			...['1.88998E+18', '1,88998E+18', '1.88998e18', '2E+18', '1e+21', '2E18', '-1.5E+10'],
			...['[object Object]', '[object Undefined]', 'NaN', 'None', 'N/A', 'Infinity', '"NaN"'],
			...['#REF!', '#N/A', '#VALUE!', '#NAME?', '#DIV/0!', '#NUM!', '#NULL!', '#ERROR!', '####'],
			...[`${id},25025321`, `${id}; 25025321`, `${id}\n25025321`, `${id} 25025321`],
			...[`${id}|25025321`, `${id}、25025321`, `["${id}","25025321"]`, '{{ $json.id }}'],
			...['{"id":1}', `${id}\t25025321`, 'id1 id2', '1955 15 77', 'https://a.example/people/x'],
			...['https://a.example/1.88998E+18', 'a.example/x y', 'Loading...', 'Loading…', 'loading'],
			...['Calculating...', '正在加载...', '加载中', 'Calculating', `${id} (Ann)`, `Ann (${id})`],
			...[`${id} [1]`, `<b>${id}</b>`, `${id}...`, `${id.slice(0, 5)}…`, `${id}这个不错`],
			...[`${id}。看看`, `${id}，点击`, `看${id}`, `other_id=${id}`, 'limit=5'],
			...[`${input}=1.88998E+18`, `${input}=null`, `${id}👍`, `${id} 小明`, '0', 0, '-1', -1, '-'],
			...['—', '无', '(null)', '<nil>', 'NA', 1234567890123456800, 1.5, [id], { id }, true],
		];
		expect(await sentOf(field, spoiled)).toEqual([]);
		expect(world.emulator.ledger).toEqual([]);
	});
});

const QUESTION: Field = [getAnswers, 'questionId', 'question_id', '7'];
const question = 'https://qa.example/question/7';

const ARTICLE: Field = [getCommentReplies, 'url', 'url', ''];
const article = 'https://article.example/s/AbC-1_x';
const withQuery = `${article}?chksm=1&from=https://b.example/s/x#rd`;

const SHARE: Field = [getSubComments, 'shareText', 'share_text', ''];
const link = 'https://notes.example/item/1';

/** Links and texts with links, by what is sent of them. */
const READ: Array<[label: string, Field, sent: string, written: string[]]> = [
	[
		'a question',
		QUESTION,
		'7',
		[
			...[question, 'HTTPS://qa.example/question/7', 'qa.example/question/7', `<${question}>`],
			...[encodeURIComponent(question), encodeURIComponent(encodeURIComponent(question))],
			...[`${question}.0`, `"${question}"`, `${question}&utm=1`, question.replace('7', '\u200b7')],
			...[`${question}?to=https://qa.example/question/8`, `${question}/answer/9`],
			...[`${question} ${question}`, `问题 ${question}，看看`],
			'https://a.example/api/v4/questions/7',
		],
	],
	[
		'an article',
		ARTICLE,
		article,
		[
			...[article, ` ${article} `, `"${article}"`, `<${article}>`, `\u200b${article}\ufeff`],
			...[encodeURIComponent(article), article.replace('https', 'Https')],
			`Read this: ${article}\nIt is good`,
			...[
				...['，点击查看', '。', '（来自某App）', '【标题】', '这篇文章不错', '．', '”', '👍'],
				'→看',
			].map((after) => article + after),
			...[`点击${article}`, `【标题】${article}。`, `${article}.`, `${article}"点"`],
			`${article}'>看</a>`,
		],
	],
	['one with brackets', ARTICLE, `${article}_(b)`, [`(${article}_(b))`, `[a](${article}_(b))。`]],
	['a non-ASCII host', ARTICLE, 'https://文章.example/s/a', ['https://文章.example/s/a，看']],
	['an article with its scene', ARTICLE, `${article}?scene=1`, [`${article}?scene=1，点击`]],
	['an article with its query', ARTICLE, withQuery, [withQuery, encodeURIComponent(withQuery)]],
	[
		...(['a share link', SHARE, link] as const),
		[link, ` ${link}\n`, `"${link}"`, encodeURIComponent(link), `${link}，看看`, `${link}看看`],
	],
];

test.each(READ)('%s is read from its link', async (_label, field, sent, written) => {
	expect(await sentOf(field, written)).toEqual([sent]);
});

const two = `${link} ${link}2`;

/** Nothing says which is meant, or there is none. */
const NO_LINKS: Array<[label: string, Field, written: string[]]> = [
	[
		'a question',
		QUESTION,
		[
			...['1.88998E+18', '', 'NaN', '1,2', '[object%20Object]', 'undefined'].map(
				(id) => `https://qa.example/question/${id}`,
			),
			...[`${question} ${question}8`, `${question}${question}8`, `${question},${question}8`],
			'https://qa.example/api/v4/answers/9',
		],
	],
	[
		'an article',
		ARTICLE,
		[
			...['', '?x=1', '#a', ' '].map((end) => `https://article.example/s/${end}`),
			...[`${article} ${article}2`, `${article},${article}2`, `${article}\n${article}2`],
			...[`${article}${article}2`, '#REF!', '[object Object]', 'NaN', 'hello', 'https://'],
		],
	],
	['a share link', SHARE, ['hello', '#REF!', '[object Object]', 'and/or', 'https://', two]],
];

test.each(NO_LINKS)('%s is refused where there is none, or several', async (_, field, written) => {
	expect(await sentOf(field, written)).toEqual([]);
});

test('a text around a share link is sent with it', async () => {
	const texts = [`看看 ${link} 很好`, 'short.example/a1', `Zoë: “${link}”`];
	expect((await sentOf(SHARE, texts)).sort()).toEqual([...texts].sort());
});

describe('a keyword', () => {
	const field: Field = [searchImages, 'keyword', 'keyword', ''];

	test('is bought once, whatever invisible stands around it', async () => {
		const words = ['teapot', '\u200bteapot', 'teapot\ufeff', '\u2060teapot\u00ad\n', '\0teapot'];
		expect(await sentOf(field, words)).toEqual(['teapot']);
	});

	test('is bought once in each spelling of Unicode, with blanks of any kind', async () => {
		const words = [
			...['caf\u00e9 \uac00', 'cafe\u0301 \u1100\u1161', 'caf\u00e9\u00a0\uac00'],
			...['caf\u00e9\u3000 \uac00', 'cafe\u0301\n\uac00', 'caf\u00e9\t\uac00\u00a0'],
			'ca\u00adf\u00e9\u200b \uac00',
		];
		expect(await sentOf(field, words)).toEqual([words[0]]);
	});

	test('is any word', async () => {
		const words = [
			...['"red teapot"', 'null', 'NaN', '#teapot', '1.88998E+18', 'a,b', 'loading', 'wait...'],
			...['茶…', 'nfkc ①', 'e\u0323\u0302'.normalize(), '👨‍👩‍👧', 'می‌خواهم'],
		];
		expect((await sentOf(field, words)).sort()).toEqual([...words].sort());
	});

	test.each([searchImages, searchVideos])('is refused where none is: $label', async (operation) => {
		const none = [
			...['{{ $json.word }}', '[object Object]', '#REF!', '#N/A', '#NAME?', '####', '\u200b'],
			...['Loading...', 'loading…', 'Wird geladen...', '加载中...', '正在加载…', '#GETTING_DATA'],
			'#SPILL!',
		];
		expect(await sentOf([operation, 'keyword', 'keyword', ''], none)).toEqual([]);
	});
});

test('says what is wrong, and that nothing was spent', async () => {
	const rows: Array<[value: unknown, what: string]> = [
		['#REF!', "'User ID' must be an ID, not #REF!: a sheet or an expression lost it"],
		['1.8E+18', "'User ID' must be given as text: in scientific notation its digits are gone"],
		['看1', "'User ID' must be the ID alone, without any text around it"],
		['1,2', "'User ID' must be one, but there are several. Give each an item of its own"],
	];
	for (const [value, what] of rows) {
		const userId = expression(value);
		const run = await world.run({ ...getPosts.parameters('a'), userId });
		expect(run.error?.message).toBe(what);
	}
	expect(world.emulator.ledger).toEqual([]);
});
