import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import {
	expression,
	getAnswers,
	getCommentReplies,
	getPosts,
	getSubComments,
	searchImages,
	searchVideos,
} from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import type { NodeRunOptions } from '../harness/world.mts';

const world = useWorld();

/** Runs in both On Error modes and expects that nothing was called, and that the item is told why. */
async function expectRefusal(
	parameters: IDataObject,
	{ message, field, ...options }: NodeRunOptions & { message: RegExp; field?: string },
): Promise<void> {
	const goesOn = await world.run(parameters, {
		...options,
		node: { onError: 'continueRegularOutput' },
	});
	expect(goesOn.records).toEqual([]);
	expect(goesOn.errors).toHaveLength(1);
	expect(Object.keys(goesOn.errors[0])).toEqual(['error', 'message']);
	expect(goesOn.errors[0].message).toMatch(message);
	expect(goesOn.errors[0].error).toEqual({
		code: 'INVALID_INPUT',
		layer: 'input',
		httpStatus: null,
		itemIndex: 0,
		callsMade: 0,
		cost: 0,
		costIsEstimate: false,
		mayBeCharged: false,
		next: null,
		...(field ? { field } : {}),
	});
	const stops = await world.run(parameters, options);
	expect(stops.status).toBe('error');
	expect(stops.error?.message).toMatch(message);
	expect(stops.items).toEqual([]);
	expect(world.emulator.ledger).toEqual([]);
}

type Row = [operation: OperationCase, parameter: string, field: string, refused: unknown[]];

const NO_TEXT = ['', '   ', '\u3000', 'undefined', ' undefined ', null, true, { a: 1 }, ['a']];
// A number that has lost its last digits when it reaches the node.
const UNSAFE = 1234567890123456800;
const NO_CHOICE = [-1, 1.5, '1.5', 'none', 'past', true, 'constructor', '__proto__', ['all']];

const ROWS: Row[] = [
	[searchImages, 'keyword', 'keyword', NO_TEXT],
	[getSubComments, 'commentId', 'comment_id', [...NO_TEXT, UNSAFE]],
	[getSubComments, 'noteId', 'note_id', [UNSAFE, true]],
	[getAnswers, 'questionId', 'question_id', [...NO_TEXT, UNSAFE]],
	[getAnswers, 'order', 'order', ['newest', 'by', 0, 'default,updated']],
	[getAnswers, 'pageSize', 'limit', [0, -5, 2.5, 'many', '2.5', true, UNSAFE]],
	[searchVideos, 'keyword', 'keyword', [...NO_TEXT, '猫'.repeat(101), '😀'.repeat(101)]],
	[searchVideos, 'duration', 'duration', [...NO_CHOICE, 4, '4', 'hour']],
	[searchVideos, 'sort', 'sort', [...NO_CHOICE, 3, '3', 'newest']],
	[searchVideos, 'publishTime', 'publish_time', [...NO_CHOICE, 4, '4', 'year']],
	[searchVideos, 'raw', 'raw', ['maybe', 2]],
	[
		getCommentReplies,
		'url',
		'url',
		[
			...NO_TEXT,
			'http://article.example/s/one',
			'https://article.example/t/one',
			'https://article.example/x/s/one',
			'https://article.example/s',
			'https://article.example/?p=/s/one',
			'article.example/s/one',
			'/s/one',
			'ftp://article.example/s/one',
			'one',
		],
	],
	[
		getCommentReplies,
		'contentId',
		'content_id',
		['12a', '-1', '1.5', '１２', '1e5', 1.5, -3, UNSAFE],
	],
	[getCommentReplies, 'allPages', 'all_pages', ['maybe', 2]],
	[getCommentReplies, 'raw', 'raw', ['maybe', 2]],
	[getPosts, 'userId', 'user_id', [...NO_TEXT, UNSAFE]],
	[getPosts, 'pageSize', 'count', [0, -5, 2.5, 'many', true]],
];

const POSITIONS: Row[] = [
	[searchImages, 'page', 'page', [0, -1, 1.5, 'two', '1.5', UNSAFE]],
	[getSubComments, 'index', 'index', [1.5, 'two']],
	[getAnswers, 'offset', 'offset', [-1, 0.5, 'two']],
	[searchVideos, 'offset', 'offset', [-1, 0.5, 'two']],
	[getCommentReplies, 'offset', 'offset', [-1, 0.5, 'two']],
];

const labelled = (rows: Row[]) =>
	rows.flatMap(([operation, parameter, field, refused]) =>
		refused.map((value) => ({
			label: `${operation.label}: ${parameter} ${JSON.stringify(value).slice(0, 40)}`,
			operation,
			parameter,
			field,
			value,
		})),
	);

test.each(labelled(ROWS))('$label', async ({ operation, parameter, field, value }) => {
	const parameters = { ...operation.parameters('size-3'), [parameter]: expression(value) };
	await expectRefusal(parameters, { field, message: /input item 0.*layer: input/ });
});

test.each(labelled(POSITIONS))('Start Position of $label', async (row) => {
	const { operation, parameter, field, value } = row;
	const startPosition = { [parameter]: expression(value) };
	const parameters = { ...operation.parameters('size-3'), startPosition };
	await expectRefusal(parameters, { field, message: /input item 0.*layer: input/ });
});

