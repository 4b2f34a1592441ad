import type { NextRow, OperationFile, SimplifiedRow } from '../../harness/operations.mts';

const image = { image_info: { fileid: 'f1' }, note_info: { note_id: 'n1', title: 'A' } };

const REST = '0000000012003456';

/** 2025-05-11 21:10:10 in the platform's zone, +08:00. */
const NOTE = `6820a1b2${REST}`;
const MADE = '2025-05-11T13:10:10.000Z';

/** 2024-12-31 17:00 and 2025-01-01 01:00 in UTC: in the platform's zone, both on January 1st. */
const [NEW_YEAR, DAY_AFTER] = [`67742410${REST}`, `67749490${REST}`];

const AHEAD = (Math.floor(Date.now() / 1000) + 3600).toString(16) + REST;

const NO_IDS = { search_id: '', search_session_id: '', word_request_id: '' };
const FIRST = { page: 1, ...NO_IDS };

/** What a page may say of the next one without leading to it: the list goes on by number. */
const NO_NEXT = ['0', '-1', '1', '"0"', '"1"', 'null', '"null"', '1.5'];

const DAY = 86_400_000;
const YESTERDAY = Math.floor((Date.now() - DAY) / 1000) * 1000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(5, 10);

const shown = (text: string) => ({ text, icon: 'https://i/clock' });

/** What the platform shows, the note's ID, and the time of publication. */
const PUBLISHED: Array<[publishTime: unknown, id: string | null, createdAt: string | null]> = [
	[shown('05-11'), NOTE, MADE],
	['05-11', NOTE, MADE],
	...['5 day(s) ago', '4 days ago', '2小时前', '昨天 12:30', '刚刚', '今天 10:20', '', '13-45'].map(
		(text): [unknown, string, string] => [shown(text), NOTE, MADE],
	),
	[null, NOTE, MADE],
	[shown('2025-05-11'), NOTE, MADE],
	[shown('2025-05-12'), NOTE, '2025-05-12T00:00:00.000Z'],
	[shown('2024-06-12'), NOTE, '2024-06-12T00:00:00.000Z'],
	[shown('05-12'), NOTE, '2025-05-12T00:00:00.000Z'],
	[shown('05-10'), NOTE, '2026-05-10T00:00:00.000Z'],
	[shown('02-29'), `65b00000${REST}`, '2024-02-29T00:00:00.000Z'],
	[shown('01-01'), NEW_YEAR, '2024-12-31T17:04:16.000Z'],
	[shown('01-02'), NEW_YEAR, '2025-01-02T00:00:00.000Z'],
	[shown('2025-01-01'), DAY_AFTER, '2025-01-01T01:04:16.000Z'],
	// A day in the future cannot be meant.
	[shown(dayIn(3)), `${(YESTERDAY / 1000).toString(16)}${REST}`, new Date(YESTERDAY).toISOString()],
	// An exact time takes precedence over the ID.
	[1700000000, NOTE, '2023-11-14T22:13:20.000Z'],
	['2025-05-11 21:10', NOTE, '2025-05-11T13:10:00.000Z'],
	...[AHEAD, `4fff0000${REST}`, `ffffffff${REST}`, 'n1', NOTE.slice(1), null].flatMap(
		(id): Array<[unknown, string | null, string | null]> => [
			[shown('2025-05-11'), id, '2025-05-11T00:00:00.000Z'],
			[shown('05-11'), id, null],
			[shown('3天前'), id, null],
		],
	),
];

