import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { runOf } from '../harness/gateway.mts';
import type { GatewayAnswer, GatewayCall } from '../harness/gateway.mts';
import {
	eachOperation,
	getAnswers,
	getCommentReplies,
	getPosts,
	getSubComments,
	searchImages,
	searchVideos,
} from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { useGateway } from '../harness/useGateway.mts';
import { useWorld } from '../harness/useWorld.mts';
import { API_KEY } from '../harness/world.mts';
import type { NodeRun } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

/** Answers the calls one after the other; there must be an answer for each. */
function answerInTurn(...answers: Array<unknown | ((call: GatewayCall) => unknown)>): void {
	gateway.answerWith((call) => {
		const answer = answers[gateway.calls.length - 1];
		if (answer === undefined) return { status: 418, body: 'one call too many' };
		const body = typeof answer === 'function' ? answer(call) : answer;
		return isAnswer(body) ? body : { body: runOf(body) };
	});
}

const isAnswer = (value: unknown): value is GatewayAnswer =>
	typeof value === 'object' && value !== null && 'status' in value && 'body' in value;

/** The same answer whatever is asked, as it stands. */
const whole = (body: unknown, status = 200): GatewayAnswer => ({ status, body });

function runNode(operation: OperationCase, more: IDataObject = {}): Promise<NodeRun> {
	return world.run(
		{ ...operation.parameters('a'), returnAll: true, ...more },
		{
			credential: { baseUrl: gateway.url, provider: 'another-provider' },
			node: { onError: 'continueRegularOutput' },
		},
	);
}

const ids = ({ records }: NodeRun) => records.map(({ id }) => id);
const inputs = () => gateway.calls.map(({ body }) => body.input);

const image = (fileid: string) => ({ image_info: { fileid } });
const answer = (id: unknown) => ({ target: { id } });
const node = (id: unknown) => ({ node: { id } });
const reply = (reply_id: unknown) => ({ reply_id });
const timeline = (edges: unknown[], page_info: object) => ({
	user: { edge_owner_to_timeline_media: { edges, page_info } },
});

describe('image search', () => {
	const context = { search_id: 's', search_session_id: 't', word_request_id: 'w' };

	test('next_page leads on, not a count of its own', async () => {
		answerInTurn(
			{ ...context, next_page: 5, data: { items: [image('a')] } },
			{ next_page: '9', data: { items: [image('b')] } },
			{ data: { items: [] } },
		);
		expect(ids(await runNode(searchImages))).toEqual(['a', 'b']);
		expect(inputs().map(({ page }) => page)).toEqual([1, 5, 9]);
		for (const input of inputs().slice(1)) expect(input).toMatchObject(context);
	});

	test('a next_page that leads back is not bought', async () => {
		answerInTurn(
			{ ...context, next_page: 2, data: { items: [image('a')] } },
			{ ...context, next_page: 2, data: { items: [image('b')] } },
		);
		const run = await runNode(searchImages);
		expect(ids(run)).toEqual(['a', 'b']);
		expect(run.hint).toContain('Stopped at a repeated position');
		expect(gateway.calls).toHaveLength(2);
	});

	test('ids as numbers, and one that is missing', async () => {
		answerInTurn(
			{ search_id: 12, search_session_id: 't', data: { items: [image('a')] } },
			{ data: { items: [] } },
		);
		await runNode(searchImages);
		expect(inputs()[1]).toMatchObject({
			page: 2,
			search_id: '12',
			search_session_id: 't',
			word_request_id: '',
		});
	});
});

