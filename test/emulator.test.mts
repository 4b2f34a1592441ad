import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

import type { Emulator, Fault } from '../emulator/emulator.mts';
import { startEmulator } from '../emulator/emulator.mts';

const IMAGES = '/api/v1/notes/app_v2/search_images';
const SUB_COMMENTS = '/api/v1/notes/app_v2/get_note_sub_comments';
const ANSWERS = '/api/v1/qa/web/fetch_question_answers';
const VIDEOS = '/api/v1/chat_search/v2/fetch_search_videos';
const REPLIES = '/api/v1/chat_mp/v2/fetch_comment_replies';
const POSTS = '/api/v1/photos/v1/fetch_user_posts_v2';
const ARTICLE = 'https://article.example/s/one';

type Json = any;
type Input = Record<string, unknown>;

let emulator: Emulator;
beforeAll(async () => {
	emulator = await startEmulator();
});
beforeEach(() => emulator.reset());
afterAll(() => emulator.close());

async function post(body: string, key: string | null = 'test-key', signal?: AbortSignal) {
	const headers: Record<string, string> = { 'Content-Type': 'application/json' };
	if (key !== null) headers.Authorization = `Bearer ${key}`;
	const url = `${emulator.url}/v1/run`;
	const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
	const text = await response.text();
	return { status: response.status, headers: response.headers, text };
}

function bodyOf(endpoint: string, input: unknown): string {
	return JSON.stringify({ provider: 'content-provider', endpoint, input });
}

async function call(endpoint: string, input: Input) {
	const { text, ...rest } = await post(bodyOf(endpoint, input));
	return { ...rest, text, json: parse(text) };
}

