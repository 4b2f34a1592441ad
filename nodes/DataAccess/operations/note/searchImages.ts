import { objectOf } from '../../shared/values';
import type { PageInputs } from '../operation';
import { keywordInput, textInput, wholeNumberInput } from '../parts/fields';
import { identifierOf, positionText } from '../parts/identifier';
import { opaque, text } from '../parts/inputs';
import { builtInQuery } from '../parts/builtInQuery';
import { hasAnyOf, holdsInData, integerOf, listInData, recordsAmong } from '../parts/shape';
import { column, simplifyWith } from '../parts/simplified';
import { publishedAt } from './publishTime';

const PAGE_SIZE = 20;

const CONTEXT = ['search_id', 'search_session_id', 'word_request_id'] as const;

const OF_SEARCH = 'of the search, from the "next" of its first page';

/** docs/development/gateway.md, Search images and Paging. */
export const searchImages = builtInQuery({
	resource: 'note',
	name: 'searchImages',
	label: 'Search Images',
	action: 'Search note images',
	description: 'Search for images in notes by keyword',
	noun: 'images',
	fieldsExample: 'collected = note_info.collected_count, width = image_info.width',
	fields: [
		keywordInput('e.g. ceramic teapot', 'What to search for'),
		textInput('Source', 'source', text('explore_feed'), {
			placeholder: 'e.g. explore_feed',
			description: 'Entry point in the app that the search imitates. Leave it as it is.',
		}),
	],
	rarelyNeeded: ['source'],
	forModels: {
		keyword: 'What the images show',
	},
	startPosition: [
		wholeNumberInput('Page', 'page', [1, 1], 'Page to begin with. Use 1 for the first page.'),
		textInput('Search ID', 'searchId', opaque, { description: `Search ID ${OF_SEARCH}` }),
		textInput('Search Session ID', 'searchSessionId', opaque, {
			description: `Search session ID ${OF_SEARCH}`,
		}),
		textInput('Word Request ID', 'wordRequestId', opaque, {
			description: `Word request ID ${OF_SEARCH}`,
		}),
	],
	endsUnannounced: true,
	pagingRule:
		'Take page from next_page of the response; without it, add 1. Take search_id, search_session_id and word_request_id from the first response and keep them for all pages. The list ends at a page without a new record.',
	call: {
		endpoint: '/api/v1/notes/app_v2/search_images',
		price: 0.015,
		platform: 'notes',
		group: 'queryParams',
	},

	recordsPerCall: () => PAGE_SIZE,

	holdsPage: (value) => holdsInData(value, 'items'),

	readPage(payload, input) {
		const answer = objectOf(payload);
		const { entries, hasMore } = listInData(answer, 'items');
		const records = recordsAmong(entries, (entry) => hasAnyOf(entry.image_info, 'fileid'));
		if (hasMore === false) return { records, nextInputs: null };
		const page = Number(input.page) + 1;
		const nextInputs: PageInputs = { page: Math.max(integerOf(answer.next_page) ?? page, page) };
		// The IDs of the first page belong to the whole search. A later page has IDs of its own.
		const begun = CONTEXT.some((name) => input[name] !== '');
		for (const name of CONTEXT)
			nextInputs[name] = begun ? input[name] : (positionText(answer[name]) ?? '');
		return { records, nextInputs };
	},

	idOf: (record) => identifierOf(objectOf(record.image_info).fileid),

	simplify: simplifyWith({
		title: column.noteText('note_info.title'),
		text: column.noteText('note_info.desc'),
		mediaUrl: column.address('image_info.original', 'image_info.url_size_large', 'image_info.url'),
		url: column.address('share_info.link'),
		authorName: column.text('user_info.nickname'),
		createdAt: {
			type: 'string',
			paths: ['note_info.publish_time', 'note_info.note_id'],
			read: (record, { now }) => publishedAt(record, now),
		},
		likeCount: column.count('note_info.liked_count'),
		commentCount: column.count('note_info.comments_count'),
		id: column.id('image_info.fileid'),
		authorId: column.id('user_info.user_id', 'user_info.userid'),
		parentId: column.id('note_info.note_id'),
	}),
});