describe('sub-comments', () => {
	const page = (id: string, more: object) => ({ data: { comments: [{ id }], ...more } });

	test.each<[string, object, IDataObject]>([
		['an object', { cursor: { cursor: 'c', index: 7 } }, { cursor: 'c', index: 7 }],
		['its JSON text', { cursor: '{"cursor":"c","index":7}' }, { cursor: 'c', index: 7 }],
		[
			'JSON text with blanks',
			{ cursor: ' {"index": "7", "cursor": "c"}' },
			{ cursor: 'c', index: 7 },
		],
		['text, the index beside it', { cursor: 'c', index: 7 }, { cursor: 'c', index: 7 }],
		['text, the index beside it as text', { cursor: 'c', index: '7' }, { cursor: 'c', index: 7 }],
		['text alone: the index is kept', { cursor: 'c' }, { cursor: 'c', index: 1 }],
		['an object without index', { cursor: { cursor: 'c' } }, { cursor: 'c', index: 1 }],
		[
			'an object, the index beside it',
			{ cursor: { cursor: 'c' }, index: 4 },
			{ cursor: 'c', index: 4 },
		],
		['text that only looks like JSON', { cursor: '{c}' }, { cursor: '{c}', index: 1 }],
		['JSON text of something else', { cursor: '{"a":1}' }, { cursor: '{"a":1}', index: 1 }],
		['a number beyond 2^53', { cursor: '@BIG@' }, { cursor: '1152921504606846977', index: 1 }],
	])('the cursor as %s', async (_label, cursor, expected) => {
		const first = JSON.stringify(runOf(page('1', { has_more: true, ...cursor })));
		answerInTurn(
			whole(first.replace('"@BIG@"', '1152921504606846977')),
			page('2', { has_more: false, cursor: 'standing' }),
		);
		expect(ids(await runNode(getSubComments))).toEqual(['1', '2']);
		expect(inputs()[1]).toEqual({ ...getSubComments.input('a'), ...expected });
	});

	test.each<[string, object]>([
		['no cursor', {}],
		['an empty cursor', { cursor: '' }],
		['null as cursor', { cursor: null }],
		['an empty object as cursor', { cursor: {} }],
	])('more is promised, but with %s', async (_label, cursor) => {
		answerInTurn(page('1', { has_more: true, ...cursor }));
		const run = await runNode(getSubComments);
		expect(ids(run)).toEqual(['1']);
		expect(run.hint).toContain('says there is more, but not how to reach it');
		expect(gateway.calls).toHaveLength(1);
	});

	test.each([null, undefined])('the list that ended is %j', async (comments) => {
		answerInTurn({ data: { comments, has_more: false } });
		const run = await runNode(getSubComments);
		expect(run.errors).toEqual([]);
		expect(run.hint).toContain('1 call, $0.01, 0 records. Stopped at the end of the list.');
	});

	test('no flag at all: the cursor leads on, until there is none', async () => {
		answerInTurn(page('1', { cursor: 'c' }), page('2', { cursor: '' }));
		const run = await runNode(getSubComments);
		expect(ids(run)).toEqual(['1', '2']);
		expect(run.hint).toContain('did not say whether there is more');
	});

	test('no flag at all: a cursor that was asked for ends the list', async () => {
		answerInTurn(page('1', { cursor: 'c' }), page('2', { cursor: 'c' }));
		const run = await runNode(getSubComments);
		expect(ids(run)).toEqual(['1', '2']);
		expect(run.hint).toContain('Stopped at a repeated position');
	});
});

describe('answers', () => {
	const page = (cards: unknown[], paging: object) => ({ data: cards, paging });

	test('the offset is the one of the link, even a smaller one', async () => {
		answerInTurn(
			page([answer('1')], {
				is_end: false,
				next: 'https://q/x?offset=1&cursor=a%2Bb&session_id=s',
			}),
			page([answer('2')], { is_end: false, next: '/x?cursor=c#top' }),
			page([answer('3')], { is_end: true, next: '/x?cursor=d' }),
		);
		expect(ids(await runNode(getAnswers))).toEqual(['1', '2', '3']);
		expect(inputs()[1]).toMatchObject({ cursor: 'a+b', offset: 1, session_id: 's', limit: 5 });
		expect(inputs()[2]).toMatchObject({ cursor: 'c', offset: 0, session_id: '' });
	});

	test('an offset alone leads on too', async () => {
		answerInTurn(
			page([answer('1')], { is_end: false, next: 'https://q/x?limit=20&offset=5' }),
			page([answer('2')], {}),
		);
		expect(ids(await runNode(getAnswers))).toEqual(['1', '2']);
		expect(inputs()[1]).toEqual({ ...getAnswers.input('a'), offset: 5 });
	});

	test('cards that are no answers', async () => {
		answerInTurn(
			page(
				[
					{ type: 'feed_advert', target: { id: 'x' } },
					{ target_type: 'article', target: { id: 'x' } },
					{ target: { id: 'x', type: 'article' } },
					{ target_type: 'answer', target: null },
					{ ad: {} },
					null,
					'text',
					{
						type: 'question_feed_card',
						target_type: 'answer',
						target: { id: '1', type: 'answer' },
					},
					{ target: { id: 2 } },
				],
				{ is_end: true },
			),
		);
		expect(ids(await runNode(getAnswers))).toEqual(['1', '2']);
	});

	test('a link without a position is said, and not guessed', async () => {
		answerInTurn(page([answer('1')], { is_end: false, next: 'https://q/x' }));
		const run = await runNode(getAnswers);
		expect(run.hint).toContain('says there is more, but not how to reach it');
		expect(gateway.calls).toHaveLength(1);
	});
});

