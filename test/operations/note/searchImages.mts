import type { OperationFile } from '../../harness/operations.mts';
import { NO_TEXT, UNSAFE } from '../../harness/wrongValues.mts';

const image = { image_info: { fileid: 'f1' }, note_info: { note_id: 'n1', title: 'A' } };

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
	input: (keyword) => ({
		keyword,
		page: 1,
		search_id: '',
		search_session_id: '',
		word_request_id: '',
		source: 'explore_feed',
	}),
	position: ['page', 'search_id', 'search_session_id', 'word_request_id'],
	idOf: (record) => record.image_info.fileid,

	panel: {
		title: ['Note', 'Search Images'],
		action: 'Search note images ($0.015 per call, 20 images)',
		description: 'Search for images in notes by keyword',
		pollAction: 'On new images of a search ($0.015 per poll or more)',
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
		['source', 'other_feed', 'source', 'other_feed'],
	],
	sentPositions: [
		['page', 3, 'page', 3],
		['page', '4', 'page', 4],
		['searchId', 'a', 'search_id', 'a'],
		['searchSessionId', 'b', 'search_session_id', 'b'],
		['wordRequestId', 'c', 'word_request_id', 'c'],
	],
	refused: [['keyword', 'keyword', NO_TEXT, "'Keyword' is required, but it is empty"]],
	refusedPositions: [
		[
			'page',
			'page',
			[0, -1, 1.5, 'two', '1.5', UNSAFE],
			"'Page' must be a whole number, 1 or more",
		],
	],

	lists: [{ label: 'another source', parameters: { source: 'home' } }],

	payload: (items) => ({ data: { items } }),
	pages: [
		['a page', { data: { items: [image, image] }, next_page: 2, search_id: 's' }, 2],
		['nothing', { data: { items: [] } }, 0],
		['the end, by its flag', { code: 0, success: true, data: { has_more: false } }, 0],
		['the end without a list', { data: { items: null, has_more: 0 } }, 0],
		['the end beside no data', { data: null, has_more: false }, 0],
		['the last page, by its flag', { data: { items: [image], has_more: false } }, 1],
	],
	next: [
		[
			'{"data":{"items":[]},"next_page":7,"search_id":"a","search_session_id":"b","word_request_id":"c"}',
			{ page: 1, search_id: '', search_session_id: '', word_request_id: '' },
			{ page: 7, search_id: 'a', search_session_id: 'b', word_request_id: 'c' },
		],
		[
			'{"data":{"items":[]}}',
			{ page: 1, search_id: '', search_session_id: '', word_request_id: '' },
			{ page: 2, search_id: '', search_session_id: '', word_request_id: '' },
		],
		['{"data":{"items":[{}],"has_more":false},"next_page":7}', { page: 1 }, null],
		// Of a search that has begun, the IDs stay.
		[
			'{"data":{"items":[]},"search_id":"x","search_session_id":"y","word_request_id":"z"}',
			{ page: 2, search_id: '', search_session_id: '', word_request_id: 'c' },
			{ page: 3, search_id: '', search_session_id: '', word_request_id: 'c' },
		],
	],
	unreadable: [[{ data: { items: 1 } }, 'list of records at data.items']],
	recordsPerCall: [[{ keyword: 'a', page: 1 }, 20]],
	newestFirst: [[{ keyword: 'a' }, false]],

	simplified: [
		{
			label: 'an image',
			record: {
				image_info: { fileid: 'f1', url: 'https://i/small', original: 'https://i/big', width: 3 },
				note_info: {
					note_id: 'n1',
					title: 'A &amp; B',
					desc: '好喝 #茶[话题]#\ntwo',
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
				title: 'A &amp; B',
				text: '好喝 #茶\ntwo',
				authorId: 'u1',
				authorName: 'Zoë',
				createdAt: '2023-11-14T22:13:20.000Z',
				likeCount: 12000,
				commentCount: 0,
				mediaUrl: 'https://i/big',
				parentId: 'n1',
			},
		},
		{
			label: 'a time as an object',
			record: {
				image_info: { fileid: 'f1' },
				note_info: { publish_time: { text: '2025-01-11', icon: 'https://i/clock' } },
			},
			gives: { id: 'f1', createdAt: '2025-01-11T00:00:00.000Z' },
		},
		{
			label: 'empty fields, and others in their place',
			record: {
				image_info: { fileid: 'f1', url: 'https://i/small', original: null },
				note_info: { title: '', desc: null, liked_count: '赞', publish_time: null },
				user_info: { userid: 'u2' },
				share_info: null,
			},
			gives: { id: 'f1', authorId: 'u2', mediaUrl: 'https://i/small' },
		},
	],
};
