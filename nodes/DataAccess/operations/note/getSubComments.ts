import type { Position, Query } from '../operation';
import { cursorField } from '../parts/fields';
import { integer, opaque, requiredText, text } from '../parts/inputs';
import { pageOf } from '../parts/page';
import { flagOf, integerOf, isObject, objectAt, recordsAt, tokenOf } from '../parts/shape';
import { countOf, isoTime, plainText, textOf } from '../parts/simplified';

/**
 * The two inputs that the platform hides in one cursor: an object `{cursor, index}`, that object
 * as JSON text, or a plain text with the index beside it (shapes §3).
 */
function positionOf(cursor: unknown, index: unknown, keptIndex: unknown): Position | null {
	const both = typeof cursor === 'string' ? (parsedObject(cursor) ?? cursor) : cursor;
	const [text, number] = isObject(both) ? [both.cursor, both.index ?? index] : [both, index];
	const token = tokenOf(text);
	if (token === undefined) return null;
	return { cursor: token, index: integerOf(number) ?? Number(keptIndex) };
}

function parsedObject(text: string): unknown {
	if (!text.trimStart().startsWith('{')) return undefined;
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) && 'cursor' in value ? value : undefined;
	} catch {
		return undefined;
	}
}

/** The replies under one comment of a note (spec §4.2, paging by shapes §3). */
export const getSubComments: Query = {
	kind: 'query',
	resource: 'note',
	name: 'getSubComments',
	label: 'Get Sub-Comments',
	action: 'Get the replies under a comment of a note',
	description: 'List the replies under one comment of a note',
	timeout: { default: 30, minimum: 1 },
	fields: [
		{
			displayName: 'Comment ID',
			name: 'commentId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 64f0c1d2000000001e03a5b7',
			description: 'The comment whose replies to list',
		},
		{
			displayName: 'Note ID',
			name: 'noteId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 64f0b9aa000000001300c1de',
			description: 'The note of the comment. Give this or a share link.',
		},
		{
			displayName: 'Share Link',
			name: 'shareText',
			type: 'string',
			default: '',
			description: 'A share link of the note, short or full, in place of its ID',
		},
	],
	startPosition: [
		cursorField,
		{
			displayName: 'Index',
			name: 'index',
			type: 'number',
			typeOptions: { numberPrecision: 0 },
			default: 1,
			description: 'The index that came with the cursor; 1 for the first page',
		},
	],
	positionInputs: ['cursor', 'index'],
	input: {
		note_id: text(''),
		share_text: text(''),
		comment_id: requiredText(),
		cursor: opaque(''),
		index: integer(1, 0),
	},

	doubtAbout: (input) =>
		input.note_id === '' && input.share_text === ''
			? 'Neither Note ID nor Share Link was given, so the service had only the comment ID to find the note by'
			: undefined,

	callOf: () => ({
		endpoint: '/api/v1/notes/app_v2/get_note_sub_comments',
		price: 0.015,
		platform: 'notes',
		group: 'queryParams',
	}),

	holdsPage: (value) =>
		['comments', 'has_more'].some((name) => name in objectAt(objectAt(value).data)),

	readPage(payload, input) {
		const data = objectAt(objectAt(payload).data);
		const more = flagOf(data.has_more);
		// A list that ended may be null rather than empty.
		const records = recordsAt(
			more === false ? (data.comments ?? []) : data.comments,
			'data.comments',
		);
		return pageOf(records, more, positionOf(data.cursor, data.index, input.index));
	},

	idOf: (record) => tokenOf(record.id),

	simplify(record) {
		const user = objectAt(record.user ?? record.user_info);
		return {
			id: textOf(record.id),
			url: null,
			title: null,
			text: plainText(record.content),
			authorId: textOf(user.userid, user.user_id),
			authorName: textOf(user.nickname),
			createdAt: isoTime(record.time, record.create_time),
			likeCount: countOf(record.like_count),
			commentCount: null,
			mediaUrl: null,
		};
	},
};