describe('videos', () => {
	test('boxes without items, and items on sub-boxes alone', async () => {
		answerInTurn(
			{
				continue_flag: true,
				cursor: ' + /=',
				results: {
					data: [
						{ title: 'hint' },
						{ items: null, subBoxes: [{ items: [{ docID: '1' }] }, { items: null }, {}] },
						{ items: [{ docID: '2' }], subBoxes: null },
					],
				},
			},
			{ results: { data: [{ items: [{ docID: '3' }] }] }, continue_flag: '0', cursor: 'standing' },
		);
		expect(ids(await runNode(searchVideos))).toEqual(['1', '2', '3']);
		expect(inputs()[1].cursor).toBe(' + /=');
	});

	test('a parsed page, its flag missing, though raw was asked for', async () => {
		answerInTurn({ items: [{ docID: '1' }] });
		expect(ids(await runNode(searchVideos))).toEqual(['1']);
	});

	test.each<[string, object]>([
		['an empty list of boxes', { results: { data: [] }, no_more: 'none', total: null }],
		['no results', { no_more: 'none', total: null }],
		['results as null', { results: null, no_more: 'none', total: null }],
		['results as an empty list', { results: [], continue_flag: 0 }],
		['results as an empty object', { results: {}, total: 0 }],
	])('zero hits: %s', async (_label, payload) => {
		answerInTurn(payload);
		const run = await runNode(searchVideos);
		expect([run.items, run.errors]).toEqual([[], []]);
		expect(run.hint).toMatch(/^1 call, \$0\.01, 0 records\. Stopped at the end of the list/);
	});
});

describe('replies', () => {
	test('the content_id as a number beyond 2^53 is pinned to the digit', async () => {
		const first =
			'{"runId":"r","status":"COMPLETED","output":{"content_id":1152921504606846977,"replies":[{"reply_id":1152921504606846979}],"has_more":1,"next_offset":"20"},"cost":{"value":0.01,"currency":"USD"}}';
		answerInTurn(whole(first), { replies: [reply(7)], has_more: 0, next_offset: 21 });
		expect(ids(await runNode(getCommentReplies))).toEqual(['1152921504606846979', '7']);
		expect(inputs()[1]).toMatchObject({ offset: 20, content_id: '1152921504606846977' });
	});

	test('no content_id in the answer: it stays open', async () => {
		answerInTurn(
			{ replies: [reply('1')], hasmore: true, nextoffset: 5 },
			{ replies: [], hasmore: false },
		);
		expect(ids(await runNode(getCommentReplies))).toEqual(['1']);
		expect(inputs()[1]).toMatchObject({ offset: 5, content_id: '' });
	});

	test('the comment that the user named stays, whatever the answer names', async () => {
		answerInTurn(
			{ replies: [reply('1')], hasmore: true, nextoffset: 5, content_id: '99' },
			{ replies: [], hasmore: false },
		);
		await runNode(getCommentReplies, { contentId: '42' });
		expect(inputs().map((input) => input.content_id)).toEqual(['42', '42']);
	});

	test.each([{}, { hasmore: true }])('the same offset again (%j) is not bought', async (flag) => {
		answerInTurn({ replies: [reply('1')], nextoffset: 0, content_id: '99', ...flag });
		const run = await runNode(getCommentReplies);
		expect(run.hint).toContain('Stopped at a repeated position');
		expect(gateway.calls).toHaveLength(1);
	});

	test('more is promised without an offset', async () => {
		answerInTurn({ replies: [reply('1')], hasmore: true });
		const run = await runNode(getCommentReplies);
		expect(run.hint).toContain('says there is more, but not how to reach it');
		expect(gateway.calls).toHaveLength(1);
	});
});