describe('the message says what is wrong', () => {
	test.each([
		[searchImages, 'keyword', '', /^Keyword is required/],
		[searchVideos, 'keyword', 'x'.repeat(101), /1 to 100 characters long, but it has 101/],
		[searchVideos, 'publishTime', 'year', /^Publish Time must be one of .*halfyear \(3\)/],
		[getAnswers, 'pageSize', 0, /^Page Size must be a whole number, 1 or more/],
		[getCommentReplies, 'url', 'http://a.example/s/b', /^URL must be the address of an article/],
		[getCommentReplies, 'contentId', 'x', /^Content ID must be the numeric content ID/],
		[getCommentReplies, 'contentId', UNSAFE, /^Content ID must be given as text: .* lost digits/],
		[getPosts, 'userId', UNSAFE, /lost digits/],
	] as const)('%#: %o', async (operation, parameter, value, message) => {
		const parameters = { ...operation.parameters('a'), [parameter]: expression(value) };
		const run = await world.run(parameters, { node: { onError: 'continueRegularOutput' } });
		expect(run.errors[0].message).toMatch(message);
		expect(world.emulator.ledger).toEqual([]);
	});
});

test.each([
	['keyword', searchImages],
	['commentId', getSubComments],
	['questionId', getAnswers],
	['keyword', searchVideos],
	['url', getCommentReplies],
	['userId', getPosts],
])('n8n itself stops where the required %s was left empty', async (parameter, operation) => {
	const { [parameter]: _required, ...others } = operation.parameters('a');
	const run = await world.run(others).catch((error: Error) => ({ status: error.name }));
	expect(run.status).not.toBe('success');
	expect(world.emulator.ledger).toEqual([]);
});

describe('parameters that all operations share', () => {
	const rows: Array<[name: string, refused: unknown[], message: RegExp]> = [
		['limit', [0, -1, 1.5, 'all', UNSAFE], /^Limit must be a whole number, 1 or more/],
		['maxCost', [-1, 'much'], /^Max Cost \(USD\) must be a number, 0 or more/],
		['output', ['csv', 'raws'], /^Output must be one of simplified, raw, selected, pages/],
	];
	test.each(
		rows.flatMap(([name, refused, message]) => refused.map((value) => ({ name, value, message }))),
	)('$name $value', async ({ name, value, message }) => {
		const parameters = { ...searchImages.parameters('size-3'), [name]: expression(value) };
		await expectRefusal(parameters, { message });
	});

	test('Output may be an expression', async () => {
		const output = expression('raw');
		const run = await world.run({ ...searchImages.parameters('size-3'), output });
		expect(run.records.map(searchImages.idOf)).toEqual(world.emulator.ledger[0].recordIds);
	});

	test.each(['', ' , ,', 'undefined'])('Output = Selected without fields (%j)', async (fields) => {
		await expectRefusal(
			{ ...searchImages.parameters('a'), output: 'selected', fields: expression(fields) },
			{ message: /^Fields must name at least one field/ },
		);
	});
});

describe('options', () => {
	const rows: Array<[operation: OperationCase, option: string, refused: unknown[]]> = [
		[searchImages, 'concurrency', [0, 1.5, 'many']],
		[searchImages, 'maxPages', [-1, 1.5, 'many']],
		[searchImages, 'retries', [-1, 1.5, 'many']],
		[searchImages, 'reuseFailed', [-1, 'long']],
		[searchImages, 'reuseDelivered', [-1, 'long']],
		[searchImages, 'timeout', [0, -1, 'long']],
		[getSubComments, 'timeout', [0]],
		[getAnswers, 'timeout', [0]],
		[getPosts, 'timeout', [0]],
		// The slow platforms bill calls that are given up too early (docs/gateway.md, Failures).
		[searchVideos, 'timeout', [1, 29, 29.9, '29']],
		[getCommentReplies, 'timeout', [1, 29, 29.9, '29']],
	];
	test.each(
		rows.flatMap(([operation, option, refused]) =>
			refused.map((value) => ({ label: operation.label, operation, option, value })),
		),
	)('$label: $option $value', async ({ operation, option, value }) => {
		const options = { [option]: expression(value) };
		const parameters = { ...operation.parameters('size-3'), options };
		await expectRefusal(parameters, { message: /must be a (whole )?number, \d+ or more/ });
	});

	test.each([searchVideos, getCommentReplies])('30 seconds are enough: $label', async (each) => {
		const options = { timeout: 30 };
		const run = await world.run({ ...each.parameters('size-3'), options });
		expect(run.records).toHaveLength(3);
	});
});

describe('a credential that cannot work', () => {
	test.each([
		['no base URL', { baseUrl: '' }, /Base URL .* is empty/],
		['a base URL of blanks', { baseUrl: '  ' }, /Base URL .* is empty/],
		['no scheme', { baseUrl: 'gateway.example.com' }, /must begin with https:/],
		['another scheme', { baseUrl: 'ftp://gateway.example.com' }, /must begin with https:/],
		['a user in the address', { baseUrl: 'https://a:b@gateway.example' }, /user name or password/],
		['a query in the address', { baseUrl: 'https://gateway.example?a=b' }, /must end before/],
		['no provider', { provider: ' ' }, /Provider .* is empty/],
		['no key', { apiKey: '' }, /API Key .* is empty/],
	])('%s', async (_label, credential, message) => {
		await expectRefusal(searchImages.parameters('a'), { credential, message });
	});
});
