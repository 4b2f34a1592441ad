import { hexFor } from '../../lists/random.mts';
import { cursorsOf } from '../cursors.mts';
import { wrongField } from '../inputError.mts';
import type { Operation } from '../operation.mts';
import type { PageRequest, World } from '../page.mts';
import { fixedPageSize, pageOfList } from '../page.mts';
import { pageOf, recordSources } from '../records.mts';
import type { Input } from '../schema.mts';
import { inputOf } from '../schema.mts';
import { imageId, imageRecord, otherItems } from './image.mts';

const ID_FIELDS = ['search_id', 'search_session_id', 'word_request_id'] as const;
/** How far the order of the records is rotated if a search begins at a later page: it is a new search. */
const ROTATION = 7;

const SCHEMA = inputOf({
	keyword: { type: 'string', minLength: 1, description: 'What to search for' },
	page: { type: 'integer', minimum: 1, default: 1, description: 'The page, counted from 1' },
	search_id: { type: 'string', default: '', description: 'From the first page' },
	search_session_id: { type: 'string', default: '', description: 'From the first page' },
	word_request_id: { type: 'string', default: '', description: 'From the first page' },
	source: {
		type: 'string',
		default: 'explore_feed',
		description: 'Where in the app the search is made',
	},
});

interface SearchId {
	/** The page that this search began with. */
	start: number;
	page: number;
}

/** Image search of the note platform (docs/development/gateway.md, Search images). */
export const searchImages: Operation = {
	name: 'search_images',
	platform: 'notes',
	path: 'app_v2/search_images',
	group: 'queryParams',
	price: 0.015,
	summary: 'Images of notes, by keyword, 20 on a page',
	input: SCHEMA,

	locate(input, world) {
		const { settings } = world;
		const keyword = input.keyword as string;
		const page = input.page as number;
		const list = world.lists.find(settings, {
			operation: 'search_images',
			keys: [keyword],
			filters: { source: input.source },
		});
		const start = startOfSearch(input, world, list);
		const rotation = start > 1 ? ROTATION : 0;
		return pageOfList(list, fixedPageSize('search_images', settings), page, {
			walk: { start },
			rotation,
		});
	},

	answer(request, _input, world) {
		const { list, page, walk } = request;
		const start = walk.start ?? 1;
		const sources = recordSources(request, world);
		// Only the IDs of the first page are valid. Later pages have IDs that only look valid.
		const content = { start, page };
		const payload: Record<string, unknown> = {
			code: 0,
			success: true,
			msg: '',
			next_page: page + 1,
			data: {
				items: sources.flatMap((source) => [imageRecord(source), ...otherItems(source)]),
				filter_items: filterItems(`${world.seed} ${list.identity} ${page}`),
			},
		};
		for (const name of ID_FIELDS) {
			payload[name] = cursorsOf<SearchId>(world, list, name).give(content);
		}
		return pageOf(payload, sources, imageId);
	},
};

/**
 * Returns the page that the search began with.
 * @throws InputError if the IDs are not those of a first page
 */
function startOfSearch(input: Input, world: World, list: PageRequest['list']): number {
	const page = input.page as number;
	if (ID_FIELDS.every((name) => input[name] === '')) return page;
	const starts = ID_FIELDS.map((name) => {
		const cursors = cursorsOf<SearchId>(world, list, name);
		const content = cursors.take(input[name] as string);
		if (!content || content.page !== content.start || content.start > page) {
			throw wrongField(name, 'Not an id that the first page of this search gave');
		}
		return content.start;
	});
	if (new Set(starts).size > 1) {
		throw wrongField('search_id', 'The three ids come from different searches');
	}
	return starts[0]!;
}

/**
 * Returns the filters beside the images. Their word_request_id is a decoy: it leads to no page
 * (docs/development/gateway.md, Paging).
 */
function filterItems(seed: string): object[] {
	return ['综合', '最新', '最多点赞'].map((name, index) => ({
		filter_name: name,
		filter_type: `sort_${index}`,
		word_request_id: hexFor(`${seed} filter ${index}`, 64),
	}));
}