describe('posts', () => {
	test('a cursor that stands beside has_next_page false is not followed', async () => {
		answerInTurn(
			timeline([node('1')], { has_next_page: true, end_cursor: 'c' }),
			timeline([node(2), { node: null }], { has_next_page: false, end_cursor: 'd' }),
		);
		const run = await runNode(getPosts, { output: 'raw' });
		expect(run.records.slice(0, 2)).toEqual([{ id: '1' }, { id: 2 }]);
		expect(inputs()).toEqual([
			{ user_id: 'a', count: 12 },
			{ user_id: 'a', count: 12, end_cursor: 'c' },
		]);
	});
});

describe('layers', () => {
	const payload = { data: { items: [image('a')] } };
	const envelope = (data: unknown, more: object = {}) => ({
		code: 200,
		message: 'ok',
		data,
		...more,
	});
	const one = { ...searchImages.parameters('a'), limit: 1 };
	const estimate = '$0.015 (estimated from list prices)';

	const SUCCESSES: Array<[string, unknown, string]> = [
		['an envelope known by request_id', envelope(payload, { request_id: 'r' }), estimate],
		['an envelope known by router', envelope(payload, { router: '/x' }), estimate],
		['an envelope known by cache_url', envelope(payload, { cache_url: 'https://c' }), estimate],
		['a payload with code beside data', { code: 0, ...payload }, estimate],
		['a payload with success and code 200', { success: true, code: 200, ...payload }, estimate],
		['a run with the envelope', runOf(envelope(payload, { request_id: 'r' })), '$0.01,'],
		['a run whose output is text', runOf(JSON.stringify(payload)), '$0.01,'],
		['a run without providerResponse', { ...runOf(payload), providerResponse: null }, '$0.01,'],
		['a run that cost nothing', runOf(payload, 0), '$0.00,'],
		[
			'an older cost before the billing',
			{
				...runOf(payload, 0.02),
				billing: { reportedCost: { value: 9, unit: 'DOLLAR', currency: 'USD' } },
			},
			'$0.02,',
		],
		[
			'billing in micro dollars',
			{
				...runOf(payload),
				cost: undefined,
				billing: { reportedCost: { value: 12345, unit: 'MICRO_DOLLAR', currency: 'USD' } },
			},
			'$0.012345,',
		],
		[
			'a price alone',
			{
				...runOf(payload),
				cost: undefined,
				price: { type: 'x', amount: { value: 0.03, currency: 'USD' } },
			},
			'$0.03 (estimated',
		],
		[
			'an older price alone',
			{ ...runOf(payload), cost: undefined, price: { type: 'x', amount: 0.03, currency: 'USD' } },
			'$0.03 (estimated',
		],
		[
			'a cost in a currency that is no dollar',
			{ ...runOf(payload), cost: { value: 5, currency: 'EUR' } },
			estimate,
		],
	];

	test.each(SUCCESSES)('%s', async (_label, body, cost) => {
		gateway.answerWith(() => ({ body }));
		const run = await world.run(one, { credential: { baseUrl: gateway.url } });
		expect(ids(run)).toEqual(['a']);
		expect(run.hint).toContain(`1 call, ${cost}`);
	});

	const failed = { ...runOf(null), status: 'FAILED', cost: undefined };
	const FAILURES: Array<[string, GatewayAnswer, IDataObject, RegExp]> = [
		[
			'the envelope reports an error',
			whole({ code: 400, message: 'no such thing', request_id: 'r', data: null }),
			{ layer: 'provider', code: 'PROVIDER_ERROR', mayBeCharged: false, cost: 0.015 },
			/no such thing/,
		],
		[
			'the payload in the envelope reports an error',
			whole({ code: 200, request_id: 'r', data: { success: false, msg: 'gone' } }),
			{ layer: 'platform', code: 'PLATFORM_ERROR', cost: 0.015 },
			/gone/,
		],
		[
			'the payload of a run reports an error',
			whole(runOf({ ret: -3, errmsg: 'gone', data: { items: [] } })),
			{ layer: 'platform', code: 'PLATFORM_ERROR', cost: 0.01 },
			/ret -3|gone/,
		],
		[
			'a run FAILED, its cost unknown',
			whole({ ...failed, providerResponse: { httpStatus: 503, error: 'busy' } }, 503),
			{ layer: 'provider', httpStatus: 503, mayBeCharged: true, cost: 0 },
			/busy/,
		],
		[
			'a run FAILED that was charged',
			whole({
				...failed,
				cost: { value: 0.01, currency: 'USD' },
				providerResponse: { httpStatus: 404 },
			}),
			{ layer: 'provider', mayBeCharged: false, cost: 0.01 },
			/status 404/,
		],
		[
			'the error of the provider as JSON text',
			whole({
				...failed,
				cost: { value: 0, currency: 'USD' },
				providerResponse: {
					httpStatus: 422,
					error: '{"detail":[{"loc":["query","keyword"],"msg":"too odd","type":"x"}]}',
				},
			}),
			{ layer: 'provider', code: 'INVALID_INPUT', field: 'keyword', mayBeCharged: false },
			/keyword: too odd/,
		],
		[
			'a shape that nobody knows',
			whole({ rows: [1] }),
			{ layer: 'platform', cost: 0.015 },
			/"rows"/,
		],
		[
			'a list',
			whole([image('a')]),
			{ layer: 'platform', code: 'UNRECOGNISED_ANSWER' },
			/image_info/,
		],
		['a text', whole('"hello"'), { code: 'UNRECOGNISED_ANSWER' }, /hello/],
		['null', whole('null'), { code: 'UNRECOGNISED_ANSWER' }, /null/],
		[
			'a run without output',
			whole(runOf(null)),
			{ code: 'UNRECOGNISED_ANSWER', cost: 0.01 },
			/run_1/,
		],
		['an output that is text', whole(runOf('sorry')), { code: 'UNRECOGNISED_ANSWER' }, /sorry/],
	];

	test.each(FAILURES)('%s', async (_label, reply, error, message) => {
		gateway.answerWith(() => reply);
		const run = await runNode(searchImages);
		expect(run.records).toEqual([]);
		expect(run.errors).toHaveLength(1);
		expect(run.errors[0].error).toMatchObject(error);
		expect(run.errors[0].message).toMatch(message);
		expect(gateway.calls).toHaveLength(1);
	});
});

