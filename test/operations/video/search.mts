import type { OperationFile } from '../../harness/operations.mts';

const LONG = '1152921504606846977';

const video = { docID: LONG, title: '<em class="highlight">cat</em>', pubTime: 1700000000 };

const DEFAULTS = { duration: 'all', sort: 'default', publish_time: 'all' };

const TEXT = ' a<b and c>d\n#tea';
const NO_URL = { extInfo: '{}' };
const BOX = { items: [video], subBoxes: [{ items: [video] }] };

export const operationCase: OperationFile = {
	resource: 'video',
	operation: 'search',
	endpoint: '/api/v1/chat_search/v2/fetch_search_videos',
	group: 'body',
	price: 0.015,
	timeout: { default: 60, minimum: 30 },
	pageSize: 20,
	required: 'keyword',
	// No cursor: its default is "empty" (docs/development/gateway.md, Search videos).
	input: (keyword) => ({ keyword, ...DEFAULTS, offset: 0, raw: true }),
	position: ['offset', 'cursor'],
	viewInputs: ['raw'],
	idOf: (record) => record.docID,

	panel: {
		title: ['Video', 'Search'],
		action: 'Search short videos ($0.015 per call)',
		description: 'Search for short videos by keyword, with filters',
		newerThan: { sort: 'latest' },
		fields: [
			['keyword', 'Keyword', 'string', '', 'required'],
			['duration', 'Duration', 'options', 'all'],
			['sort', 'Sort', 'options', 'default'],
			['publishTime', 'Publish Time', 'options', 'all'],
			['raw', 'Original Response Format', 'boolean', true],
		],
		dropdowns: {
			duration: [
				['All', 'all', 0],
				['Short (Under 5 Minutes)', 'short', 1],
				['Medium (5 to 10 Minutes)', 'medium', 2],
				['Long (20 Minutes or More)', 'long', 3],
			],
			sort: [
				['Default (Relevance)', 'default', 0],
				['Latest', 'latest', 1],
				['Hot (Most Liked)', 'hot', 2],
			],
			publishTime: [
				['All', 'all', 0],
				['Past Day', 'day', 1],
				['Past Week', 'week', 2],
				// Deployments spell it differently, but all accept its integer.
				['Past Half Year', 'halfyear', 3, 3],
			],
		},
		startPosition: [
			['cursor', 'Cursor', 'string', ''],
			['offset', 'Offset', 'number', 0, { minValue: 0, numberPrecision: 0 }],
		],
	},
	toolInputs: ['keyword', 'duration', 'sort', 'publishTime', 'newerThan'],
	sent: [
		// Counted in characters, not in the surrogates of JavaScript.
		['keyword', '😀'.repeat(100), 'keyword', '😀'.repeat(100)],
	],
	refused: [
		['keyword', ['猫'.repeat(101), '😀'.repeat(101)], "'Keyword' must be 1 to 100 characters long"],
	],

	lists: [
		{ label: 'parsed', parameters: { raw: false } },
		{ label: 'with IDs beyond 2^53', settings: { longIds: true } },
		{ label: 'filtered', parameters: { duration: 'long', sort: 'hot', publishTime: 'halfyear' } },
	],

	payload: (items) => ({ items, continue_flag: 0 }),
	pages: [
		['a page, raw', { results: { data: [BOX] }, cursor: 'c', continue_flag: 1 }, 2],
		['a page, parsed', { items: [video], cursor: 'c', continue_flag: true, total: 9 }, 1],
		[
			'a page with accounts, cards and other searches',
			{
				results: {
					data: [
						{ items: [video, { docID: '1', title: 'A', jumpInfo: { userName: 'v2@finder' } }] },
						{ items: [{ docID: '2', title: '茶 - 百科', jumpInfo: { jumpType: 2 } }] },
						{ items: [{ word: '茶杯' }, { docID: '3', title: '茶壶' }] },
						{ subBoxes: [{ items: [{ docID: '4', exportId: 'e' }] }] },
						{ items: [{ docID: '5', duration: 9 }] },
					],
				},
				continue_flag: 1,
			},
			3,
		],
		[
			'a page of accounts',
			{ results: { data: [{ items: [{ docID: '1', jumpInfo: { userName: 'v2' } }] }] } },
			0,
		],
		['boxes without results.data', { results: [{ items: [video] }, { subBoxes: null }] }, 1],
		['the end', { results: { data: [] }, cursor: 'c', continue_flag: 0 }, 0],
		['the end with empty results', { results: { data: null }, continue_flag: 0 }, 0],
		['nothing', { results: null, no_more: 'no result', total: null }, 0],
		['nothing, by its total', { total: 0 }, 0],
		['nothing, in the spelling of Go', { results: null }, 0],
		['a box of another kind', { results: { data: [{ type: 1 }, { items: [video] }] } }, 1],
		[
			'a box of another kind, and a total of zero',
			{ results: { data: [{ type: 1 }] }, total: 0 },
			0,
		],
		['an empty box', { results: { data: [{ subBoxes: [{}] }] } }, 0],
		['the end, by its flag', { continue_flag: 0 }, 0],
		['only items', { items: [video] }, 1],
		['a raw page beside empty items', { items: [], results: { data: [{ items: [video] }] } }, 1],
	],
	flag: {
		name: 'continue_flag',
		payload: (flag) => ({ items: [], cursor: 'c', ...flag }),
		next: { cursor: 'c' },
	},
	next: [
		['{"items":[],"continue_flag":1,"cursor":" c|%2F== "}', {}, { cursor: ' c|%2F== ' }],
		['{"items":[],"continue_flag":0,"cursor":"c"}', {}, null],
		['{"items":[],"cursor":"null"}', {}, null],
	],
	// Without flag and cursor, nothing says that there is more.
	notices: [[{ items: [] }, {}, undefined]],
	missing: [
		['the way', { items: [], continue_flag: 1 }],
		['the way', { items: [], continue_flag: 1, cursor: {} }],
	],
	withoutList: { continue_flag: 1, cursor: 'c', total: null },
	unreadable: [
		[{ items: ['x'] }, 'records in the list at items'],
		[{ results: 0 }, 'list of records at results.data or items'],
		[{ results: { data: 1 }, continue_flag: 0 }, 'list of records at results.data or items'],
		[{ results: { data: ['x'] }, continue_flag: 0 }, 'records in the list at results.data'],
		[{ results: { data: [{ docID: '1' }] } }, 'videos in the boxes at results.data'],
		[{ results: { data: [{ items: 1 }] } }, 'list of records at results.data[].items'],
		[{ results: { data: [{ subBoxes: 1 }] } }, 'list of records at results.data[].subBoxes'],
		[
			{ results: { data: [{ subBoxes: [{ items: 1 }] }] } },
			'list of records at results.data[].items',
		],
	],
	recordsPerCall: [[{ keyword: 'a', raw: true }, undefined]],
	newestFirst: [
		[{ sort: 'latest' }, true],
		[{ sort: 1 }, true],
		[{ sort: 'default' }, false],
		[{ sort: 'hot' }, false],
	],
	sortTimes: [
		[{ pubTime: '1700000000' }, 1_700_000_000],
		[{ pubTime: 1_700_000_000_999 }, 1_700_000_000],
		[{ pubTime: 'yesterday' }, undefined],
	],

	simplified: [
		[
			'a video',
			{
				...{ docID: LONG, exportId: 'export/1', dateTime: '3天前', pubTime: 1700000000 },
				title: '<em class="highlight">cat</em> &quot;video&quot;',
				desc: 'a &amp; b',
				...{ image: 'https://i/v.jpg', likeNum: '10万+' },
				source: { title: '<em>Cats</em> & a<b>c' },
				jumpInfo: { userName: 'v2_1@finder', nickName: 'Other', jumpUrl: 'https://v/1' },
			},
			{
				...{ id: LONG, title: 'cat "video"', text: 'a & b', likeCount: 100000 },
				...{ url: 'https://v/1', mediaUrl: 'https://i/v.jpg', authorId: 'v2_1@finder' },
				...{ authorName: 'Cats & a<b>c', createdAt: '2023-11-14T22:13:20.000Z' },
			},
		],
		[
			'a description equal to the title, and no address',
			{ docID: 'finderobj1', title: `<em class="highlight">tea</em>${TEXT}`, jumpInfo: NO_URL },
			{ id: 'finderobj1', title: `tea${TEXT}`, text: `tea${TEXT}` },
		],
		[
			'other fields instead of missing ones',
			{
				...{ docID: '1', dateTime: '2024-05-01', source: null },
				jumpInfo: { nickName: 'B', url: 'https://v/2' },
			},
			{ id: '1', url: 'https://v/2', authorName: 'B', createdAt: '2024-05-01T00:00:00.000Z' },
		],
		[
			'a direct link, and a relative time',
			{ exportId: 'export/1', url: 'https://v/3', dateTime: '3天前', likeNum: 5 },
			{ id: 'export/1', url: 'https://v/3', likeCount: 5 },
		],
	],
};
