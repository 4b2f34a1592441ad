import type { IDataObject } from 'n8n-workflow';

import type { OperationName } from '../../emulator/emulator.mts';

/** One of the six operations, as a user sets it and as the service gets it (docs/gateway.md, Operations). */
export interface OperationCase {
	/** For the label of a test. */
	label: string;
	resource: string;
	operation: string;
	/** Its name at the service: the endpoint's last segment. */
	name: OperationName;
	endpoint: string;
	/** Where a grouped input holds the fields (docs/gateway.md, Deployments). */
	group: 'queryParams' | 'body';
	/** US dollars per call (docs/gateway.md, Operations). */
	price: number;
	/** Records on a page of the emulator while the node's parameters are at their defaults. */
	pageSize: number;
	/** No flag tells the end of the list: it takes a page without a new record (docs/gateway.md, Paging). */
	endsUnannounced: boolean;
	/** The parameters that a list needs, the others at their defaults. */
	parameters(key: string): IDataObject;
	/** What the emulator calls that list. */
	listKey(key: string): string;
	/** The input of its first page as sent, everything at its default. */
	input(key: string): Record<string, unknown>;
	/** The inputs that lead to a next page. */
	position: string[];
	/** The id of a raw record. */
	idOf(record: any): string;
}

/** The address of an article that holds the list of replies of this name. */
export const articleOf = (key: string) => `https://article.example/s/${key}`;

const same = (key: string) => key;

export const searchImages: OperationCase = {
	label: 'note: searchImages',
	resource: 'note',
	operation: 'searchImages',
	name: 'search_images',
	endpoint: '/api/v1/notes/app_v2/search_images',
	group: 'queryParams',
	price: 0.015,
	pageSize: 20,
	endsUnannounced: true,
	parameters: (keyword) => ({ resource: 'note', operation: 'searchImages', keyword }),
	listKey: same,
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
};

export const getSubComments: OperationCase = {
	label: 'note: getSubComments',
	resource: 'note',
	operation: 'getSubComments',
	name: 'get_note_sub_comments',
	endpoint: '/api/v1/notes/app_v2/get_note_sub_comments',
	group: 'queryParams',
	price: 0.015,
	pageSize: 10,
	endsUnannounced: false,
	parameters: (commentId) => ({ resource: 'note', operation: 'getSubComments', commentId }),
	listKey: same,
	input: (comment_id) => ({ note_id: '', share_text: '', comment_id, cursor: '', index: 1 }),
	position: ['cursor', 'index'],
	idOf: (record) => record.id,
};

export const getAnswers: OperationCase = {
	label: 'question: getAnswers',
	resource: 'question',
	operation: 'getAnswers',
	name: 'fetch_question_answers',
	endpoint: '/api/v1/qa/web/fetch_question_answers',
	group: 'queryParams',
	price: 0.0015,
	pageSize: 5,
	endsUnannounced: false,
	parameters: (questionId) => ({ resource: 'question', operation: 'getAnswers', questionId }),
	listKey: same,
	input: (question_id) => ({
		question_id,
		cursor: '',
		limit: 5,
		offset: 0,
		order: 'default',
		session_id: '',
	}),
	position: ['cursor', 'offset', 'session_id'],
	idOf: (record) => record.target.id,
};

export const searchVideos: OperationCase = {
	label: 'video: search',
	resource: 'video',
	operation: 'search',
	name: 'fetch_search_videos',
	endpoint: '/api/v1/chat_search/v2/fetch_search_videos',
	group: 'body',
	price: 0.015,
	pageSize: 20,
	endsUnannounced: false,
	parameters: (keyword) => ({ resource: 'video', operation: 'search', keyword }),
	listKey: same,
	// No cursor: its default is "empty" (docs/gateway.md, Search videos).
	input: (keyword) => ({
		keyword,
		duration: 'all',
		sort: 'default',
		publish_time: 'all',
		offset: 0,
		raw: true,
	}),
	position: ['offset', 'cursor'],
	idOf: (record) => record.docID,
};

export const getCommentReplies: OperationCase = {
	label: 'article: getCommentReplies',
	resource: 'article',
	operation: 'getCommentReplies',
	name: 'fetch_comment_replies',
	endpoint: '/api/v1/chat_mp/v2/fetch_comment_replies',
	group: 'body',
	price: 0.015,
	pageSize: 20,
	endsUnannounced: false,
	parameters: (key) => ({
		resource: 'article',
		operation: 'getCommentReplies',
		url: articleOf(key),
	}),
	listKey: articleOf,
	input: (key) => ({
		url: articleOf(key),
		content_id: '',
		offset: 0,
		all_pages: false,
		raw: true,
	}),
	position: ['offset', 'content_id'],
	idOf: (record) => record.reply_id,
};

export const getPosts: OperationCase = {
	label: 'user: getPosts',
	resource: 'user',
	operation: 'getPosts',
	name: 'fetch_user_posts_v2',
	endpoint: '/api/v1/photos/v1/fetch_user_posts_v2',
	group: 'queryParams',
	price: 0.0015,
	pageSize: 12,
	endsUnannounced: false,
	parameters: (userId) => ({ resource: 'user', operation: 'getPosts', userId }),
	listKey: same,
	// No end_cursor: its default is "none" (docs/gateway.md, User posts).
	input: (user_id) => ({ user_id, count: 12 }),
	position: ['end_cursor'],
	idOf: (record) => record.id,
};

/** The six operations in the order of docs/gateway.md, Operations. */
export const operations: readonly OperationCase[] = [
	searchImages,
	getSubComments,
	getAnswers,
	searchVideos,
	getCommentReplies,
	getPosts,
];

/** What costs nothing, by its place in the panel. */
export const lookUps = [{ resource: 'gateway', operation: 'inspect' }];

/** What runs any operation of the gateway, by its place in the panel. */
export const openOperations = [{ resource: 'gateway', operation: 'run' }];

/** Every operation that the node offers, by its place in the panel. */
export const offered = [...operations, ...openOperations, ...lookUps].map(
	({ resource, operation }) => ({
		resource,
		operation,
	}),
);

/** Rows for `test.each`, one for each operation. */
export const eachOperation = operations.map((each) => [each.label, each] as const);

/** The ten fields of a simplified record, in their order. */
export const SIMPLIFIED_FIELDS = [
	'id',
	'url',
	'title',
	'text',
	'authorId',
	'authorName',
	'createdAt',
	'likeCount',
	'commentCount',
	'mediaUrl',
];

/** A value as an expression, so that it reaches the node past the editor's checks. */
export const expression = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;

/** Calls that it takes to read a whole list of so many records. */
export function callsForAll({ pageSize, endsUnannounced }: OperationCase, size: number): number {
	const pages = Math.ceil(size / pageSize);
	return endsUnannounced && size > 0 ? pages + 1 : Math.max(1, pages);
}
