import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import {
	articleOf,
	eachOperation,
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

const world = useWorld();

/** The first call's input as sent, of a run with these parameters. */
async function sentInput(operation: OperationCase, more: IDataObject, items?: IDataObject[]) {
	const parameters = { ...operation.parameters('size-3'), ...more };
	// A position that a test makes up is refused by the service: what was sent is what counts.
	await world.run(parameters, { items, node: { onError: 'continueRegularOutput' } });
	expect(world.emulator.ledger.length).toBeGreaterThan(0);
	return (world.emulator.ledger[0].rawBody as { input: unknown }).input;
}

describe.each(eachOperation)('%s', (_label, operation) => {
	test('sends every field with a documented default, and no other', async () => {
		const run = await world.run(operation.parameters('size-3'));
		expect(run.records).toHaveLength(3);
		expect(world.emulator.ledger[0].rawBody).toEqual({
			provider: world.emulator.provider,
			endpoint: operation.endpoint,
			input: operation.input('size-3'),
		});
		expect(world.emulator.ledger[0].headersSeen).toEqual({
			authorization: 'valid',
			contentType: expect.stringMatching(/^application\/json/),
		});
	});

	test('sends the same where an agent left out what it may', async () => {
		const { properties } = world.engine.nodeType('n8n-nodes-data-access.dataAccess').description;
		const optional = properties.filter(
			({ displayOptions, required, name }) =>
				displayOptions?.show?.resource?.includes(operation.resource) &&
				displayOptions.show.operation?.includes(operation.operation) &&
				name !== 'startPosition' &&
				!required,
		);
		expect(optional.length).toBeGreaterThan(0);
		for (const empty of ['undefined', '', '  ', '\u3000\u00a0', null]) {
			world.emulator.reset();
			const leftOut = optional.map(({ name }) => [name, expression(empty)]);
			const input = await sentInput(operation, Object.fromEntries(leftOut));
			expect(input).toEqual(operation.input('size-3'));
		}
	});
});

type Row = [
	operation: OperationCase,
	parameter: string,
	given: unknown,
	field: string,
	sent: unknown,
];

const FIELDS: Row[] = [
	[searchImages, 'keyword', '  two words ', 'keyword', 'two words'],
	[searchImages, 'keyword', 2024, 'keyword', '2024'],
	[searchImages, 'keyword', '猫 😀', 'keyword', '猫 😀'],
	[searchImages, 'source', 'other_feed', 'source', 'other_feed'],
	[getSubComments, 'commentId', ' abc ', 'comment_id', 'abc'],
	[getSubComments, 'noteId', 'n1', 'note_id', 'n1'],
	[getSubComments, 'noteId', 42, 'note_id', '42'],
	[getSubComments, 'shareText', 'https://s.example/x', 'share_text', 'https://s.example/x'],
	[getAnswers, 'questionId', 19551577, 'question_id', '19551577'],
	[getAnswers, 'order', 'updated', 'order', 'updated'],
	[getAnswers, 'order', 'default', 'order', 'default'],
	[getAnswers, 'pageSize', 20, 'limit', 20],
	[getAnswers, 'pageSize', '7', 'limit', 7],
	[searchVideos, 'keyword', 'x', 'keyword', 'x'],
	[searchVideos, 'keyword', '猫'.repeat(100), 'keyword', '猫'.repeat(100)],
	// Characters, not the halves of which JavaScript makes them.
	[searchVideos, 'keyword', '😀'.repeat(100), 'keyword', '😀'.repeat(100)],
	[searchVideos, 'raw', false, 'raw', false],
	[searchVideos, 'raw', 'false', 'raw', false],
	[getCommentReplies, 'url', ` ${articleOf('a?b=c#d')} `, 'url', articleOf('a?b=c#d')],
	[getCommentReplies, 'contentId', '8213054679432105985', 'content_id', '8213054679432105985'],
	[getCommentReplies, 'contentId', 8213054679, 'content_id', '8213054679'],
	[getCommentReplies, 'allPages', true, 'all_pages', true],
	[getCommentReplies, 'allPages', 'true', 'all_pages', true],
	[getCommentReplies, 'raw', false, 'raw', false],
	// As agents write: other words for nothing, other cases, and the panel's own names.
	[searchImages, 'keyword', 'null', 'keyword', 'null'],
	[getSubComments, 'noteId', 'null', 'note_id', ''],
	[getAnswers, 'order', 'null', 'order', 'default'],
	[getAnswers, 'order', ' Updated ', 'order', 'updated'],
	[searchVideos, 'sort', 'LATEST', 'sort', 'latest'],
	[searchVideos, 'sort', ' relevance ', 'sort', 'default'],
	[searchVideos, 'sort', 'Hot (Most Liked)', 'sort', 'hot'],
	[searchVideos, 'duration', 'under 5 minutes', 'duration', 'short'],
	[searchVideos, 'publishTime', 'past week', 'publish_time', 'week'],
	[getCommentReplies, 'allPages', ' True ', 'all_pages', true],
	[getPosts, 'userId', 25025320, 'user_id', '25025320'],
	[getPosts, 'pageSize', 50, 'count', 50],
	[getPosts, 'pageSize', '50', 'count', 50],
];

const DURATIONS = { all: 0, short: 1, medium: 2, long: 3 };
const SORTS = { default: 0, latest: 1, hot: 2 };
const PUBLISH_TIMES = { all: 0, day: 1, week: 2, halfyear: 3 };

/** Each choice by its key, its integer, and the integer's text. */
const choices = (parameter: string, field: string, keys: Record<string, number>): Row[] =>
	Object.entries(keys).flatMap(([key, integer]): Row[] => [
		// Deployments spell half a year differently; all take its integer (docs/gateway.md, Search videos).
		[searchVideos, parameter, key, field, key === 'halfyear' ? 3 : key],
		[searchVideos, parameter, integer, field, integer],
		[searchVideos, parameter, String(integer), field, integer],
		[searchVideos, parameter, ` ${key} `, field, key === 'halfyear' ? 3 : key],
	]);

const POSITIONS: Row[] = [
	[searchImages, 'page', 3, 'page', 3],
	[searchImages, 'page', '4', 'page', 4],
	[searchImages, 'searchId', 'a', 'search_id', 'a'],
	[searchImages, 'searchSessionId', 'b', 'search_session_id', 'b'],
	[searchImages, 'wordRequestId', 'c', 'word_request_id', 'c'],
	[getSubComments, 'cursor', 'abc', 'cursor', 'abc'],
	[getSubComments, 'index', 13, 'index', 13],
	[getAnswers, 'cursor', 'abc', 'cursor', 'abc'],
	[getAnswers, 'offset', 1, 'offset', 1],
	[getAnswers, 'sessionId', 's:1', 'session_id', 's:1'],
	[searchVideos, 'cursor', ' word for|word== ', 'cursor', ' word for|word== '],
	[searchVideos, 'offset', 20, 'offset', 20],
	[getCommentReplies, 'offset', 40, 'offset', 40],
	[getPosts, 'endCursor', 'QVFE==', 'end_cursor', 'QVFE=='],
];

const labelled = (rows: Row[]) =>
	rows.map(([operation, parameter, given, field, sent]) => ({
		label: `${operation.label}: ${parameter} ${JSON.stringify(given).slice(0, 40)}`,
		operation,
		parameter,
		given,
		field,
		sent,
	}));

describe('a field as it is sent', () => {
	const rows = labelled([
		...FIELDS,
		...choices('duration', 'duration', DURATIONS),
		...choices('sort', 'sort', SORTS),
		...choices('publishTime', 'publish_time', PUBLISH_TIMES),
	]);

	test.each(rows)('$label', async ({ operation, parameter, given, field, sent }) => {
		const expected = { ...operation.input('size-3'), [field]: sent };
		expect(await sentInput(operation, { [parameter]: expression(given) })).toEqual(expected);
	});

	test.each(rows)("$label, from the item's json", async (row) => {
		const { operation, parameter, given, field, sent } = row;
		const more = { [parameter]: '={{ $json.value }}' };
		const input = await sentInput(operation, more, [{ value: given as string }]);
		expect(input).toEqual({ ...operation.input('size-3'), [field]: sent });
	});
});

describe('a choice as the dropdown gives it', () => {
	test.each([
		['duration', 'duration', DURATIONS],
		['sort', 'sort', SORTS],
		['publishTime', 'publish_time', PUBLISH_TIMES],
	])('%s', async (parameter, field, keys) => {
		for (const [key, integer] of Object.entries(keys)) {
			world.emulator.reset();
			const run = await world.run({
				...searchVideos.parameters('size-3'),
				[parameter]: key,
			});
			expect(run.records).toHaveLength(3);
			expect(world.emulator.ledger).toHaveLength(1);
			const sent = key === 'halfyear' ? integer : key;
			expect(world.emulator.ledger[0].input).toMatchObject({ [field]: sent });
		}
	});

	test('half a year works where the deployment spells its key differently', async () => {
		world.emulator.configure({ halfYearKey: 'half_year' });
		const run = await world.run({
			...searchVideos.parameters('size-3'),
			publishTime: 'halfyear',
		});
		expect(run.records).toHaveLength(3);
		expect(world.emulator.summary()).toMatchObject({ calls: 1, charged: 0.015 });
	});
});

describe('Start Position as it is sent', () => {
	test.each(labelled(POSITIONS))('$label', async (row) => {
		const { operation, parameter, given, field, sent } = row;
		for (const value of [given, expression(given)]) {
			world.emulator.reset();
			const startPosition = { [parameter]: value } as IDataObject;
			const input = await sentInput(operation, { startPosition });
			expect(input).toEqual({ ...operation.input('size-3'), [field]: sent });
		}
	});

	test.each(labelled(POSITIONS))('$label, left empty', async ({ operation, parameter }) => {
		for (const empty of ['', '  ', '\u3000', 'undefined', expression(null)]) {
			world.emulator.reset();
			const input = await sentInput(operation, { startPosition: { [parameter]: empty } });
			expect(input).toEqual(operation.input('size-3'));
		}
	});

	test('of each input item, from an expression', async () => {
		const startPosition = { page: '={{ $json.page }}' };
		await world.run(
			{ ...searchImages.parameters('size-3'), startPosition },
			{ items: [{ page: 5 }, { page: 7 }] },
		);
		const pages = world.emulator.ledger.map(({ input }) => input.page);
		expect(pages.sort()).toEqual([5, 7]);
	});
});
