import type { IDataObject } from 'n8n-workflow';

import type { OperationFile } from '../../harness/operations.mts';
import { SEVERAL, SEVERAL_IDS } from '../../harness/wrongValues.mts';

const LONG = '1152921504606846977';

const subComment = {
	...{ id: 'c1', content: 'Hi 😀 #茶[话题]#', create_time: 1700000000123, like_count: '10万+' },
	user: { userid: 'u1', nickname: 'A' },
};

const pageWith = (cursor: unknown, has_more: unknown) => ({
	...{ comments: [subComment], cursor, has_more },
});

/** Returns a page with these fields beside its list. */
const page = (fields: string) => `{"data":{"comments":[],"has_more":true,${fields.slice(1)}}`;

/** A record, and its simplified fields, which include the requested comment. */
const c1 = { id: 'c1' };
const a = { id: 'c1', parentId: 'a' };

export const operationCase: OperationFile = {
	resource: 'note',
	operation: 'getSubComments',
	endpoint: '/api/v1/notes/app_v2/get_note_sub_comments',
	group: 'queryParams',
	price: 0.015,
	timeout: { default: 30, minimum: 1 },
	pageSize: 10,
	required: 'commentId',
	input: (comment_id) => ({ note_id: '', share_text: '', comment_id, cursor: '', index: 1 }),
	position: ['cursor', 'index'],
	idOf: (record) => record.id,

	panel: {
		title: ['Note', 'Get Comment Replies'],
		action: 'Get note comment replies ($0.015 per call)',
		description: 'List the replies to one comment of a note',
		fields: [
			['commentId', 'Comment ID', 'string', '', 'required'],
			['noteId', 'Note ID', 'string', ''],
			['shareText', 'Share Link', 'string', ''],
		],
		startPosition: [
			['cursor', 'Cursor', 'string', ''],
			['index', 'Index', 'number', 1, { minValue: 0, numberPrecision: 0 }],
		],
	},
	toolInputs: ['commentId', 'noteId', 'shareText'],
	sent: [
		['commentId', ' “abc” ', 'comment_id', 'abc'],
		['noteId', '（n1）', 'note_id', 'n1'],
		['noteId', 42, 'note_id', '42'],
		['noteId', 'null', 'note_id', ''],
		['shareText', 'https://s.example/x', 'share_text', 'https://s.example/x'],
		['shareText', '看看 https://S.example/x#a 很好', 'share_text', 'https://s.example/x'],
	],
	refused: [
		['commentId', SEVERAL_IDS, `'Comment ID' ${SEVERAL}`],
		[
			'commentId',
			['https://notes.example/item/1'],
			"'Comment ID' must be the comment's ID, but this is a link. In the list of the note's comments, it is the ID of a record",
		],
		['noteId', SEVERAL_IDS, `'Note ID' ${SEVERAL}`],
		[
			'noteId',
			['https://notes.example/item/1'],
			"'Note ID' must be the note's ID, but this is a link. Enter it in Share Link instead",
		],
	],

	lists: [
		{ label: 'with its note', parameters: { noteId: 'note', shareText: 'https://s.example/x' } },
	],

	payload: (comments) => ({ data: { comments, has_more: false } }),
	pages: [
		['a page, the cursor an object', { data: pageWith({ cursor: 'c', index: 2 }, true) }, 1],
		['a page, the cursor JSON', { success: true, data: pageWith(`{"cursor":${LONG}}`, 1) }, 1],
		['the end', { data: { comments: [], has_more: false } }, 0],
		['the end without a list', { data: { has_more: false } }, 0],
		['only a list', { data: { comments: [subComment] } }, 1],
		['the end beside no data', { data: null, has_more: false }, 0],
	],
	flag: {
		name: 'has_more',
		payload: (flag) => ({ data: { comments: [], cursor: 'c', index: 2, ...flag } }),
		next: { cursor: 'c', index: 2 },
	},
	next: [
		['{"cursor":{"cursor":"c","index":2}}', { cursor: 'c', index: 2 }],
		['{"cursor":{"cursor":"c"},"index":3}', { cursor: 'c', index: 3 }],
		['{"cursor":{"cursor":"c"}}', { cursor: 'c', index: 7 }],
		['{"cursor":"{\\"cursor\\":\\"c\\",\\"index\\":\\"2\\"}"}', { cursor: 'c', index: 2 }],
		['{"cursor":" {\\"cursor\\" : \\"c\\"}","index":4}', { cursor: 'c', index: 4 }],
		['{"cursor":" plain== ","index":5}', { cursor: ' plain== ', index: 5 }],
		['{"cursor":"{no json"}', { cursor: '{no json', index: 7 }],
		['{"cursor":"{\\"other\\":1}"}', { cursor: '{"other":1}', index: 7 }],
		[`{"cursor":${LONG}}`, { cursor: LONG, index: 7 }],
		[`{"cursor":{"cursor":${LONG},"index":2}}`, { cursor: LONG, index: 2 }],
		[`{"cursor":"{\\"index\\":2, \\"cursor\\": ${LONG}}"}`, { cursor: LONG, index: 2 }],
		['{"cursor":"c","index":1.5}', { cursor: 'c', index: 7 }],
		['{"cursor":""}', null],
		['{"cursor":"-1"}', null],
		['{"cursor":"{\\"cursor\\":\\"-1\\",\\"index\\":2}"}', null],
		['{"cursor":{"cursor":{"cursor":"c"}}}', null],
		['{"cursor":["c"]}', null],
	].map(([fields, next]) => [page(String(fields)), { index: 7 }, next as IDataObject | null]),
	notices: [
		[
			{ data: { has_more: false } },
			{ note_id: '', share_text: '' },
			'Neither Note ID nor Share Link was given, so the platform had to find the note by the comment ID alone',
		],
		[{ data: { has_more: false } }, { note_id: 'n', share_text: '' }, undefined],
		[{ data: { has_more: false } }, { note_id: '', share_text: 's' }, undefined],
	],
	withoutList: { code: 0, success: true, data: { cursor: 'k2', has_more: true } },
	unreadable: [
		[{ data: { comments: 1 } }, 'list of records at data.comments'],
		[{ comments: [{ id: 'c' }], has_more: false }, 'list of records at data.comments'],
	],
	missing: [
		['the end', { data: { comments: [] } }],
		['the end', { data: { comments: [], has_more: {}, cursor: {} } }],
		['the way', { data: { comments: [], has_more: true } }],
	],
	recordsPerCall: [[{ comment_id: 'c', index: 1 }, undefined]],
	newestFirst: [[{ comment_id: 'c' }, false]],

	simplified: [
		[
			'a sub-comment with seconds',
			{
				...{
					id: 'c1',
					note_id: 'n1',
					content: 'Hi 😀 #茶[话题]# a<b>c</b> &lt;',
					time: 1700000000,
				},
				...{ like_count: 5, ip_location: 'x' },
				user: { userid: 'u1', nickname: 'A', images: 'https://i/u' },
				target_comment: { id: 'c0', user: { userid: 'u0' } },
			},
			{
				...{
					...a,
					text: 'Hi 😀 #茶 a<b>c</b> &lt;',
					authorId: 'u1',
					authorName: 'A',
					likeCount: 5,
				},
				createdAt: '2023-11-14T22:13:20.000Z',
			},
		],
		[
			'the requested comment, and the first picture',
			{
				...{ id: 'c1', note_id: 'n1', target_comment: { id: 'c0' } },
				pictures: [{ origin_url: '', url: 'https://i/p' }, { origin_url: 'https://i/q' }],
			},
			{ id: 'c1', mediaUrl: 'https://i/p', parentId: '64f0c1d2000000001e03a5b7' },
			{ parameters: { noteId: 'n1', commentId: '64f0c1d2000000001e03a5b7' } },
		],
		[
			'a time of the platform, and an author without an ID',
			{ id: 'c1', time: '2024-06-12 10:00:00', user: { userid: '0' }, pictures: [] },
			{ id: 'c1', createdAt: '2024-06-12T02:00:00.000Z', parentId: 'a' },
		],
		[
			'fields with the other names, milliseconds, and a control character',
			{ ...c1, create_time: 1700000000123, user_info: { user_id: 'u1', nickname: 'A\u0000' } },
			{ ...a, authorId: 'u1', authorName: 'A', createdAt: '2023-11-14T22:13:20.123Z' },
		],
		[
			'the first picture in its original size',
			{ ...c1, pictures: [{ origin_url: 'https://i/o', url: 'https://i/p' }] },
			{ ...a, mediaUrl: 'https://i/o' },
		],
		[
			'a picture of the website',
			{ ...c1, pictures: [{ url_default: 'https://i/w' }] },
			{ ...a, mediaUrl: 'https://i/w' },
		],
		[
			'a user ID in the other spelling',
			{ ...c1, user: { user_id: 'u3' } },
			{ ...a, authorId: 'u3' },
		],
		['a user in the other field', { ...c1, user_info: { userid: 'u3' } }, { ...a, authorId: 'u3' }],
		['empty fields', { id: 'c1', content: '', user: null, time: 0 }, { id: 'c1', parentId: 'a' }],
	],
};
