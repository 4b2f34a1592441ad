import { cursorsOf } from '../cursors.mts';
import { wrongField } from '../inputError.mts';
import type { Operation } from '../operation.mts';
import type { PageRequest, World } from '../page.mts';
import { fixedPageSize, pageOfList } from '../page.mts';
import { pageOf, recordSources } from '../records.mts';
import { choice, chosen, inputOf } from '../schema.mts';
import { videoId, videoRecord } from './video.mts';

// Trimming, decoding or encoding would change these: a client must send the cursor back unchanged.
const PREFIX = 'v2%7C+';
const SUFFIX = '|%2F== ';

const DURATIONS = ['all', 'short', 'medium', 'long'];
const ORDERS = ['default', 'latest', 'hot'];

const PUBLISH_TIMES = ['all', 'day', 'week', 'halfyear'];

const SCHEMA = inputOf({
	keyword: { type: 'string', minLength: 1, maxLength: 100, description: 'What to search for' },
	duration: choice(DURATIONS, 'Under 5 minutes, 5 to 10, or 20 and more'),
	sort: choice(ORDERS, 'By relevance, newest first, or most liked first'),
	publish_time: choice(PUBLISH_TIMES, 'How long ago the video was published'),
	offset: {
		type: 'integer',
		minimum: 0,
		default: 0,
		description: 'Does not lead to a page by itself',
	},
	cursor: { type: 'string', default: '', description: 'Empty for the first page' },
	raw: { type: 'boolean', default: true, description: 'The platform’s response, unchanged' },
});

interface Cursor {
	page: number;
	offset: number;
}

/** Video search of the messaging platform (docs/development/gateway.md, Search videos). */
export const fetchSearchVideos: Operation = {
	name: 'fetch_search_videos',
	platform: 'chat_search',
	path: 'v2/fetch_search_videos',
	group: 'body',
	price: 0.015,
	summary: 'Short videos, by keyword and filters',
	input: SCHEMA,

	locate(input, world) {
		const keyword = input.keyword as string;
		const sort = chosen(ORDERS, input.sort!);
		const list = world.lists.find(world.settings, {
			operation: 'fetch_search_videos',
			keys: [keyword],
			filters: {
				duration: chosen(DURATIONS, input.duration!),
				sort,
				publish_time: chosen(PUBLISH_TIMES, input.publish_time!),
			},
			isByTime: ORDERS[sort] === 'latest',
		});
		// The offset alone leads to no page (docs/development/gateway.md, Search videos): without a cursor, the answer is
		// page 1 again.
		const content = cursors(world, list).take(bareCursor(input.cursor as string));
		if (content && input.offset !== 0 && input.offset !== content.offset) {
			throw wrongField('offset', 'Not the offset of the search that gave this cursor');
		}
		const pageSize = fixedPageSize('fetch_search_videos', world.settings);
		const walk = { kept: input.offset as number };
		return pageOfList(list, pageSize, content?.page ?? 1, { walk, mark: input.raw });
	},

	answer(request, input, world) {
		const sources = recordSources(request, world);
		const filters = {
			duration: chosen(DURATIONS, input.duration!),
			publishTime: chosen(PUBLISH_TIMES, input.publish_time!),
		};
		const videos = sources.map((source) => videoRecord(source, request.list.key, filters));
		const isRaw = input.raw as boolean;
		const payload = {
			...(isRaw ? { results: { data: boxesOf(videos) } } : { items: videos }),
			...positionFields(request, world),
		};
		return pageOf(payload, sources, videoId);
	},
};

function cursors(world: World, list: PageRequest['list']) {
	return cursorsOf<Cursor>(world, list, 'cursor');
}

/** Removes prefix and suffix from a cursor. A cursor without them stays unchanged, and is refused later. */
function bareCursor(text: string): string {
	const isWhole = text.startsWith(PREFIX) && text.endsWith(SUFFIX);
	return isWhole ? text.slice(PREFIX.length, -SUFFIX.length) : text;
}

function positionFields(request: PageRequest, world: World): Record<string, unknown> {
	const { slice, list, walk } = request;
	if (list.size === 0) {
		return { cursor: '', continue_flag: 0, total: null, no_more: '没有找到相关结果' };
	}
	const content = { page: slice.nextPage, offset: walk.kept as number };
	return {
		cursor: PREFIX + cursors(world, list).give(content) + SUFFIX,
		continue_flag: Number(slice.hasMore),
		total: list.size,
	};
}

/** Items among the videos that are not videos: an account, and a card that links to an encyclopedia. */
const ACCOUNT = {
	docID: 'finderaccount1',
	title: '小鹿',
	jumpInfo: { userName: 'v2_1@finder', nickName: '小鹿' },
};
const CARD = { docID: 'card1', title: '猫 - 百科', jumpInfo: { jumpType: 2 } };

/** Distributes the videos of a page over boxes and their sub-boxes. */
function boxesOf(videos: object[]): object[] {
	if (videos.length === 0) return [];
	// In document order, the videos keep the order of the list.
	const indexAt = (share: number) => Math.ceil(videos.length * share);
	const part = (from: number, to: number) => videos.slice(indexAt(from), indexAt(to));
	return [
		box('video', part(0, 0.4), [part(0.4, 0.5), part(0.5, 0.6)]),
		box('account', [ACCOUNT], [[CARD], part(0.6, 0.8)]),
		{ boxID: 'hint', type: 'hint', title: '相关搜索' },
		...part(0.8, 1).map((video) => box('single', [video], null)),
	];
}

function box(type: string, items: object[], subBoxes: object[][] | null): object {
	const boxed = { boxID: `0x80000000000-${type}`, type, count: items.length, items };
	if (subBoxes === null) return boxed;
	return { ...boxed, subBoxes: subBoxes.map((each) => ({ type: `${type}_sub`, items: each })) };
}
