import { operations } from '../harness/operations.mts';
import { queries } from './built.mts';
import type { Query } from './built.mts';

/** A payload as docs/gateway.md describes it, with an input that asks for it. */
export interface Page {
	label: string;
	query: Query;
	input: Record<string, unknown>;
	payload: any;
	/** How many records it holds. */
	records: number;
}

const LONG = '1152921504606846977';

const image = {
	image_info: { fileid: 'f1', url: 'https://i.example/1', original: 'https://i.example/1/big' },
	note_info: {
		note_id: 'n1',
		title: 'A &amp; B',
		desc: 'one\ntwo',
		liked_count: '1.2万',
		comments_count: 0,
		publish_time: 1700000000,
	},
	user_info: { user_id: 'u1', nickname: 'Zoë' },
	share_info: { link: 'https://notes.example/1' },
};

const subComment = {
	id: 'c1',
	content: 'Hi 😀',
	create_time: 1700000000123,
	like_count: '10万+',
	user: { userid: 'u1', nickname: 'A' },
};

const card = {
	target_type: 'answer',
	type: 'question_feed_card',
	target: {
		id: LONG,
		type: 'answer',
		content: '<p>one</p><p>two</p>',
		excerpt: 'one',
		url: 'https://qa.example/1',
		created_time: 1700000000,
		voteup_count: 3,
		comment_count: 4,
		author: { id: 'a1', name: 'Anna', url_token: 'anna' },
		question: { id: 'q1', title: 'Why?' },
	},
};

const video = {
	docID: LONG,
	title: '<em class="highlight">cat</em>',
	desc: 'a cat',
	dateTime: '2024-05-01',
	pubTime: 1700000000,
	image: 'https://i.example/v',
	likeNum: '10万+',
	source: { title: 'Cats' },
	jumpInfo: { userName: 'v2', nickName: 'B', jumpUrl: 'https://v.example/1' },
};

const reply = {
	reply_id: LONG,
	nick_name: 'A',
	content: 'Yes',
	create_time: 1700000000,
	ip_wording: { country_name: 'x' },
	reply_like_num: 2,
};

const post = {
	id: '3001',
	display_url: 'https://i.example/p',
	is_video: true,
	video_url: 'https://i.example/film',
	caption: { text: 'Look' },
	edge_media_to_caption: { edges: [{ node: { text: 'Look' } }] },
	edge_media_to_comment: { count: 7 },
	edge_media_preview_like: { count: 8 },
	taken_at_timestamp: 1700000000,
	owner: { id: 'o1', username: 'zoe' },
};

const timeline = (edges: unknown, pageInfo: object) => ({
	edge_owner_to_timeline_media: { count: 30, edges, page_info: pageInfo },
});

const QUESTION = 'https://qa.example/questions/1/answers';

type Row = [name: string, label: string, payload: unknown, records: number];

const ROWS: Row[] = [
	['search_images', 'a page', { data: { items: [image, image] }, next_page: 2, search_id: 's' }, 2],
	['search_images', 'nothing', { data: { items: [] } }, 0],
	[
		'get_note_sub_comments',
		'a page, the cursor an object',
		{ data: { comments: [subComment], cursor: { cursor: 'c', index: 2 }, has_more: true } },
		1,
	],
	[
		'get_note_sub_comments',
		'a page, the cursor JSON text',
		{ success: true, data: { comments: [subComment], cursor: `{"cursor":${LONG}}`, has_more: 1 } },
		1,
	],
	['get_note_sub_comments', 'the end', { data: { comments: [], has_more: false } }, 0],
	['get_note_sub_comments', 'the end without a list', { data: { has_more: false } }, 0],
	[
		'fetch_question_answers',
		'a page',
		{
			data: [card, { ...card, type: 'feed_advert' }, card],
			paging: { is_end: false, next: `${QUESTION}?cursor=c%3D&limit=5&offset=1&session_id=s` },
		},
		2,
	],
	['fetch_question_answers', 'the end', { data: [], paging: { is_end: true } }, 0],
	['fetch_question_answers', 'the end without a list', { data: null, paging: { is_end: true } }, 0],
	['fetch_question_answers', 'a list alone', { data: [card] }, 1],
	[
		'fetch_search_videos',
		'a page, raw',
		{
			results: { data: [{ items: [video], subBoxes: [{ items: [video] }] }] },
			cursor: 'c',
			continue_flag: 1,
		},
		2,
	],
	[
		'fetch_search_videos',
		'a page, parsed',
		{ items: [video], cursor: 'c', continue_flag: true, total: 9 },
		1,
	],
	['fetch_search_videos', 'the end', { results: { data: [] }, cursor: 'c', continue_flag: 0 }, 0],
	['fetch_search_videos', 'nothing', { results: null, no_more: 'no result', total: null }, 0],
	['fetch_search_videos', 'nothing, in a word', { no_more: 'no result' }, 0],
	['fetch_search_videos', 'nothing, by its total', { total: 0 }, 0],
	[
		'fetch_comment_replies',
		'a page',
		{ replies: [reply], hasmore: true, nextoffset: 20, reply_total: 30, content_id: LONG },
		1,
	],
	[
		'fetch_comment_replies',
		'a page in the other spelling',
		{ replies: [reply], has_more: 1, next_offset: 20 },
		1,
	],
	['fetch_comment_replies', 'all', { replies: [reply], reply_total: 1 }, 1],
	['fetch_comment_replies', 'the end without a list', { replies: null, hasmore: false }, 0],
	['fetch_comment_replies', 'nothing, by its total', { reply_total: 0 }, 0],
	[
		'fetch_user_posts_v2',
		'a page, the user under data',
		{ data: { user: timeline([{ node: post }], { has_next_page: true, end_cursor: 'e' }) } },
		1,
	],
	[
		'fetch_user_posts_v2',
		'a page, the user at the top',
		{ user: timeline([{ node: post }, { node: null }, post], { has_next_page: false }) },
		2,
	],
	[
		'fetch_user_posts_v2',
		'the end without a list',
		{ data: { user: timeline(null, { has_next_page: false }) } },
		0,
	],
];

/** The query of the built package that the service knows by this name. */
export function queryOf(name: string): Query {
	const { resource, operation } = operations.find((each) => each.name === name)!;
	return queries.find((each) => each.resource === resource && each.name === operation)!;
}

/** Pages of all six operations, and the forms in which they say that there is no more. */
export const pages: Page[] = ROWS.map(([name, label, payload, records]) => ({
	label: `${name}: ${label}`,
	query: queryOf(name),
	input: operations.find((each) => each.name === name)!.input('a'),
	payload,
	records,
}));