describe.each(eachOperation)(
	'%s: an unknown shape is an error, never zero results',
	(_l, operation) => {
		test.each([
			{},
			{ data: {} },
			{ data: null },
			{ items: {} },
			{ data: { items: 'none' } },
			{ results: { boxes: [] } },
			{ replies: 'none', hasmore: true },
			{ user: {} },
			{ message: 'hello' },
		])('%j', async (payload) => {
			answerInTurn(payload);
			const run = await runNode(operation);
			expect(run.records).toEqual([]);
			expect(run.errors).toHaveLength(1);
			expect(run.errors[0].error).toMatchObject({
				code: 'UNRECOGNISED_ANSWER',
				layer: 'platform',
				httpStatus: 200,
				callsMade: 1,
				cost: 0.01,
				mayBeCharged: false,
			});
			// The raw page is shown, for whoever has to find out.
			expect(run.errors[0].message).toContain(JSON.stringify(payload));
		});
	},
);

test('the key that a gateway repeats is not shown', async () => {
	for (const reply of [
		whole({ code: 'x', message: `bad key ${API_KEY}` }, 400),
		whole(`<html>${API_KEY}</html>`, 502),
		whole(runOf({ odd: API_KEY })),
		whole({ detail: [{ loc: ['body', API_KEY], msg: API_KEY, type: 'x' }] }, 422),
		whole({ ...runOf(null), runId: API_KEY, status: 'STOPPED' }),
	]) {
		gateway.answerWith(() => reply);
		const run = await runNode(searchImages);
		expect(run.errors).toHaveLength(1);
		expect(run.stored).not.toContain(API_KEY);
	}
});

test('a record without an id is delivered, even twice the same', async () => {
	answerInTurn(
		{ replies: [{ content: 'a' }, { content: 'a' }], hasmore: true, nextoffset: 2 },
		{ replies: [{ content: 'a' }], hasmore: false },
	);
	const run = await runNode(getCommentReplies);
	expect(run.records.map(({ text }) => text)).toEqual(['a', 'a', 'a']);
});
