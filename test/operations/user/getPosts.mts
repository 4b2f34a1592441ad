import type { OperationFile, SimplifiedRow } from '../../harness/operations.mts';
import { SEVERAL, SEVERAL_IDS } from '../../harness/wrongValues.mts';

const post = { id: '3001', taken_at_timestamp: 1700000000, owner: { id: 'o1', username: 'zoe' } };

const LIKED = { id: '1', edge_media_preview_like: { count: 3 } };

const timeline = (edges: unknown, pageInfo: object) => ({
	edge_owner_to_timeline_media: { edges, page_info: pageInfo },
});

const FIRST = { has_next_page: true, end_cursor: 'e==' };
const LAST = { has_next_page: false };
const lastOf = (...edges: unknown[]) => timeline(edges, LAST);
const counting = (count: number, edges: unknown[], page_info: object) => ({
	user: { edge_owner_to_timeline_media: { count, edges, page_info } },
});

export const operationCase: OperationFile = {
	resource: 'user',
	operation: 'getPosts',
	endpoint: '/api/v1/photos/v1/fetch_user_posts_v2',
	group: 'queryParams',
	price: 0.0015,
	timeout: { default: 30, minimum: 1 },
	pageSize: 12,
	required: 'userId',
	// No end_cursor: its default is "none" (docs/development/gateway.md, User posts).
	input: (user_id) => ({ user_id, count: 12 }),
	position: ['end_cursor'],
	viewInputs: ['count'],
	idOf: (record) => record.id,

	panel: {
		title: ['User', 'Get Posts'],
		action: 'Get posts of user ($0.0015 per call)',
		description: 'List the posts of a user',
		fields: [
			['userId', 'User ID', 'string', '', 'required'],
			['pageSize', 'Page Size', 'number', 12, { minValue: 1, numberPrecision: 0 }],
		],
		newerThan: {},
		startPosition: [['endCursor', 'End Cursor', 'string', '']],
	},
	toolInputs: ['userId', 'newerThan'],
	sent: [
		['userId', 25025320, 'user_id', '25025320'],
		['userId', '“25025320”', 'user_id', '25025320'],
		['pageSize', 100000, 'count', 100000],
		['pageSize', '50', 'count', 50],
	],
	refused: [
		['userId', SEVERAL_IDS, `'User ID' ${SEVERAL}`],
		[
			'userId',
			['https://photos.example/zoe', '@zoe', ' @zoe'],
			"'User ID' must be the user's ID, not a @name or a part of a link. In a post of this user, it is owner.id, or authorId in Output › Simplified",
		],
	],

	lists: [{ label: 'larger pages', parameters: { pageSize: 30 }, calls: 2 }],

	payload: (nodes) => ({ user: lastOf(...nodes.map((node) => ({ node }))) }),
	pages: [
		['only a list', { user: { edge_owner_to_timeline_media: { edges: [{ node: post }] } } }, 1],
		['the end, by its flag', { user: { edge_owner_to_timeline_media: { page_info: LAST } } }, 0],
		['a page, the user under data', { data: { user: timeline([{ node: post }], FIRST) } }, 1],
		['a page, the user at the top', { user: lastOf({ node: post }, { node: null }, post) }, 2],
		['the end without a list', { data: { user: timeline(null, LAST) } }, 0],
	],
	flag: {
		name: 'has_next_page',
		payload: (flag) => ({ user: timeline([], { end_cursor: 'e', ...flag }) }),
		next: { end_cursor: 'e' },
	},
	next: [
		[JSON.stringify({ user: timeline([], FIRST) }), {}, { end_cursor: 'e==' }],
		[JSON.stringify({ user: timeline([], { end_cursor: 'None' }) }), {}, null],
	],
	notices: [
		[counting(71, [], LAST), { count: 12 }, 'The platform counts 71 posts but sent none'],
		// Without the flag, it claims as much.
		[counting(71, [], {}), { count: 12 }, 'The platform counts 71 posts but sent none'],
		[counting(1, [post], LAST), { count: 12 }, undefined],
		// The page does not say how many records the previous pages had.
		[counting(71, [post], LAST), { count: 12, end_cursor: 'e' }, undefined],
		[counting(71, [post], FIRST), { count: 12 }, undefined],
	],
	missing: [
		['the end', { user: timeline([], { end_cursor: null }) }],
		['the way', { user: timeline([], { has_next_page: true }) }],
	],
	withoutList: { data: { user: { edge_owner_to_timeline_media: { page_info: FIRST } } } },
	unreadable: [
		[{ user: timeline(1, LAST) }, 'list of records at user.edge_owner_to_timeline_media.edges'],
	],
	recordsPerCall: [
		[{ count: 12 }, 12],
		[{ count: 1 }, 1],
	],
	newestFirst: [[{ count: 12 }, true]],
	sortTimes: [
		[{ taken_at_timestamp: 1_700_000_000 }, 1_700_000_000],
		[{ taken_at_timestamp: 0, taken_at: 1_700_000_000 }, 1_700_000_000],
	],

	simplified: [
		[
			'a post with a picture',
			{
				id: '3001',
				...{ shortcode: 'abc', display_url: 'https://i/big', thumbnail_src: 'https://i/small' },
				is_video: false,
				caption: { text: 'Look <3 & see' },
				edge_media_to_comment: { count: 7 },
				edge_media_preview_like: { count: 8 },
				taken_at_timestamp: 1700000000,
				owner: { id: 'o1', username: 'zoe' },
			},
			{
				...{ id: '3001', text: 'Look <3 & see', authorId: 'o1', authorName: 'zoe' },
				...{ createdAt: '2023-11-14T22:13:20.000Z', likeCount: 8, commentCount: 7 },
				mediaUrl: 'https://i/big',
			},
		],
		...['edge_media_to_parent_comment', 'edge_media_preview_comment'].map((name): SimplifiedRow => [
			`the comments of ${name}`,
			{ id: '1', [name]: { count: 7 } },
			{ id: '1', commentCount: 7 },
		]),
		...[
			...['like_and_view_counts_disabled', 'like_and_view_count_disabled'],
			'hide_like_and_view_counts',
		].map((name): SimplifiedRow => [
			`no likes beside ${name}`,
			{ ...LIKED, [name]: true },
			{ id: '1' },
		]),
		[
			'visible likes',
			{ ...LIKED, like_and_view_counts_disabled: false, comment_likes_disabled: true },
			{ id: '1', likeCount: 3 },
		],
		[
			'a post in the newer form, with a time in its own zone',
			{
				id: '3001_1',
				caption: { text: 'Hi' },
				taken_at: '2024-06-12 10:20',
				...{ like_count: 3, comment_count: 4 },
				image_versions2: { candidates: [{ url: 'https://i/c' }] },
				user: { pk: '1', username: 'zoe' },
			},
			{
				id: '3001_1',
				text: 'Hi',
				createdAt: '2024-06-12T10:20:00.000Z',
				...{ likeCount: 3, commentCount: 4 },
				mediaUrl: 'https://i/c',
				...{ authorId: '1', authorName: 'zoe' },
			},
		],
		[
			'a post with a video and the other caption field',
			{
				id: '3001',
				display_url: 'https://i/big',
				is_video: true,
				video_url: 'https://i/film',
				edge_media_to_caption: { edges: [{ node: { text: 'Film' } }] },
			},
			{ id: '3001', text: 'Film', mediaUrl: 'https://i/film' },
		],
		[
			'a video and a user in the newer form',
			{
				...{ id: '1', display_url: 'https://i/big', user: { id: 'u1' } },
				video_versions: [{ url: 'https://i/film' }],
			},
			{ id: '1', authorId: 'u1', mediaUrl: 'https://i/film' },
		],
		...['image_versions2', 'video_versions'].map((name): SimplifiedRow => {
			const files = [{ url: 'https://i/first' }, { url: 'https://i/small' }];
			const first = { [name]: name === 'image_versions2' ? { candidates: files } : files };
			return [
				`a carousel of ${name}, with nothing at the top`,
				{ id: '1_1', carousel_media: [first, { image_versions2: { candidates: [] } }] },
				{ id: '1_1', mediaUrl: 'https://i/first' },
			];
		}),
		[
			'empty fields, and a small picture',
			{
				...{ id: '1', caption: null, edge_media_to_caption: { edges: [] } },
				...{ thumbnail_src: 'https://i/t', permalink: 'https://p/1' },
			},
			{ id: '1', url: 'https://p/1', mediaUrl: 'https://i/t' },
		],
		[
			'a missing video, and a caption in plain text',
			{
				...{ id: '1', is_video: true, video_url: null, display_url: 'https://i/d' },
				...{ caption: 'Hi', url: 'https://p/2' },
			},
			{ id: '1', url: 'https://p/2', text: 'Hi', mediaUrl: 'https://i/d' },
		],
	],
};
