import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { postsByOffset, runOf } from '../harness/gateway.mts';
import {
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

const world = useWorld();
const gateway = useGateway();

const image = (fileid: string) => ({ image_info: { fileid } });
const timeline = (id: string, page_info: object) => ({
	user: { edge_owner_to_timeline_media: { edges: [{ node: { id } }], page_info } },
});

/**
 * Two pages as docs/development/gateway.md, Paging, has them, and what the second is asked for
 * with.
 */
const WALKS: Array<[OperationCase, pages: [object | string, object], second: IDataObject]> = [
	[
		searchImages,
		[
			{ search_id: 's', search_session_id: 't', next_page: 5, data: { items: [image('1')] } },
			{ data: { items: [image('2')] }, next_page: 5 },
		],
		{ page: 5, search_id: 's', search_session_id: 't', word_request_id: '' },
	],
	[
		getSubComments,
		[
			{ data: { comments: [{ id: '1' }], cursor: { cursor: 'c', index: 7 }, has_more: true } },
			{ data: { comments: [{ id: '2' }], cursor: 'standing', has_more: false } },
		],
		{ cursor: 'c', index: 7 },
	],
	[
		getAnswers,
		[
			{
				data: [{ target: { id: '1' } }, { type: 'feed_advert' }, null],
				paging: { is_end: false, next: 'https://q/x?offset=1&cursor=a%2Bb&session_id=s' },
			},
			{ data: [{ target: { id: 2 } }], paging: { is_end: true, next: '/x?cursor=d' } },
		],
		{ cursor: 'a+b', offset: 1, session_id: 's' },
	],
	[
		searchVideos,
		[
			{ continue_flag: true, cursor: ' + /=', results: { data: [{ items: [{ docID: '1' }] }] } },
			{ continue_flag: '0', cursor: 'standing', results: { data: [{ items: [{ docID: '2' }] }] } },
		],
		{ cursor: ' + /=' },
	],
	[
		getCommentReplies,
		[
			// As text, since JavaScript would lose digits.
			'{"content_id":1152921504606846977,"replies":[{"reply_id":1}],"has_more":1,"next_offset":"20"}',
			{ replies: [{ reply_id: '2' }], has_more: 0, next_offset: 21 },
		],
		{ offset: 20, content_id: '1152921504606846977' },
	],
	[
		getPosts,
		[
			timeline('1', { has_next_page: true, end_cursor: 'c' }),
			timeline('2', { has_next_page: false, end_cursor: 'd' }),
		],
		{ end_cursor: 'c' },
	],
];

describe('a gateway that is not the emulator', () => {
	test.each(WALKS.map(([operation, ...walk]) => [operation.label, operation, ...walk] as const))(
		'%s is read from page to page',
		async (_label, operation, pages, second) => {
			gateway.answerWith(() => {
				const page = pages[gateway.calls.length - 1];
				return { body: typeof page === 'string' ? `{"data":${page}}` : runOf(page) };
			});
			const run = await world.run(
				{ ...operation.parameters('a'), returnAll: true },
				{ credential: { baseUrl: gateway.url, provider: 'another-provider' } },
			);
			expect(run.records.map(({ id }) => id)).toEqual(['1', '2']);
			const first = operation.input('a');
			expect(gateway.calls.map(({ body }) => body)).toEqual(
				[first, { ...first, ...second }].map((input) => ({
					provider: 'another-provider',
					endpoint: operation.endpoint,
					input,
				})),
			);
		},
	);
});

describe('an answer that no strict parser reads', () => {
	const answerWith = (damage: (text: string) => string) => {
		const pageOf = postsByOffset(
			() => 30,
			(post) => 1_700_000_000 + post,
		);
		gateway.answerWith((call) => {
			if (call.path !== '/v1/run') return { status: 404, body: {} };
			const { body } = pageOf(call);
			const text = JSON.stringify(body);
			return { body: call.body.input.end_cursor === '12' ? damage(text) : text };
		});
	};
	const posts = { ...getPosts.parameters('a'), returnAll: true };
	const run = async () => await world.run(posts, { credential: { baseUrl: gateway.url } });

	test.each<[string, (text: string) => string]>([
		[
			'a bare NaN',
			(text) => text.replaceAll(/"taken_at_timestamp":\d+/g, '"taken_at_timestamp":NaN'),
		],
		['-Infinity', (text) => text.replace('"output"', '"ratio": -Infinity,"output"')],
		['a raw line break', (text) => text.replace('"p18"', '"p18","title":"one\ntwo"')],
		['a raw NUL', (text) => text.replace('"p18"', '"p18","title":"one\u0000two"')],
		[
			'a page as text within',
			(text) =>
				text.replace(
					/"output":(\{.*\}),"providerResponse"/,
					(_, page: string) =>
						`"output":${JSON.stringify(page.replace(/\d+(?=\}\})/, 'NaN'))},"providerResponse"`,
				),
		],
	])('is read, since it was paid for: %s', async (_label, damage) => {
		answerWith(damage);
		const { error, records } = await run();
		expect(error).toBeUndefined();
		expect(records).toHaveLength(30);
		expect(gateway.calls).toHaveLength(3);
	});

	test.each<[string, (text: string) => string]>([
		['cut off', (text) => text.slice(0, -20)],
		['with two commas', (text) => text.replace(',', ',,')],
	])('is no reason to look at the Base URL: %s', async (_label, damage) => {
		answerWith(damage);
		const { error } = await run();
		const failure = { code: 'UNRECOGNISED_ANSWER', mayBeCharged: true, callsMade: 2 };
		expect(error?.errorResponse).toMatchObject(failure);
		const words = `${error?.message} ${error?.description}`;
		expect(words).toContain('{"runId":');
		expect(words).not.toContain('Base URL');
	});
});
