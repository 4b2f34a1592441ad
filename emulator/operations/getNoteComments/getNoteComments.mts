import type { List } from '../../lists/list.mts';
import { cursorsOf } from '../cursors.mts';
import type { Operation } from '../operation.mts';
import type { World } from '../page.mts';
import { fixedPageSize, pageOfList } from '../page.mts';
import { pageOf, recordSources } from '../records.mts';
import { inputOf } from '../schema.mts';
import { noteCommentId, noteCommentRecord } from './comment.mts';

const SCHEMA = inputOf({
	note_id: { type: 'string', minLength: 1, description: 'The note' },
	cursor: { type: 'string', default: '', description: 'Empty for the first page' },
});

const cursors = (world: World, list: List) => cursorsOf<{ page: number }>(world, list, 'cursor');

/**
 * First-level comments of a note. Their `id` is the `comment_id` of Sub-comments. The shape of the payload is invented.
 */
export const getNoteComments: Operation = {
	name: 'get_note_comments',
	platform: 'notes',
	path: 'app_v2/get_note_comments',
	group: 'queryParams',
	price: 0.01,
	summary: 'Comments of a note; the id of each leads to its replies',
	input: SCHEMA,

	locate(input, world) {
		const list = world.lists.find(world.settings, {
			operation: 'get_note_comments',
			keys: [input.note_id as string],
		});
		const content = cursors(world, list).take(input.cursor as string);
		const pageSize = fixedPageSize('get_note_comments', world.settings);
		return pageOfList(list, pageSize, content?.page ?? 1);
	},

	answer(request, input, world) {
		const { slice, list } = request;
		const sources = recordSources(request, world);
		const noteId = input.note_id as string;
		const payload = {
			code: 0,
			success: true,
			data: {
				comments: sources.map((source) => noteCommentRecord(source, noteId, world)),
				cursor: slice.hasMore ? cursors(world, list).give({ page: slice.nextPage }) : '',
				has_more: slice.hasMore,
			},
		};
		return pageOf(payload, sources, noteCommentId);
	},
};
