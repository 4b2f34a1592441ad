import type { OperationFile, SimplifiedRow } from '../../harness/operations.mts';
import { SEVERAL, SEVERAL_IDS } from '../../harness/wrongValues.mts';

const LONG = '1152921504606846977';

const QUESTION = 'https://qa.example/questions/1/answers';

const PAGE = 'qa.example/question/19551577/answer/7';

const card = {
	target_type: 'answer',
	target: { id: LONG, type: 'answer', content: '<p>one</p>', question: { id: 'q1' } },
};

const FIRST = { cursor: '', offset: 0, session_id: '' };

const paging = (next: string) => JSON.stringify({ data: [], paging: { is_end: false, next } });

export const operationCase: OperationFile = {
	resource: 'question',
	operation: 'getAnswers',
	endpoint: '/api/v1/qa/web/fetch_question_answers',
	group: 'queryParams',
	price: 0.0015,
	timeout: { default: 30, minimum: 1 },
	pageSize: 5,
	required: 'questionId',
	input: (question_id) => ({ question_id, limit: 5, order: 'default', ...FIRST }),
	position: ['cursor', 'offset', 'session_id'],
	viewInputs: ['limit'],
	idOf: (record) => record.target.id,

	panel: {
		title: ['Question', 'Get Answers'],
		action: 'Get answers to question ($0.0015 per call)',
		description: 'List the answers to a question',
		fields: [
			['questionId', 'Question ID', 'string', '', 'required'],
			['order', 'Sort', 'options', 'default'],
			['pageSize', 'Page Size', 'number', 5, { minValue: 1, numberPrecision: 0 }],
		],
		newerThan: { order: 'updated' },
		dropdowns: {
			order: [
				['Default', 'default'],
				['Updated', 'updated'],
			],
		},
		startPosition: [
			['cursor', 'Cursor', 'string', ''],
			['offset', 'Offset', 'number', 0, { minValue: 0, numberPrecision: 0 }],
			['sessionId', 'Session ID', 'string', ''],
		],
	},
	toolInputs: ['questionId', 'order', 'newerThan'],
	sent: [
		['questionId', 19551577, 'question_id', '19551577'],
		['questionId', 'https://qa.example/question/7/answer/8', 'question_id', '7'],
		['pageSize', 100000, 'limit', 100000],
		['pageSize', '7', 'limit', 7],
	],
	refused: [
		['questionId', SEVERAL_IDS, `'Question ID' ${SEVERAL}`],
		[
			'questionId',
			['https://qa.example/people/7', 'how to begin'],
			"'Question ID' must be the ID of a question, or a link to it such as https://qa.example.com/question/19551577",
		],
	],

	lists: [
		{ label: 'larger pages, the offset 1 after 20', parameters: { pageSize: 20 }, calls: 3 },
		{ label: 'sorted by time', parameters: { order: 'updated' } },
	],

	payload: (data) => ({ data, paging: { is_end: true } }),
	pages: [
		[
			'a page',
			{
				data: [card, { ...card, type: 'feed_advert' }, card],
				paging: { is_end: false, next: `${QUESTION}?cursor=c%3D&limit=5&offset=1&session_id=s` },
			},
			2,
		],
		[
			'a page with items that are not answers',
			{
				data: [
					card,
					{ target_type: 'article', target: { id: '2' } },
					{ target_type: 'answer', target: { id: '3', type: 'question' } },
					{ type: 'AD', target: { id: '4' } },
					{ type: 'advertisement', target: { id: '6' } },
					{ target: null },
					{ ...card, target_type: null },
					{ type: 'reader', target: { id: '7' } },
				],
				paging: { is_end: true },
			},
			3,
		],
		['a page of another form', { data: [{ id: '1', content: 'a' }], paging: { is_end: true } }, 1],
		['a page of adverts', { data: [{ type: 'ad' }], paging: { is_end: true } }, 0],
		['the end', { data: [], paging: { is_end: true } }, 0],
		['the end without a list', { data: null, paging: { is_end: true } }, 0],
		['only a list', { data: [card] }, 1],
	],
	flag: {
		name: 'is_end',
		saysEnd: true,
		payload: (flag) => ({ data: [], paging: { next: '/x?offset=2', ...flag } }),
		next: { cursor: '', offset: 2, session_id: '' },
	},
	next: [
		[paging('?cursor=c&offset=1&session_id=s'), {}, { cursor: 'c', offset: 1, session_id: 's' }],
		[paging('https://a.example/b?offset=5'), {}, { cursor: '', offset: 5, session_id: '' }],
		[paging('?limit=5&cursor=a%3D%26b+c'), {}, { cursor: 'a=&b c', offset: 0, session_id: '' }],
		[paging('?offset=5&amp;cursor=c'), {}, { cursor: 'c', offset: 5, session_id: '' }],
		[paging('?offset=5\\u0026cursor=c'), {}, { cursor: 'c', offset: 5, session_id: '' }],
		[paging('?cursor=c#&offset=9'), {}, { cursor: 'c', offset: 0, session_id: '' }],
		[paging('?my_cursor=d&cursor=c&cursor=e'), {}, { cursor: 'c', offset: 0, session_id: '' }],
		[paging('?cursor=%F0%9F%98%80%zz'), {}, { cursor: '😀%zz', offset: 0, session_id: '' }],
		[paging('?cursor=&offset=&session_id=s'), {}, null],
		[paging('https://a.example/?offset=0&cursor=null'), {}, null],
		[paging('cursor=c'), {}, null],
		['{"data":[],"paging":{}}', {}, null],
	],
	notices: [
		[{ data: [], paging: {} }, {}, undefined],
		[
			{ data: [card], paging: { is_end: true, totals: 9 } },
			{ cursor: '', offset: 0 },
			'The platform counts 9 answers but sent 1',
		],
		[{ data: [], paging: { totals: 9 } }, {}, 'The platform counts 9 answers but sent none'],
		[{ data: [card], paging: { is_end: true, totals: 9 } }, { cursor: 'c', offset: 0 }, undefined],
	],
	withoutList: { paging: { is_end: false, next: 'https://qa.example/x?offset=20&cursor=c' } },
	unreadable: [[{ data: 1 }, 'list of records at data']],
	missing: [
		['the way', { data: [], paging: { next: 'x' } }],
		['the way', { data: [], paging: { is_end: false } }],
	],
	recordsPerCall: [
		[{ limit: 5 }, 5],
		[{ limit: 50 }, 50],
	],
	newestFirst: [
		[{ order: 'updated' }, true],
		[{ order: 'default' }, false],
	],
	sortTimes: [
		[{ target: { updated_time: 1_700_000_000 } }, 1_700_000_000],
		[{ target: { created_time: 1_700_000_000 } }, undefined],
		[{ target: null }, undefined],
	],

	simplified: [
		[
			'an answer',
			{
				id: 'card',
				target_type: 'answer',
				target: {
					id: '77',
					content:
						'<p data-pid="x">1 &lt; 2<br>and <b>more</b></p><p>&#x4f60;&#22909;&nbsp;&hellip;</p>',
					excerpt: 'no',
					url: 'https://qa/77',
					...{ created_time: 1700000000, updated_time: 1700000001 },
					...{ voteup_count: 3, comment_count: 4 },
					thumbnail_info: { thumbnails: [{ url: 'https://i/t' }, { url: 'https://i/u' }] },
					author: { id: 'a1', name: 'Anna', url_token: 'anna' },
					question: { id: 'q1', title: 'Why &amp; how, vector<bool>?' },
				},
			},
			{
				...{
					id: '77',
					parentId: 'q1',
					title: 'Why & how, vector<bool>?',
					text: '1 < 2\nand more\n你好 …',
				},
				...{ url: 'https://qa/77', mediaUrl: 'https://i/t', authorId: 'a1', authorName: 'Anna' },
				...{ createdAt: '2023-11-14T22:13:20.000Z', likeCount: 3, commentCount: 4 },
			},
		],
		...[
			['https://www.qa.example/api/v4/answers/7', `https://www.${PAGE}`],
			['http://api.qa.example/answers/7?a=b', `http://${PAGE}`],
			['https://qa.example/question/1/answer/7', 'https://qa.example/question/1/answer/7'],
			['https://qa.example/answers/list', 'https://qa.example/answers/list'],
		].map(([given, url]): SimplifiedRow => [
			`the page of an answer, for ${given}`,
			{ target: { id: '7', url: given, question: { id: 19551577 } } },
			{ id: '7', url, parentId: '19551577' },
		]),
		[
			'the page of an answer whose question the input names',
			{ target: { id: '7', url: 'https://qa.example/api/v4/answers/7' } },
			{ id: '7', url: 'https://qa.example/question/a/answer/7', parentId: 'a' },
		],
		...[{ id: '0', url_token: '' }, { id: 0 }, { id: '', url_token: '0' }].map(
			(author): SimplifiedRow => [
				`the anonymous ${JSON.stringify(author)}`,
				{ target: { id: '7', author: { name: 'A', ...author } } },
				{ id: '7', authorName: 'A', parentId: 'a' },
			],
		),
		[
			'other fields instead of missing ones',
			{ target: { id: '7', excerpt: 'short', author: { url_token: 'anna' }, updated_time: 1e9 } },
			{
				...{ id: '7', text: 'short', authorId: 'anna', parentId: '19551577' },
				createdAt: '2001-09-09T01:46:40.000Z',
			},
			{ parameters: { questionId: 'https://qa.example.com/question/19551577' } },
		],
	],
};
