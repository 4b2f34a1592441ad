import type { IDataObject } from 'n8n-workflow';

import { entriesOf } from '../../shared/entries';
import { secondsOf } from '../../shared/time';
import { objectOf } from '../../shared/values';
import { choiceInput, cursorInput, keywordInput, offsetInput, rawInput } from '../parts/fields';
import { flagOf } from '../parts/flag';
import { identifierOf, positionText } from '../parts/identifier';
import { keyOrInteger, matching, opaqueOrNone } from '../parts/inputs';
import { builtInQuery } from '../parts/builtInQuery';
import { flaggedPage, hasAnyOf, recordsAmong, recordsAt, UnrecognisedShape } from '../parts/shape';
import { column, simplifyWith } from '../parts/simplified';

// Counts characters. JavaScript's `length` counts some of them twice.
const keyword = matching(/^[\s\S]{1,100}$/u, 'Must be 1 to 100 characters long');

// Deployments spell the key of half a year differently.
const keyOrSafeInteger = (keys: string[]) => keyOrInteger(keys, ['halfyear']);

const ANY = { mayBeMissing: true };

const itemsOfBoxes = (boxes: IDataObject[]) =>
	boxes
		.flatMap((box) => [box, ...recordsAt(box.subBoxes, 'results.data[].subBoxes', ANY)])
		.flatMap(({ items }) => recordsAt(items, 'results.data[].items', ANY));

/** If nothing was found, `no_more` is a text, or `total` is null or 0. */
function saysThatNothingWasFound(answer: IDataObject): boolean {
	return typeof answer.no_more === 'string' || answer.total === null || answer.total === 0;
}

const isBox = (value: IDataObject) => hasAnyOf(value, 'items', 'subBoxes');

/** @throws UnrecognisedShape if no entry is a box, and nothing says that nothing was found */
function boxesIn(list: unknown[], answer: IDataObject): IDataObject[] {
	const boxes = recordsAt(list, 'results.data');
	if (boxes.length > 0 && !boxes.some(isBox) && !saysThatNothingWasFound(answer)) {
		throw new UnrecognisedShape('videos in the boxes at results.data');
	}
	return boxes;
}

function recordsOf(answer: IDataObject, more: boolean | undefined): IDataObject[] {
	const { items, results } = answer;
	if (entriesOf(items)?.length) return recordsAt(items, 'items');
	const boxes = entriesOf(results) ?? entriesOf(objectOf(results).data);
	if (boxes) return itemsOfBoxes(boxesIn(boxes, answer));
	const isOver = more === false || (more === undefined && saysThatNothingWasFound(answer));
	const mayBeMissing = isOver && results === undefined;
	return recordsAt(items, 'results.data or items', { mayBeMissing });
}

/** Whether an entry has a time or a file. Accounts, encyclopedia cards and links to other searches have neither. */
const isVideo = ({ docID, exportId, pubTime, dateTime, duration, videoUrl }: IDataObject) =>
	[docID, exportId].some((id) => id !== undefined) &&
	[pubTime, dateTime, exportId, duration, videoUrl].some(Boolean);

/** Whether an entry is an account, or a card that links to something else. */
const leadsElsewhere = (entry: IDataObject) =>
	!isVideo(entry) && hasAnyOf(entry.jumpInfo, 'userName', 'jumpType');

/** docs/development/gateway.md, Search videos and Paging. */
export const search = builtInQuery({
	resource: 'video',
	name: 'search',
	label: 'Search',
	action: 'Search short videos',
	description: 'Search for short videos by keyword, with filters',
	noun: 'videos',
	fieldsExample: 'duration, export = exportId',
	timeout: { default: 60, minimum: 30 },
	fields: [
		keywordInput('e.g. sourdough bread', 'What to search for, 1 to 100 characters', keyword),
		choiceInput(
			'Duration',
			'duration',
			'How long the videos are. The platform offers no choice for 10 to 20 minutes.',
			keyOrInteger,
			[
				['All', 'all', 'Any length'],
				['Short (Under 5 Minutes)', 'short'],
				['Medium (5 to 10 Minutes)', 'medium'],
				['Long (20 Minutes or More)', 'long'],
			],
		),
		choiceInput('Sort', 'sort', 'How the videos are sorted', keyOrInteger, [
			['Default (Relevance)', 'default'],
			['Latest', 'latest', 'Newest first'],
			['Hot (Most Liked)', 'hot'],
		]),
		choiceInput(
			'Publish Time',
			'publishTime',
			'When the videos were published. For an exact date, at which the list ends, use Newer Than with Sort = Latest.',
			keyOrSafeInteger,
			[
				['All', 'all', 'Any time'],
				['Past Day', 'day'],
				['Past Week', 'week'],
				['Past Half Year', 'halfyear'],
			],
		),
		rawInput,
	],
	rarelyNeeded: ['raw'],
	forModels: {
		keyword: 'What to search for, 1 to 100 characters',
	},
	startPosition: [
		cursorInput(opaqueOrNone),
		offsetInput('Leave at 0. Only the cursor selects a page.'),
	],
	viewInputs: ['raw'],
	pagingRule:
		'Take cursor unchanged from cursor of the response, and keep everything else. The list ends where continue_flag is 0 or false, even if there is still a cursor.',

	call: {
		endpoint: '/api/v1/chat_search/v2/fetch_search_videos',
		price: 0.015,
		platform: 'chatSearch',
		group: 'body',
	},

	newestFirst: ({ sort }) => sort === 'latest' || sort === 1,
	sortTimeOf: (record) => secondsOf(record.pubTime),

	holdsPage: (value) =>
		hasAnyOf(value, 'results', 'items', 'continue_flag') ||
		saysThatNothingWasFound(objectOf(value)),

	readPage(payload) {
		const answer = objectOf(payload);
		const more = flagOf(answer.continue_flag);
		const entries = recordsOf(answer, more).filter((entry) => !leadsElsewhere(entry));
		const records = recordsAmong(entries, isVideo);
		const cursor = positionText(answer.cursor);
		return flaggedPage(records, more ?? cursor !== undefined, cursor ? { cursor } : null);
	},

	idOf: (record) => identifierOf(record.docID),

	simplify: simplifyWith({
		title: column.title('title'),
		text: column.title('desc', 'title'),
		mediaUrl: column.address('image'),
		url: column.address('url', 'jumpInfo.url', 'jumpInfo.jumpUrl'),
		authorName: column.title('source.title', 'jumpInfo.nickName'),
		createdAt: column.time('pubTime', 'dateTime'),
		likeCount: column.count('likeNum'),
		commentCount: null,
		id: column.id('docID', 'exportId'),
		authorId: column.id('jumpInfo.userName'),
		parentId: null,
	}),
});
