/** What the editor must show for an operation: the package's public contract, written by hand. */
export interface ExpectedOperation {
	readonly resource: string;
	readonly operation: string;
	/** Its entry in the node panel. */
	readonly action: string;
	/** Its own fields, in any order, with their defaults as the editor shows them. */
	readonly fields: Readonly<Record<string, string>>;
	readonly dropdowns?: Readonly<Record<string, readonly string[]>>;
	/** Empty where it begins at no place of the user's own. */
	readonly startPosition: readonly string[];
	/** It has nothing to do with calls and money. */
	readonly isFree?: boolean;
}

/** The fields that all paid operations have. */
export const COMMON_FIELDS: Readonly<Record<string, string>> = {
	returnAll: 'false',
	limit: '50',
	maxCost: '1',
	output: 'Simplified',
};

/** What "Add option" offers for all paid operations. */
export const OPTIONS: readonly string[] = [
	'Concurrency',
	'Download Media',
	'Dry Run',
	'Keep Bought Records on Failure',
	'Max Pages',
	'Only New Records',
	'Report',
	'Reset Memory',
	'Resume From',
	'Retries',
	'Retry Uncertain Calls',
	'Reuse After Failure (Minutes)',
	'Reuse Delivered Pages (Minutes)',
	'Reuse Identical Calls',
	'Timeout',
];

export const OPERATIONS: readonly ExpectedOperation[] = [
	{
		resource: 'Note',
		operation: 'Search Images',
		action: 'Search note images ($0.015 per call, 20 images)',
		fields: { keyword: '', source: 'explore_feed' },
		startPosition: ['Page', 'Search ID', 'Search Session ID', 'Word Request ID'],
	},
	{
		resource: 'Note',
		operation: 'Get Sub-Comments',
		action: 'Get note comment replies ($0.015 per call)',
		fields: { noteId: '', shareText: '', commentId: '' },
		startPosition: ['Cursor', 'Index'],
	},
	{
		resource: 'Question',
		operation: 'Get Answers',
		action: 'Get answers to question ($0.0015 per call)',
		fields: { questionId: '', order: 'Default', pageSize: '5' },
		dropdowns: { order: ['Default', 'Updated'] },
		startPosition: ['Cursor', 'Offset', 'Session ID'],
	},
	{
		resource: 'Video',
		operation: 'Search',
		action: 'Search short videos ($0.015 per call, number varies)',
		fields: {
			keyword: '',
			duration: 'All',
			sort: 'Default (Relevance)',
			publishTime: 'All',
			raw: 'true',
		},
		dropdowns: {
			duration: [
				'All',
				'Short (Under 5 Minutes)',
				'Medium (5 to 10 Minutes)',
				'Long (20 Minutes or More)',
			],
			sort: ['Default (Relevance)', 'Latest', 'Hot (Most Liked)'],
			publishTime: ['All', 'Past Day', 'Past Week', 'Past Half Year'],
		},
		startPosition: ['Cursor', 'Offset'],
	},
	{
		resource: 'Article',
		operation: 'Get Comment Replies',
		action: 'Get article comment replies ($0.015 per call)',
		fields: { url: '', contentId: '', allPages: 'false', raw: 'true' },
		// A lone one is added without a list: then its name tells.
		startPosition: ['offset'],
	},
	{
		resource: 'User',
		operation: 'Get Posts',
		action: 'Get posts of user ($0.0015 per call)',
		fields: { userId: '', pageSize: '12' },
		startPosition: ['endCursor'],
	},
	{
		resource: 'Gateway',
		operation: 'Run',
		action: 'Run any gateway operation (priced by the gateway)',
		fields: {
			endpoint: '',
			input: '{}',
			provider: '',
			price: '0',
			recordsPath: '',
			hasMorePath: '',
			idPath: '',
			output: 'Raw',
		},
		dropdowns: { output: ['Pages', 'Raw', 'Selected Fields', 'Simplified'] },
		startPosition: [],
	},
	{
		resource: 'Gateway',
		operation: 'Inspect',
		action: 'Inspect inputs and prices of operations (free)',
		fields: { endpoint: 'All' },
		dropdowns: {
			endpoint: [
				'All',
				'/api/v1/chat_mp/v2/fetch_comment_replies',
				'/api/v1/notes/app_v2/search_images',
				'/api/v1/notes/app_v2/get_note_sub_comments',
				'/api/v1/qa/web/fetch_question_answers',
				'/api/v1/photos/v1/fetch_user_posts_v2',
				'/api/v1/chat_search/v2/fetch_search_videos',
			],
		},
		startPosition: [],
		isFree: true,
	},
];
