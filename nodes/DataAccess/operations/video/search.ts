import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { KnownQuery } from '../operation';
import { cursorField, keywordField, offsetField, rawField } from '../parts/fields';
import { identifierOf, positionOf } from '../parts/identifier';
import { keywordIn } from '../parts/ids';
import { flag, integer, keyOrInteger, opaque, requiredText } from '../parts/inputs';
import { flaggedPage, flagOf, hasAnyOf, recordsAt, UnrecognisedShape } from '../parts/shape';
import { asLikes } from '../parts/likes';
import { entriesOf } from '../../shared/list';
import { objectOf } from '../../shared/values';
import { column, simplifyWith } from '../parts/simplified';
import { secondsOf } from '../../shared/time';

// In characters, where JavaScript counts some twice.
const keyword = (text: z.ZodString) =>
	text.regex(/^[\s\S]{1,100}$/u, 'Must be 1 to 100 characters long');

function itemsOfBoxes(boxes: IDataObject[]): IDataObject[] {
	return boxes.flatMap((box) => [
		...recordsAt(box.items, 'results.data[].items', true),
		...recordsAt(box.subBoxes, 'results.data[].subBoxes', true).flatMap((subBox) =>
			recordsAt(subBox.items, 'results.data[].subBoxes[].items', true),
		),
	]);
}

/** `no_more` is a text then, `total` null. */
function saysThatNothingWasFound(answer: IDataObject): boolean {
	return typeof answer.no_more === 'string' || answer.total === null || answer.total === 0;
}

/** @throws UnrecognisedShape where what should be boxes holds no videos, and nothing says why */
function boxesIn(list: unknown[], answer: IDataObject): IDataObject[] {
	const boxes = recordsAt(list, 'results.data');
	const isBox = (value: IDataObject) => hasAnyOf(value, 'items', 'subBoxes');
	if (boxes.length > 0 && !boxes.some(isBox) && !saysThatNothingWasFound(answer)) {
		throw new UnrecognisedShape('videos in the boxes at results.data');
	}
	return boxes;
}

function recordsOf(answer: IDataObject): IDataObject[] {
	const { items, results } = answer;
	if (entriesOf(items)?.length) return recordsAt(items, 'items');
	const boxes = entriesOf(results) ?? entriesOf(objectOf(results).data);
	if (boxes) return itemsOfBoxes(boxesIn(boxes, answer));
	const isSaid = 'continue_flag' in answer || saysThatNothingWasFound(answer);
	return recordsAt(items, 'results.data or items', isSaid && results === undefined);
}

const SORTS = { default: 0, latest: 1, hot: 2 };

/** docs/development/gateway.md, Search videos and Paging. */
export const search: KnownQuery = {
	kind: 'knownQuery',
	resource: 'video',
	name: 'search',
	label: 'Search',
	action: 'Search short videos',
	pollAction: 'On new short videos of a search',
	description: 'Search for short videos by keyword, with filters',
	noun: 'videos',
	fieldsExample: 'duration, export = exportId',
	timeout: { default: 60, minimum: 30 },
	fields: [
		keywordField('e.g. sourdough bread', 'What to search for, 1 to 100 characters'),
		{
			displayName: 'Duration',
			name: 'duration',
			type: 'options',
			options: [
				{ name: 'All', value: 'all', description: 'Any length' },
				{ name: 'Short (Under 5 Minutes)', value: 'short' },
				{ name: 'Medium (5 to 10 Minutes)', value: 'medium' },
				{ name: 'Long (20 Minutes or More)', value: 'long' },
			],
			default: 'all',
			description: 'How long the videos are',
		},
		{
			displayName: 'Sort',
			name: 'sort',
			type: 'options',
			options: [
				{ name: 'Default (Relevance)', value: 'default' },
				{ name: 'Latest', value: 'latest', description: 'Newest first' },
				{ name: 'Hot (Most Liked)', value: 'hot' },
			],
			default: 'default',
			description: 'How the videos are sorted',
		},
		{
			displayName: 'Publish Time',
			name: 'publishTime',
			type: 'options',
			options: [
				{ name: 'All', value: 'all', description: 'Any time' },
				{ name: 'Past Day', value: 'day' },
				{ name: 'Past Week', value: 'week' },
				{ name: 'Past Half Year', value: 'halfyear' },
			],
			default: 'all',
			description: 'When the videos were published',
		},
		rawField,
	],
	rarelyNeeded: ['raw'],
	forModels: {
		keyword: 'What to search for, 1 to 100 characters',
	},
	startPosition: [
		cursorField,
		offsetField('Leave at 0. The service pages by cursor, not by offset.'),
	],
	positionInputs: ['offset', 'cursor'],
	viewInputs: ['raw'],
	pagingRule:
		'Take cursor unchanged from cursor of the answer, and keep everything else. The list ends where continue_flag is 0 or false, even if there is still a cursor.',
	input: z.strictObject({
		keyword: requiredText(keyword, keywordIn),
		duration: keyOrInteger({ all: 0, short: 1, medium: 2, long: 3 }, 'all'),
		sort: keyOrInteger(SORTS, 'default'),
		publish_time: keyOrInteger({ all: 0, day: 1, week: 2, halfyear: 3 }, 'all', ['halfyear']),
		offset: integer(0, 0),
		cursor: opaque(),
		raw: flag(true),
	}),

	call: {
		endpoint: '/api/v1/chat_search/v2/fetch_search_videos',
		price: 0.015,
		platform: 'chatSearch',
		group: 'body',
	},

	recordsPerCall: () => undefined,
	newestFirst: ({ sort }) => sort === 'latest' || sort === SORTS.latest,
	sortTimeOf: (record) => secondsOf(record.pubTime),

	holdsPage: (value) =>
		hasAnyOf(value, 'results', 'items', 'continue_flag') ||
		saysThatNothingWasFound(objectOf(value)),

	readPage(payload) {
		const answer = objectOf(payload);
		const records = recordsOf(answer);
		const cursor = positionOf(answer.cursor);
		const more = flagOf(answer.continue_flag) ?? cursor !== undefined;
		return flaggedPage(records, more, cursor ? { cursor } : null);
	},

	idOf: (record) => identifierOf(record.docID),

	simplify: simplifyWith({
		title: column.title('title'),
		text: column.title('desc', 'title'),
		mediaUrl: column.address('image'),
		url: column.address('url', 'jumpInfo.url', 'jumpInfo.jumpUrl'),
		authorName: column.title('source.title', 'jumpInfo.nickName'),
		createdAt: column.time('pubTime', 'dateTime'),
		likeCount: asLikes('likeNum'),
		commentCount: null,
		id: column.id('docID', 'exportId'),
		authorId: column.id('jumpInfo.userName'),
		parentId: null,
	}),
};
