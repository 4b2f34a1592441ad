/** What the editor must show for an operation: the package's public contract, written by hand. */
export interface ExpectedOperation {
	readonly resource: string;
	readonly operation: string;
	/** Its entry in the node panel. */
	readonly action: string;
	/** Its own fields, in any order, with their defaults as the editor shows them. */
	readonly fields: Readonly<Record<string, string>>;
	readonly dropdowns?: Readonly<Record<string, readonly string[]>>;
	readonly startPosition: readonly string[];
}

/** The fields that all operations have. */
export const COMMON_FIELDS: Readonly<Record<string, string>> = {
	returnAll: 'false',
	limit: '50',
	maxCost: '1',
	output: 'Simplified',
};

/** What "Add option" offers everywhere. */
export const OPTIONS: readonly string[] = [
	'Concurrency',
	'Dry Run',
	'Keep Bought Records on Failure',
	'Max Pages',
	'Memory Name',
	'Only New Records',
	'Resume From',
	'Retries',
	'Retry Uncertain Calls',
	'Reuse After Failure (Minutes)',
	'Reuse Identical Calls',
	'Timeout',
];

export const OPERATIONS: readonly ExpectedOperation[] = [
	{
		resource: 'Note',
		operation: 'Search Images',
		action: 'Search note images (0.015 USD per call, 20 images)',
		fields: { keyword: '', source: 'explore_feed' },
		startPosition: ['Page', 'Search ID', 'Search Session ID', 'Word Request ID'],
	},
	{
		resource: 'Note',
		operation: 'Get Sub-Comments',
		action: 'Get note comment replies (0.015 USD per call)',
		fields: { noteId: '', shareText: '', commentId: '' },
		startPosition: ['Cursor', 'Index'],
	},
	{
		resource: 'Question',
		operation: 'Get Answers',
		action: 'Get answers to question (0.0015 USD per call)',
		fields: { questionId: '', order: 'Default', pageSize: '5' },
		dropdowns: { order: ['Default', 'Updated'] },
		startPosition: ['Cursor', 'Offset', 'Session ID'],
	},
	{
		resource: 'Video',
		operation: 'Search',
		action: 'Search short videos (0.015 USD per call)',
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
		action: 'Get article comment replies (0.015 USD per call)',
		fields: { url: '', contentId: '', allPages: 'false', raw: 'true' },
		// A lone one is added without a list: then its name tells.
		startPosition: ['offset'],
	},
	{
		resource: 'User',
		operation: 'Get Posts',
		action: 'Get posts of user (0.0015 USD per call)',
		fields: { userId: '', pageSize: '12' },
		startPosition: ['endCursor'],
	},
];