export const operationCase: OperationFile = {
	resource: 'note',
	operation: 'searchImages',
	endpoint: '/api/v1/notes/app_v2/search_images',
	group: 'queryParams',
	price: 0.015,
	timeout: { default: 30, minimum: 1 },
	pageSize: 20,
	endsUnannounced: true,
	required: 'keyword',
	input: (keyword) => ({ keyword, ...FIRST, source: 'explore_feed' }),
	position: ['page', 'search_id', 'search_session_id', 'word_request_id'],
	idOf: (record) => record.image_info.fileid,

	panel: {
		title: ['Note', 'Search Images'],
		action: 'Search note images ($0.015 per call, 20 images)',
		description: 'Search for images in notes by keyword',
		fields: [
			['keyword', 'Keyword', 'string', '', 'required'],
			['source', 'Source', 'string', 'explore_feed'],
		],
		startPosition: [
			['page', 'Page', 'number', 1, { minValue: 1, numberPrecision: 0 }],
			['searchId', 'Search ID', 'string', ''],
			['searchSessionId', 'Search Session ID', 'string', ''],
			['wordRequestId', 'Word Request ID', 'string', ''],
		],
	},
	toolInputs: ['keyword'],
	sent: [
		['keyword', '  two words ', 'keyword', 'two words'],
		['keyword', 2024, 'keyword', '2024'],
		['keyword', '猫 😀', 'keyword', '猫 😀'],
		['keyword', '\u200bcafe\u0301\u3000 \u1100\u1161', 'keyword', 'caf\u00e9 \uac00'],
		['source', 'other_feed', 'source', 'other_feed'],
	],

	lists: [{ label: 'another source', parameters: { source: 'home' } }],

	payload: (items) => ({ data: { items } }),
	pages: [
		['a page', { data: { items: [image, image] }, next_page: 2, search_id: 's' }, 2],
		[
			'a page with suggestions and adverts',
			{
				data: {
					items: [
						...[image, { model_type: 'rec_query', rec_query: { title: '茶杯' } }],
						...[{ ad: {} }, { ...image, model_type: 'ads' }, { model_type: 'note', ...image }],
					],
				},
			},
			2,
		],
		[
			'a page of suggestions',
			{ data: { items: [{ model_type: 'rec_query' }, { type: 'ad' }] } },
			0,
		],
		['nothing', { data: { items: [] } }, 0],
		['the end, by its flag', { code: 0, success: true, data: { has_more: false } }, 0],
		['the end without a list', { data: { items: null, has_more: 0 } }, 0],
		['the end beside no data', { data: null, has_more: false }, 0],
		['the last page, by its flag', { data: { items: [image], has_more: false } }, 1],
	],
	next: [
		[
			'{"data":{"items":[]},"next_page":7,"search_id":"a","search_session_id":"b","word_request_id":"c"}',
			FIRST,
			{ page: 7, search_id: 'a', search_session_id: 'b', word_request_id: 'c' },
		],
		['{"data":{"items":[]}}', FIRST, { ...FIRST, page: 2 }],
		...NO_NEXT.map((next): NextRow => [
			`{"data":{"items":[]},"next_page":${next}}`,
			FIRST,
			{ ...FIRST, page: 2 },
		]),
		['{"data":{"items":[{}],"has_more":false},"next_page":7}', { page: 1 }, null],
		// The IDs of a search stay the same on later pages.
		[
			'{"data":{"items":[]},"search_id":"x","search_session_id":"y","word_request_id":"z"}',
			{ page: 2, ...NO_IDS, word_request_id: 'c' },
			{ page: 3, ...NO_IDS, word_request_id: 'c' },
		],
	],
	withoutList: { next_page: 3, search_id: 's', data: { has_more: true } },
	unreadable: [[{ data: { items: 1 } }, 'list of records at data.items']],
	recordsPerCall: [[{ keyword: 'a', page: 1 }, 20]],
	newestFirst: [[{ keyword: 'a' }, false]],

	simplified: [
		[
			'an image',
			{
				image_info: { fileid: 'f1', url: 'https://i/small', original: 'https://i/big', width: 3 },
				note_info: {
					...{ note_id: 'n1', title: 'A &amp; B', desc: '好喝 #茶[话题]#\ntwo' },
					...{ liked_count: '1.2万', collected_count: 9, comments_count: 0 },
					publish_time: 1700000000,
				},
				user_info: { user_id: 'u1', nickname: 'Zoë', images: 'https://i/u' },
				share_info: { link: 'https://notes/n1' },
			},
			{
				...{ id: 'f1', parentId: 'n1', title: 'A &amp; B', text: '好喝 #茶\ntwo' },
				...{ url: 'https://notes/n1', mediaUrl: 'https://i/big' },
				...{ authorId: 'u1', authorName: 'Zoë' },
				...{ createdAt: '2023-11-14T22:13:20.000Z', likeCount: 12000, commentCount: 0 },
			},
		],
		[
			'the largest picture, and an address without a scheme',
			{
				image_info: {
					...{ fileid: 'f1', original: '', url: 'https://i.example/w/576' },
					url_size_large: '//i.example/w/5000?a=1&amp;b=2',
				},
				share_info: { link: '/n1' },
				user_info: { user_id: '0' },
			},
			{ id: 'f1', mediaUrl: 'https://i.example/w/5000?a=1&b=2' },
		],
		...PUBLISHED.map(([publish_time, note_id, createdAt]): SimplifiedRow => [
			`published at ${JSON.stringify(publish_time)}, as the note ${note_id}`,
			{ image_info: { fileid: 'f1' }, note_info: { publish_time, note_id } },
			{ id: 'f1', parentId: note_id, createdAt },
		]),
		[
			'other fields instead of empty ones',
			{
				image_info: { fileid: 'f1', url: 'https://i/small', original: null },
				note_info: { title: '', desc: null, liked_count: '赞', publish_time: null },
				user_info: { userid: 'u2' },
				share_info: null,
			},
			{ id: 'f1', authorId: 'u2', mediaUrl: 'https://i/small' },
		],
	],
};
