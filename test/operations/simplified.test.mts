import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { runOf } from '../harness/gateway.mts';
import {
	SIMPLIFIED_FIELDS,
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

/** The payload of a last page that holds these records (docs/gateway.md, Paging). */
const PAYLOADS: Record<string, (records: unknown[]) => unknown> = {
	search_images: (items) => ({ data: { items } }),
	get_note_sub_comments: (comments) => ({ data: { comments, has_more: false } }),
	fetch_question_answers: (data) => ({ data, paging: { is_end: true } }),
	fetch_search_videos: (items) => ({ items, continue_flag: 0 }),
	fetch_comment_replies: (replies) => ({ replies, hasmore: false }),
	fetch_user_posts_v2: (nodes) => ({
		user: {
			edge_owner_to_timeline_media: {
				edges: nodes.map((node) => ({ node })),
				page_info: { has_next_page: false },
			},
		},
	}),
};

async function simplified(operation: OperationCase, record: IDataObject): Promise<IDataObject> {
	gateway.answerWith(() => ({ body: runOf(PAYLOADS[operation.name]([record])) }));
	const credential = { baseUrl: gateway.url };
	const run = await world.run({ ...operation.parameters('a'), limit: 1 }, { credential });
	expect(run.records).toHaveLength(1);
	expect(Object.keys(run.records[0])).toEqual(SIMPLIFIED_FIELDS);
	return run.records[0];
}

const NOTHING = Object.fromEntries(SIMPLIFIED_FIELDS.map((field) => [field, null]));

interface Row {
	label: string;
	operation: OperationCase;
	record: IDataObject;
	/** What it gives; the fields that are not named are null. */
	gives: IDataObject;
}

const WHOLE: Row[] = [
	{
		label: 'an image',
		operation: searchImages,
		record: {
			image_info: { fileid: 'f1', url: 'https://i/small', original: 'https://i/big', width: 3 },
			note_info: {
				note_id: 'n1',
				title: 'A &amp; B',
				desc: 'one\ntwo',
				liked_count: '1.2万',
				collected_count: 9,
				comments_count: 0,
				publish_time: 1700000000,
			},
			user_info: { user_id: 'u1', nickname: 'Zoë', images: 'https://i/u' },
			share_info: { link: 'https://notes/n1' },
		},
		gives: {
			id: 'f1',
			url: 'https://notes/n1',
			title: 'A & B',
			text: 'one\ntwo',
			authorId: 'u1',
			authorName: 'Zoë',
			createdAt: '2023-11-14T22:13:20.000Z',
			likeCount: 12000,
			commentCount: 0,
			mediaUrl: 'https://i/big',
		},
	},
	{
		label: 'a sub-comment with seconds',
		operation: getSubComments,
		record: {
			id: 'c1',
			note_id: 'n1',
			content: 'Hi 😀',
			time: 1700000000,
			like_count: 5,
			ip_location: 'x',
			user: { userid: 'u1', nickname: 'A', images: 'https://i/u' },
			target_comment: { id: 'c0', user: { userid: 'u0' } },
		},
		gives: {
			id: 'c1',
			text: 'Hi 😀',
			authorId: 'u1',
			authorName: 'A',
			createdAt: '2023-11-14T22:13:20.000Z',
			likeCount: 5,
		},
	},
	{
		label: 'a sub-comment with milliseconds',
		operation: getSubComments,
		record: {
			id: 'c1',
			content: 'Hi',
			create_time: 1700000000123,
			like_count: '10万+',
			user_info: { user_id: 'u1', nickname: 'A', image: 'https://i/u' },
		},
		gives: {
			id: 'c1',
			text: 'Hi',
			authorId: 'u1',
			authorName: 'A',
			createdAt: '2023-11-14T22:13:20.123Z',
			likeCount: 100000,
		},
	},
	{
		label: 'an answer',
		operation: getAnswers,
		record: {
			id: 'card',
			target_type: 'answer',
			target: {
				id: '77',
				content:
					'<p data-pid="x">1 &lt; 2<br>and <b>more</b></p><p>&#x4f60;&#22909;&nbsp;&hellip;</p><script>no()</script>',
				excerpt: 'no',
				url: 'https://qa/77',
				created_time: 1700000000,
				updated_time: 1700000001,
				voteup_count: 3,
				comment_count: 4,
				author: { id: 'a1', name: 'Anna', url_token: 'anna', headline: 'h', follower_count: 1 },
				question: { id: 'q1', title: 'Why?' },
			},
		},
		gives: {
			id: '77',
			url: 'https://qa/77',
			title: 'Why?',
			text: '1 < 2\nand more\n你好 …',
			authorId: 'a1',
			authorName: 'Anna',
			createdAt: '2023-11-14T22:13:20.000Z',
			likeCount: 3,
			commentCount: 4,
		},
	},
	{
		label: 'a video',
		operation: searchVideos,
		record: {
			docID: '1152921504606846977',
			exportId: 'export/1',
			title: '<em class="highlight">cat</em> &quot;video&quot;',
			desc: 'a cat',
			dateTime: '3天前',
			pubTime: 1700000000,
			duration: '3:20',
			image: 'https://i/v.jpg',
			likeNum: '10万+',
			source: { title: 'Cats', iconUrl: 'https://i/icon' },
			jumpInfo: { userName: 'v2_1@finder', nickName: 'Other' },
		},
		gives: {
			id: '1152921504606846977',
			title: 'cat "video"',
			text: 'a cat',
			authorId: 'v2_1@finder',
			authorName: 'Cats',
			createdAt: '2023-11-14T22:13:20.000Z',
			likeCount: 100000,
			mediaUrl: 'https://i/v.jpg',
		},
	},
	{
		label: 'a reply',
		operation: getCommentReplies,
		record: {
			reply_id: '1152921504606846977',
			nick_name: 'A',
			content: 'Yes',
			create_time: 1700000000,
			ip_wording: { country_name: 'x' },
			identity_name: '',
			reply_like_num: 2,
			logo_url: 'https://i/l',
		},
		gives: {
			id: '1152921504606846977',
			text: 'Yes',
			authorName: 'A',
			createdAt: '2023-11-14T22:13:20.000Z',
			likeCount: 2,
		},
	},
	{
		label: 'a post with a picture',
		operation: getPosts,
		record: {
			id: '3001',
			shortcode: 'abc',
			display_url: 'https://i/big',
			thumbnail_src: 'https://i/small',
			is_video: false,
			caption: { text: 'Look <3 & see' },
			edge_media_to_comment: { count: 7 },
			edge_media_preview_like: { count: 8 },
			taken_at_timestamp: 1700000000,
			owner: { id: 'o1', username: 'zoe' },
		},
		gives: {
			id: '3001',
			text: 'Look <3 & see',
			authorId: 'o1',
			authorName: 'zoe',
			createdAt: '2023-11-14T22:13:20.000Z',
			likeCount: 8,
			commentCount: 7,
			mediaUrl: 'https://i/big',
		},
	},
	{
		label: 'a post with a video and the other caption',
		operation: getPosts,
		record: {
			id: '3001',
			display_url: 'https://i/big',
			is_video: true,
			video_url: 'https://i/film',
			edge_media_to_caption: { edges: [{ node: { text: 'Film' } }] },
			owner: { id: 'o1', username: 'zoe' },
		},
		gives: {
			id: '3001',
			text: 'Film',
			authorId: 'o1',
			authorName: 'zoe',
			mediaUrl: 'https://i/film',
		},
	},
];

describe('a record as it comes out simplified', () => {
	test.each(WHOLE)('$label', async ({ operation, record, gives }) => {
		expect(await simplified(operation, record)).toEqual({ ...NOTHING, ...gives });
	});
});

describe('optional fields that are missing, null or empty', () => {
	const rows: Row[] = [
		[searchImages, { image_info: { fileid: 'f1' } }, { id: 'f1' }],
		[
			searchImages,
			{
				image_info: { fileid: 'f1', url: 'https://i/small', original: null },
				note_info: { title: '', desc: null, liked_count: '赞', publish_time: null },
				user_info: null,
				share_info: null,
			},
			{ id: 'f1', mediaUrl: 'https://i/small' },
		],
		[getSubComments, { id: 'c1' }, { id: 'c1' }],
		[getSubComments, { id: 'c1', content: '', user: null, time: 0 }, { id: 'c1' }],
		[getAnswers, { target: { id: '7' } }, { id: '7' }],
		[
			getAnswers,
			{ target: { id: '7', excerpt: 'short', author: { url_token: 'anna' }, updated_time: 1e9 } },
			{ id: '7', text: 'short', authorId: 'anna', createdAt: '2001-09-09T01:46:40.000Z' },
		],
		[searchVideos, { docID: '1' }, { id: '1' }],
		[
			searchVideos,
			{ docID: '1', dateTime: '2024-05-01', source: null, jumpInfo: { nickName: 'B' } },
			{ id: '1', authorName: 'B', createdAt: '2024-05-01T00:00:00.000Z' },
		],
		[searchVideos, { docID: '1', dateTime: '3天前', likeNum: 5 }, { id: '1', likeCount: 5 }],
		[getCommentReplies, { reply_id: '1' }, { id: '1' }],
		[getPosts, { id: '1' }, { id: '1' }],
		[
			getPosts,
			{
				id: '1',
				caption: null,
				edge_media_to_caption: { edges: [] },
				thumbnail_src: 'https://i/t',
			},
			{ id: '1', mediaUrl: 'https://i/t' },
		],
		[
			getPosts,
			{ id: '1', is_video: true, video_url: null, display_url: 'https://i/d' },
			{ id: '1', mediaUrl: 'https://i/d' },
		],
	].map(([operation, record, gives]) => ({
		label: `${(operation as OperationCase).label}: ${JSON.stringify(record).slice(0, 70)}`,
		operation: operation as OperationCase,
		record: record as IDataObject,
		gives: gives as IDataObject,
	}));

	test.each(rows)('$label', async ({ operation, record, gives }) => {
		expect(await simplified(operation, record)).toEqual({ ...NOTHING, ...gives });
	});
});
