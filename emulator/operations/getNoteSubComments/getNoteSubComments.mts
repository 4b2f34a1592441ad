import { cursorsOf } from '../cursors.mts';
import { wrongField } from '../inputError.mts';
import type { Operation } from '../operation.mts';
import type { PageRequest, World } from '../page.mts';
import { fixedPageSize, pageOfList } from '../page.mts';
import { pageOf, recordSources } from '../records.mts';
import type { Input } from '../schema.mts';
import { inputOf } from '../schema.mts';
import { subCommentId, subCommentRecord } from './subComment.mts';

const SCHEMA = inputOf({
	note_id: { type: 'string', default: '', description: 'The note' },
	share_text: {
		type: 'string',
		default: '',
		description: 'A share link of the note, instead of its ID',
	},
	comment_id: { type: 'string', minLength: 1, description: 'The comment' },
	cursor: { type: 'string', default: '', description: 'Empty for the first page' },
	index: { type: 'integer', default: 1, description: '1 for the first page' },
});

interface Cursor {
	page: number;
	index: number;
	/** `note_id` and `share_text` of the first request. */
	note: unknown;
	share: unknown;
}

/** Sub-comments of the note platform (docs/development/gateway.md, Sub-comments). */
export const getNoteSubComments: Operation = {
	name: 'get_note_sub_comments',
	platform: 'notes',
	path: 'app_v2/get_note_sub_comments',
	group: 'queryParams',
	price: 0.015,
	summary: 'Replies under one comment of a note',
	input: SCHEMA,

	locate(input, world) {
		const comment = input.comment_id as string;
		const list = world.lists.find(world.settings, {
			operation: 'get_note_sub_comments',
			keys: [comment],
		});
		const first = { page: 1, index: 1, note: input.note_id, share: input.share_text };
		const { page, index, note, share } = cursors(world, list).take(input.cursor as string) ?? first;
		if (index !== input.index) {
			throw wrongField('index', 'Not the index that belongs to this cursor, or 1 without one');
		}
		if (note !== input.note_id || share !== input.share_text) {
			throw wrongField('note_id', 'Not the note that this cursor was given for');
		}
		const pageSize = fixedPageSize('get_note_sub_comments', world.settings, 10);
		return pageOfList(list, pageSize, page);
	},

	answer(request, input, world) {
		const sources = recordSources(request, world);
		const noteId = (input.note_id as string) || undefined;
		const parents = { commentId: request.list.key, noteId };
		const payload = {
			code: 0,
			success: true,
			msg: '成功',
			data: {
				comments: sources.map((source) => subCommentRecord(source, parents)),
				cursor: nextCursor(request, input, world),
				has_more: request.slice.hasMore,
			},
		};
		return pageOf(payload, sources, subCommentId);
	},
};

function cursors(world: World, list: PageRequest['list']) {
	return cursorsOf<Cursor>(world, list, 'cursor');
}

function nextCursor({ slice, list }: PageRequest, input: Input, world: World): object {
	// A client cannot compute this number.
	const index = slice.nextPage * 10 - 7;
	const named = { note: input.note_id, share: input.share_text };
	return { cursor: cursors(world, list).give({ page: slice.nextPage, index, ...named }), index };
}