function parse(text: string): Json {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

async function payloadOf(endpoint: string, input: Input): Promise<Json> {
	const { status, json } = await call(endpoint, input);
	expect(status).toBe(200);
	expect(json).toMatchObject({ status: 'COMPLETED', providerResponse: { httpStatus: 200 } });
	return json.output;
}

async function expectWrong(endpoint: string, input: Input, ...fields: string[]) {
	const { status, json } = await call(endpoint, input);
	expect([status, json?.detail?.map((each: Json) => each.loc.at(-1))]).toEqual([422, fields]);
	expect(emulator.ledger.at(-1)).toMatchObject({ charged: 0, httpStatus: 422, served: false });
}

describe('refusals that cost nothing', () => {
	test.each([
		['no key', null, bodyOf(IMAGES, { keyword: 'cats' }), 401],
		['a wrong key', 'other', bodyOf(IMAGES, { keyword: 'cats' }), 401],
		['a wrong key before a body without endpoint', 'other', '{}', 401],
		['no endpoint', 'test-key', '{}', 400],
		['a body that is no JSON', 'test-key', 'nonsense', 400],
		['an unknown provider', 'test-key', JSON.stringify({ provider: 'x', endpoint: IMAGES }), 400],
		['an unknown endpoint', 'test-key', bodyOf('/api/v1/notes/nothing', {}), 404],
	])('%s', async (_label, key, body, httpStatus) => {
		const { status, text } = await post(body, key);
		expect(status).toBe(httpStatus);
		expect(JSON.parse(text)).toEqual({ code: expect.any(String), message: expect.any(String) });
		expect(emulator.ledger).toHaveLength(1);
		expect(emulator.ledger[0]).toMatchObject({ httpStatus, charged: 0, status: null });
		expect(JSON.stringify(emulator.ledger)).not.toContain('test-key');
	});
});

describe('inputs are checked as documented', () => {
	test.each<[string, Input, ...string[]]>([
		[IMAGES, {}, 'keyword'],
		[IMAGES, { keyword: 5, page: '1' }, 'keyword', 'page'],
		[IMAGES, { keyword: 'a', limit: 5 }, 'limit'],
		[IMAGES, { keyword: 'a', page: 1.5 }, 'page'],
		[SUB_COMMENTS, { note_id: 'n' }, 'comment_id'],
		[SUB_COMMENTS, { comment_id: 'c', cursor: null }, 'cursor'],
		[ANSWERS, { question_id: 'q', order: 'newest' }, 'order'],
		[ANSWERS, { question_id: 12 }, 'question_id'],
		[VIDEOS, { keyword: '' }, 'keyword'],
		[VIDEOS, { keyword: '猫'.repeat(101) }, 'keyword'],
		[VIDEOS, { keyword: 'a', duration: 4 }, 'duration'],
		[VIDEOS, { keyword: 'a', sort: '1' }, 'sort'],
		[VIDEOS, { keyword: 'a', publish_time: 'year', raw: 'true' }, 'publish_time', 'raw'],
		[REPLIES, { url: 'http://article.example/s/one' }, 'url'],
		[REPLIES, { url: 'https://article.example/t/one' }, 'url'],
		[REPLIES, { url: ARTICLE, content_id: '12a' }, 'content_id'],
		[REPLIES, { url: ARTICLE, content_id: 12 }, 'content_id'],
		[POSTS, { user_id: 'u', count: 0 }, 'count'],
		[POSTS, { user_id: 'u', end_cursor: 'made up' }, 'end_cursor'],
	])('%s refuses %j', (endpoint, input, ...fields) => expectWrong(endpoint, input, ...fields));

	test.each<[string, Input]>([
		[VIDEOS, { keyword: '😀'.repeat(100), duration: 'long', sort: 2, publish_time: 3 }],
		[SUB_COMMENTS, { comment_id: 'c', note_id: '', share_text: '' }],
		[REPLIES, { url: ARTICLE, content_id: '', offset: 0, all_pages: true, raw: false }],
		[IMAGES, { keyword: 'cats', page: 3, search_id: '' }],
	])('%s takes %j', async (endpoint, input) => {
		await payloadOf(endpoint, input);
	});

	test('grouped inputs, and no others, where the deployment wants them', async () => {
		emulator.configure({ inputFormat: 'grouped', platformNames: { notes: 'memo' } });
		const endpoint = IMAGES.replace('notes', 'memo');
		await payloadOf(endpoint, { queryParams: { keyword: 'cats' } });
		expect(emulator.ledger[0]!.input).toEqual({ keyword: 'cats' });
		await expectWrong(endpoint, { keyword: 'cats' }, 'keyword');
		await expectWrong(VIDEOS, { queryParams: { keyword: 'cats' } }, 'queryParams');
		await payloadOf(VIDEOS, { body: { keyword: 'cats' } });
	});
});

describe('a next page only where the values are exactly those that were given', () => {
	test('images: the ids of the first page, all three', async () => {
		const first = await payloadOf(IMAGES, { keyword: 'cats' });
		const { search_id, search_session_id, word_request_id } = first;
		const ids = { search_id, search_session_id, word_request_id };
		const second = await payloadOf(IMAGES, { keyword: 'cats', page: 2, ...ids });
		expect(second.search_id).not.toBe(search_id);
		await payloadOf(IMAGES, { keyword: 'cats', page: 3, ...ids });
		const later = { ...ids, search_id: second.search_id };
		await expectWrong(IMAGES, { keyword: 'cats', page: 3, ...later }, 'search_id');
		const decoy = { ...ids, word_request_id: first.data.filter_items[0].word_request_id };
		await expectWrong(IMAGES, { keyword: 'cats', page: 2, ...decoy }, 'word_request_id');
		await expectWrong(IMAGES, { keyword: 'cats', page: 2, search_id }, 'search_session_id');
		await expectWrong(IMAGES, { keyword: 'dogs', page: 2, ...ids }, 'search_id');
		expect(emulator.summary()).toMatchObject({ calls: 7, charged: 0.045, duplicates: [] });
	});

	test('images: a later page without ids is another search', async () => {
		const { ledger } = emulator;
		const ids = await payloadOf(IMAGES, { keyword: 'cats', page: 2 });
		await payloadOf(IMAGES, {
			keyword: 'cats',
			page: 3,
			search_id: ids.search_id,
			search_session_id: ids.search_session_id,
			word_request_id: ids.word_request_id,
		});
		const first = await payloadOf(IMAGES, { keyword: 'cats' });
		expect(ledger.map((entry) => entry.recordIds.length)).toEqual([20, 5, 20]);
		expect(ledger[0]!.recordIds).not.toContain(first.data.items[19].image_info.fileid);
		emulator.configure({ startWithoutCursor: 'refused' });
		await expectWrong(IMAGES, { keyword: 'cats', page: 2 }, 'search_id');
	});

	test('sub-comments: cursor and index', async () => {
		const input = { comment_id: 'c', note_id: 'n' };
		const { cursor, index } = (await payloadOf(SUB_COMMENTS, input)).data.cursor;
		await payloadOf(SUB_COMMENTS, { ...input, cursor, index });
		await expectWrong(SUB_COMMENTS, { ...input, cursor }, 'index');
		await expectWrong(SUB_COMMENTS, { ...input, index }, 'index');
		await expectWrong(SUB_COMMENTS, { ...input, cursor: `${cursor}=`, index }, 'cursor');
		await expectWrong(SUB_COMMENTS, { comment_id: 'd', cursor, index }, 'cursor');
	});

	test.each([
		['jsonString', true],
		['plain', true],
		['plain', false],
	] as const)('sub-comments: the cursor as %s, index beside it: %s', async (cursorForm, beside) => {
		emulator.configure({ cursorForm, indexBeside: beside });
		const { data } = await payloadOf(SUB_COMMENTS, { comment_id: 'c' });
		expect(typeof data.cursor).toBe('string');
		const next =
			cursorForm === 'jsonString'
				? JSON.parse(data.cursor)
				: { cursor: data.cursor, index: data.index ?? 1 };
		expect('index' in data).toBe(cursorForm === 'plain' && beside);
		await payloadOf(SUB_COMMENTS, { comment_id: 'c', ...next });
	});

	test('answers: the query of paging.next, with the own limit', async () => {
		const own = { question_id: 'q', limit: 20 };
		const { paging } = await payloadOf(ANSWERS, own);
		const query = Object.fromEntries(new URL(paging.next).searchParams);
		expect(query).toMatchObject({ offset: '1', limit: '5' });
		const next = { cursor: query.cursor, session_id: query.session_id, offset: 1 };
		await payloadOf(ANSWERS, { ...own, ...next });
		await expectWrong(ANSWERS, { ...own, ...next, limit: 5 }, 'limit');
		await expectWrong(ANSWERS, { ...own, ...next, offset: 20 }, 'offset');
		await expectWrong(ANSWERS, { ...own, ...next, session_id: '' }, 'session_id');
		await expectWrong(ANSWERS, { ...own, ...next, order: 'updated' }, 'cursor');
	});

	test('videos: the cursor word for word, with the same filters', async () => {
		const { cursor } = await payloadOf(VIDEOS, { keyword: 'cats', sort: 'hot' });
		await payloadOf(VIDEOS, { keyword: 'cats', sort: 2, cursor });
		await expectWrong(VIDEOS, { keyword: 'cats', cursor }, 'cursor');
		await expectWrong(VIDEOS, { keyword: 'cats', sort: 2, cursor: cursor.trim() }, 'cursor');
		await expectWrong(VIDEOS, { keyword: 'cats', sort: 2, cursor, raw: false }, 'raw');
		await payloadOf(VIDEOS, { keyword: 'cats', sort: 'hot', offset: 20 });
		expect(emulator.summary().duplicates).toHaveLength(1);
	});

	test('replies: the offset, with the content_id of the first page to the last digit', async () => {
		const { text, json } = await call(REPLIES, { url: ARTICLE });
		const offset = json.output.nextoffset;
		const exact = /"content_id":(\d+)/.exec(text)![1]!;
		expect(String(json.output.content_id)).not.toBe(exact);
		await payloadOf(REPLIES, { url: ARTICLE, content_id: exact, offset });
		const rounded = BigInt(json.output.content_id).toString();
		await expectWrong(REPLIES, { url: ARTICLE, content_id: rounded, offset }, 'content_id');
		await expectWrong(REPLIES, { url: ARTICLE, offset }, 'content_id');
		expect(emulator.summary().duplicates).toEqual([]);
	});

	test('posts: the cursor, with the same count', async () => {
		const { data } = await payloadOf(POSTS, { user_id: 'u' });
		const { end_cursor } = data.user.edge_owner_to_timeline_media.page_info;
		await payloadOf(POSTS, { user_id: 'u', end_cursor, count: 12 });
		await expectWrong(POSTS, { user_id: 'u', end_cursor, count: 20 }, 'count');
	});

	test('a cursor is still good in another emulator with the same seed', async () => {
		const { data } = await payloadOf(POSTS, { user_id: 'u' });
		const { end_cursor } = data.user.edge_owner_to_timeline_media.page_info;
		const first = emulator;
		emulator = await startEmulator();
		try {
			await payloadOf(POSTS, { user_id: 'u', end_cursor });
		} finally {
			await emulator.close();
			emulator = first;
		}
	});
});

describe('lists', () => {
	const idsOn = async (page: number) => {
		const { search_id, search_session_id, word_request_id } = await payloadOf(IMAGES, {
			keyword: 'cats',
		});
		const ids = { search_id, search_session_id, word_request_id };
		await payloadOf(IMAGES, { keyword: 'cats', page, ...ids });
		return emulator.ledger.at(-1)!.recordIds;
	};

	test('a size in the key, an exact one, one for all', async () => {
		emulator.setList('search_images', '*', { size: 3 });
		emulator.setList('search_images', 'exact size-9', { size: 2 });
		for (const keyword of ['cats', 'cats size-9', 'exact size-9', 'cats size-0']) {
			await payloadOf(IMAGES, { keyword });
		}
		expect(emulator.ledger.map((entry) => entry.recordIds.length)).toEqual([3, 9, 2, 0]);
	});

	test('records repeated from the page before', async () => {
		emulator.setList('search_images', 'cats', { repeats: 4 });
		const [first, second] = [await idsOn(1), await idsOn(2)];
		expect(second.slice(0, 4)).toEqual(first.slice(-4));
		expect(new Set([...first, ...second]).size).toBe(36);
	});

	test('pages after the end are empty, or repeat the last', async () => {
		expect(await idsOn(4)).toEqual([]);
		emulator.configure({ imageEnd: 'repeat' });
		expect(await idsOn(4)).toEqual(await idsOn(3));
	});

	test('equal ids, though the records differ', async () => {
		emulator.setList('search_images', 'cats', { equalIds: true });
		const { data } = await payloadOf(IMAGES, { keyword: 'cats' });
		const [one, other] = data.items;
		expect(one.image_info.fileid).toBe(other.image_info.fileid);
		expect(one.note_info.note_id).not.toBe(other.note_info.note_id);
	});

	test('an empty page in the middle, and more for ever with the same cursor', async () => {
		emulator.setList('fetch_user_posts_v2', 'u', { size: 20, emptyPageAt: 2, endless: true });
		const cursors: string[] = [];
		let input: Input = { user_id: 'u' };
		for (let i = 0; i < 5; i++) {
			const { page_info } = (await payloadOf(POSTS, input)).data.user.edge_owner_to_timeline_media;
			expect(page_info.has_next_page).toBe(true);
			cursors.push(page_info.end_cursor);
			input = { user_id: 'u', end_cursor: page_info.end_cursor };
		}
		expect(emulator.ledger.map((entry) => entry.recordIds.length)).toEqual([12, 0, 8, 8, 8]);
		expect(new Set(cursors).size).toBe(2);
		expect(emulator.summary().duplicates).toHaveLength(1);
	});

	test('all replies at once, some of them missing', async () => {
		emulator.configure({ replyTotalMissing: 2 });
		const all = await payloadOf(REPLIES, { url: ARTICLE, all_pages: true, offset: 20 });
		expect(all.replies).toHaveLength(43);
		expect(all.reply_total).toBe(45);
		expect(all).not.toHaveProperty('hasmore');
		expect(all).not.toHaveProperty('nextoffset');
	});

	test('a video search without hits', async () => {
		const none = await payloadOf(VIDEOS, { keyword: 'size-0' });
		expect(none).toMatchObject({ results: { data: [] }, total: null, continue_flag: 0 });
		expect(typeof none.no_more).toBe('string');
	});
});

describe('layers and cost', () => {
	test.each([
		['run', ['output', 'data', 'items']],
		['run+envelope', ['output', 'data', 'data', 'items']],
		['envelope', ['data', 'data', 'items']],
		['payload', ['data', 'items']],
	] as const)('layers: %s', async (layers, path) => {
		emulator.configure({ layers });
		const { json } = await call(IMAGES, { keyword: 'cats' });
		expect(path.reduce((value, name) => value[name], json)).toHaveLength(20);
	});

	test.each([
		['MICRO_DOLLAR', { billing: { reportedCost: { value: 1500, unit: 'MICRO_DOLLAR' } } }],
		['CENT', { billing: { reportedCost: { value: 0.15, unit: 'CENT' } } }],
		['DOLLAR', { billing: { reportedCost: { value: 0.0015, unit: 'DOLLAR' } } }],
		['cost', { cost: { value: 0.0015, currency: 'USD' } }],
		['none', { price: { amount: { value: 0.0015 } } }],
		['oldPrice', { price: { amount: 0.0015, currency: 'USD' } }],
	] as const)('billing: %s', async (billing, expected) => {
		emulator.configure({ billing });
		const { json } = await call(POSTS, { user_id: 'u' });
		expect(json).toMatchObject(expected);
		expect('billing' in json).toBe('billing' in expected);
		expect('cost' in json).toBe(billing === 'cost');
		expect(emulator.ledger[0]!.charged).toBe(0.0015);
	});

	test('the two prices that are stated, and a set one', async () => {
		await payloadOf(VIDEOS, { keyword: 'cats' });
		emulator.configure({ price: 'described' });
		await payloadOf(VIDEOS, { keyword: 'dogs' });
		await payloadOf(IMAGES, { keyword: 'dogs' });
		emulator.configure({ prices: { fetch_search_videos: 0.5 } });
		await payloadOf(VIDEOS, { keyword: 'birds' });
		expect(emulator.ledger.map(({ charged }) => charged)).toEqual([0.015, 0.01, 0.015, 0.5]);
	});
});

describe('faults', () => {
	const input = { keyword: 'cats' };

	test.each<[Fault, number, number, Json]>([
		[{ kind: 'blocked' }, 200, 0, { status: 'BLOCKED', reason: expect.any(String) }],
		[{ kind: 'accepted' }, 202, 0, { status: 'RUNNING', completedAt: null }],
		[{ kind: 'timedOut' }, 408, 0, { status: 'TIMED_OUT' }],
		[{ kind: 'stopped' }, 200, 0, { status: 'STOPPED', output: null }],
		[{ kind: 'failed' }, 200, 0, { status: 'FAILED', output: null }],
		[{ kind: 'refused', httpStatus: 402 }, 402, 0, { code: 'insufficient_balance' }],
		[
			{ kind: 'refused', httpStatus: 403, form: 'nested' },
			403,
			0,
			{ error: { code: 'forbidden' } },
		],
		[{ kind: 'echoKey' }, 400, 0, { message: expect.stringContaining('Bearer test-key') }],
		[{ kind: 'provider' }, 502, 0, { output: null, providerResponse: { httpStatus: 502 } }],
		[
			{
				kind: 'provider',
				providerStatus: 429,
				httpStatus: 200,
				runStatus: 'COMPLETED',
				charged: true,
			},
			200,
			0.015,
			{ status: 'COMPLETED', providerResponse: { httpStatus: 429 } },
		],
		[
			{ kind: 'provider', transient: true },
			400,
			0,
			{ providerResponse: { error: expect.stringMatching(/failed.*retry.*not charged/i) } },
		],
		[
			{ kind: 'validation', field: 'page' },
			422,
			0,
			{ detail: [{ loc: ['body', 'input', 'page'] }] },
		],
		[
			{ kind: 'validation', at: 'provider' },
			422,
			0,
			{ providerResponse: { error: { detail: [{ loc: ['body', 'input', 'keyword'] }] } } },
		],
		[{ kind: 'rateLimited' }, 429, 0, { code: 'rate_limited' }],
		[{ kind: 'server', httpStatus: 503 }, 503, 0, { code: 'internal_error' }],
		[{ kind: 'server', body: 'html', charged: true }, 500, 0.015, undefined],
		[{ kind: 'redirect', location: 'http://other.example/' }, 307, 0, undefined],
		[{ kind: 'html' }, 200, 0, undefined],
		[{ kind: 'invalidJson' }, 200, 0.015, undefined],
		[{ kind: 'emptyBody' }, 200, 0.015, undefined],
		[{ kind: 'platform' }, 200, 0.015, { output: { code: -510001 } }],
		[{ kind: 'platform', form: 'success' }, 200, 0.015, { output: { success: false } }],
		[{ kind: 'platform', form: 'error' }, 200, 0.015, { output: { error: { code: 4041 } } }],
		[{ kind: 'platform', form: 'ret' }, 200, 0.015, { output: { ret: -3 } }],
		[{ kind: 'unknownShape' }, 200, 0.015, { status: 'COMPLETED' }],
		[{ kind: 'unknownShape', payload: { a: 1 } }, 200, 0.015, { output: { a: 1 } }],
	])('%j', async (fault, httpStatus, charged, expected) => {
		emulator.addFault(fault);
		const { status, json } = await call(IMAGES, input);
		expect(status).toBe(httpStatus);
		if (expected === undefined) expect(json).toBeUndefined();
		else expect(json).toMatchObject(expected);
		expect(emulator.ledger[0]).toMatchObject({
			httpStatus,
			charged,
			fault: fault.kind,
			served: false,
			page: 1,
		});
		await payloadOf(IMAGES, input);
		expect(emulator.summary().duplicates).toEqual([]);
	});

	test.each(['reset', 'cutHeaders', 'cutBody'] as const)('%s', async (kind) => {
		emulator.addFault({ kind });
		await expect(call(IMAGES, input)).rejects.toThrow();
		await emulator.settled();
		expect(emulator.ledger[0]).toMatchObject({ charged: 0.015, delivered: false, aborted: false });
		expect(emulator.ledger[0]!.httpStatus).toBe(kind === 'cutBody' ? 200 : null);
	});

	test.each(['hang', 'trickle'] as const)('%s until the client leaves', async (kind) => {
		emulator.addFault({ kind });
		const left = post(bodyOf(IMAGES, input), 'test-key', AbortSignal.timeout(100));
		await expect(left).rejects.toThrow();
		await emulator.settled();
		expect(emulator.ledger[0]).toMatchObject({ charged: 0.015, delivered: false, aborted: true });
	});

	test('a trickle that ends', async () => {
		emulator.addFault({ kind: 'trickle', intervalMs: 5, forMs: 50 });
		expect((await call(IMAGES, input)).json.output.data.items).toHaveLength(20);
		await emulator.settled();
		expect(emulator.ledger[0]).toMatchObject({ charged: 0.015, delivered: true, aborted: false });
	});

	test('wait for the calls they match, as often as they say', async () => {
		emulator.addFault({ kind: 'html', match: { key: 'dogs' }, times: 2, label: 'web page' });
		emulator.addFault({ kind: 'timedOut', match: { call: 5 } });
		emulator.addFault({ kind: 'emptyBody', match: { operation: 'fetch_user_posts_v2', page: 2 } });
		for (const keyword of ['cats', 'dogs', 'dogs', 'dogs', 'cats']) await call(IMAGES, { keyword });
		expect(emulator.ledger.map(({ fault }) => fault)).toEqual([
			null,
			'web page',
			'web page',
			null,
			'timedOut',
		]);
	});

	test('nothing is charged where nothing could be priced', async () => {
		emulator.addFault({ kind: 'invalidJson' });
		await post('{}');
		expect(emulator.ledger[0]).toMatchObject({ fault: 'invalidJson', charged: 0 });
	});

	test.each([
		['seconds', /^1$/],
		['date', /GMT$/],
		['none', /^$/],
	] as const)('the rate limit, Retry-After: %s', async (retryAfter, expected) => {
		emulator.configure({ callsPerSecond: 2, retryAfter });
		const answers = await Promise.all([1, 2, 3].map(() => call(POSTS, { user_id: 'u' })));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
		const refused = answers.find(({ status }) => status === 429)!;
		expect(refused.headers.get('retry-after') ?? '').toMatch(expected);
	});
});

describe('clients that leave and calls at once', () => {
	const leaveEarly = async () => {
		emulator.configure({ latencyMs: 5000 });
		const left = post(bodyOf(POSTS, { user_id: 'u' }), 'test-key', AbortSignal.timeout(50));
		await expect(left).rejects.toThrow();
		await emulator.settled();
		return emulator.ledger.at(-1);
	};

	test('a call is charged though its client left', async () => {
		expect(await leaveEarly()).toMatchObject({ aborted: true, charged: 0.0015, delivered: false });
		emulator.configure({ chargeAborted: false });
		expect(await leaveEarly()).toMatchObject({ aborted: true, charged: 0, delivered: false });
	});

	test('calls in flight are counted', async () => {
		emulator.configure({ latencyMs: 50 });
		await Promise.all(['a', 'b', 'c'].map((user_id) => call(POSTS, { user_id })));
		await call(POSTS, { user_id: 'd' });
		expect(emulator.ledger.map(({ concurrent }) => concurrent)).toEqual([1, 2, 3, 1]);
		expect(emulator.summary()).toMatchObject({ calls: 4, charged: 0.006, maxConcurrent: 3 });
	});
});

test('the control routes do what the object does', async () => {
	const control = async (method: string, path: string, body?: object) => {
		const init = { method, body: body && JSON.stringify(body) };
		const response = await fetch(`${emulator.url}/emulator${path}`, init);
		return { status: response.status, json: parse(await response.text()) };
	};
	expect((await control('GET', '')).json.endpoints).toContain(IMAGES);
	await control('PATCH', '/settings', { layers: 'payload' });
	expect(emulator.settings.layers).toBe('payload');
	expect((await control('PATCH', '/settings', { nonsense: 1 })).status).toBe(400);
	const list = { operation: 'fetch_user_posts_v2', key: 'u', list: { size: 2 } };
	await control('PUT', '/lists', list);
	await control('POST', '/faults', { kind: 'html', match: { call: 2 }, times: null });
	expect((await control('POST', '/faults', { kind: 'nonsense' })).status).toBe(400);
	await call(POSTS, { user_id: 'u' });
	await call(POSTS, { user_id: 'u' });
	const { entries, summary } = (await control('GET', '/ledger')).json;
	expect(entries[0].recordIds).toHaveLength(2);
	expect(entries[1].fault).toBe('html');
	expect(summary.calls).toBe(2);
	await control('DELETE', '/ledger');
	expect(emulator.ledger).toEqual([]);
	await control('POST', '/reset');
	expect(emulator.settings.layers).toBe('run');
});
