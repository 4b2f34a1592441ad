import type { OperationFile, SimplifiedRow } from '../../harness/operations.mts';
import { SEVERAL, SEVERAL_IDS } from '../../harness/wrongValues.mts';

const LONG = '1152921504606846977';

const reply = { reply_id: LONG, nick_name: 'A', content: 'Yes', create_time: 1700000000 };

const page = { replies: [], hasmore: true, nextoffset: 20, content_id: LONG };
// A number, as the service sends it.
const PAGE = JSON.stringify(page).replace(`"${LONG}"`, LONG);
const LAST_OF_25 = { replies: [reply], reply_total: 25, hasmore: false };
const ALL = { all_pages: true, offset: 0 };

const articleOf = (key: string) => `https://article.example/s/${key}`;

export const operationCase: OperationFile = {
	resource: 'article',
	operation: 'getCommentReplies',
	endpoint: '/api/v1/chat_mp/v2/fetch_comment_replies',
	group: 'body',
	price: 0.015,
	timeout: { default: 60, minimum: 30 },
	pageSize: 20,
	required: 'url',
	listKey: articleOf,
	input: (key) => ({ url: articleOf(key), content_id: '', offset: 0, all_pages: false, raw: true }),
	position: ['offset', 'content_id'],
	viewInputs: ['raw'],
	idOf: (record) => String(record.reply_id),

	panel: {
		title: ['Article', 'Get Comment Replies'],
		action: 'Get article comment replies ($0.015 per call)',
		description: 'List the replies to one top-level comment of an article',
		fields: [
			['url', 'URL', 'string', '', 'required'],
			['contentId', 'Content ID', 'string', ''],
			['allPages', 'All Replies in One Call', 'boolean', false],
			['raw', 'Original Response Format', 'boolean', true],
		],
		startPosition: [['offset', 'Offset', 'number', 0, { minValue: 0, numberPrecision: 0 }]],
	},
	toolInputs: ['url', 'contentId'],
	sent: [
		['url', ` ${articleOf('a?b=c#d')} `, 'url', articleOf('a?b=c')],
		['url', `点击${articleOf('a')}。`, 'url', articleOf('a')],
		['contentId', '“8213054679432105985”', 'content_id', '8213054679432105985'],
	],
	refused: [
		[
			'url',
			[
				...['http://article.example/s/one', 'https://article.example/t/one', '/s/one', 'one'],
				...['https://article.example/x/s/one', 'https://article.example/s'],
				...['https://article.example/?p=/s/one', 'article.example/s/one'],
				'https://article.example/s?__biz=M&mid=1&sn=2#rd',
				...['ftp://article.example/s/one', `https://article.example/s/${'x'.repeat(8192)}`],
			],
			"'URL' must be the short link of an article: https, with a code after /s/, such as https://example.com/s/AbC. To get it, open the article and copy its address, with all that follows /s/",
		],
		[
			'contentId',
			['12a', '-1', '1.5', '1e5', '1'.repeat(33)],
			"'Content ID' must be the numeric content ID of a top-level comment. In the list of the article's comments, it is the contentid of a record",
		],
		['contentId', SEVERAL_IDS, `'Content ID' ${SEVERAL}`],
	],

	lists: [
		{ label: 'parsed', parameters: { raw: false } },
		{ label: 'of one comment', parameters: { contentId: '8213054679432105985' } },
		{ label: 'all pages at once', parameters: { allPages: true }, calls: 1 },
	],

	payload: (replies) => ({ replies, hasmore: false }),
	pages: [
		['a page', { ...page, replies: [reply], reply_total: 30 }, 1],
		['a page in the other spelling', { replies: [reply], has_more: 1, next_offset: 20 }, 1],
		['all', { replies: [reply], reply_total: 1 }, 1],
		['the end without a list', { replies: null, hasmore: false }, 0],
		['nothing, by its total', { reply_total: 0 }, 0],
		['only a list', { replies: [reply] }, 1],
		['the end, by its flag', { hasmore: false }, 0],
		['the end, by its flag in the other spelling', { has_more: false }, 0],
	],
	flag: {
		name: 'hasmore',
		payload: (flag) => ({ replies: [], nextoffset: 20, ...flag }),
		next: { offset: 20 },
	},
	next: [
		[PAGE, { offset: 0, content_id: '' }, { offset: 20, content_id: LONG }],
		[
			`{"replies":[],"has_more":true,"next_offset":40,"content_id":${LONG}}`,
			{ offset: 20, content_id: '7' },
			{ offset: 40, content_id: '7' },
		],
		// The same page again.
		[PAGE, { offset: 20, content_id: '' }, { offset: 20 }],
		['{"replies":[],"hasmore":true,"nextoffset":20}', { all_pages: true }, null],
		['{"replies":[],"hasmore":true,"nextoffset":-1}', {}, null],
		['{"replies":[],"nextoffset":0}', {}, null],
	],
	notices: [
		[{ replies: [reply], reply_total: 3 }, ALL, 'The platform counts 3 replies but sent 1'],
		[{ replies: [reply], reply_total: 1 }, ALL, undefined],
		[{ replies: [reply], reply_total: 0 }, ALL, undefined],
		[{ replies: [reply] }, ALL, undefined],
		[LAST_OF_25, { offset: 0 }, 'The platform counts 25 replies but sent 1'],
		[LAST_OF_25, { offset: 24 }, undefined],
		[{ replies: [reply], reply_total: 25, hasmore: true, nextoffset: 1 }, { offset: 0 }, undefined],
	],
	withoutList: { hasmore: true, nextoffset: 20, reply_total: 0 },
	unreadable: [[{ replies: 1 }, 'list of records at replies']],
	missing: [
		['the end', { replies: [], nextoffset: 'x' }],
		['the way', { replies: [], hasmore: true }],
		['the way', { replies: [], hasmore: true, nextoffset: 'x' }],
	],
	recordsPerCall: [
		[{ url: 'u', all_pages: false }, undefined],
		[{ url: 'u', all_pages: true }, Infinity],
	],
	newestFirst: [[{ url: 'u' }, false]],

	simplified: [
		[
			'a reply',
			{
				...{ reply_id: LONG, nick_name: 'A', create_time: 1700000000, openid: 'o6_bm' },
				...{ content: 'Yes &amp; vector<int>', reply_like_num: 2 },
				multi_info: { pictures: [{ url: '//i.example/p' }] },
			},
			{
				...{ id: LONG, authorId: 'o6_bm', mediaUrl: 'https://i.example/p', authorName: 'A' },
				...{ text: 'Yes &amp; vector<int>', createdAt: '2023-11-14T22:13:20.000Z', likeCount: 2 },
			},
		],
		['no more than an ID', { reply_id: '1' }, { id: '1' }],
		['likes in the other field', { reply_id: '1', like_num: 7 }, { id: '1', likeCount: 7 }],
		[
			'the comment of the input',
			{ reply_id: '1' },
			{ id: '1', parentId: '8213054679432105985' },
			{ parameters: { contentId: '8213054679432105985' }, beside: { content_id: '1' } },
		],
		...[{}, { allPages: true }].map((parameters): SimplifiedRow => [
			`the comment that the service chose: ${JSON.stringify(parameters)}`,
			{ reply_id: '1' },
			{ id: '1', parentId: '8213054679432105985' },
			{ parameters, beside: { content_id: '8213054679432105985' } },
		]),
	],
};
