import { parsedWithin } from '../../shared/json';
import { objectOf } from '../../shared/values';
import type { PageInputs } from '../operation';
import { entered } from '../parts/entered';
import { cursorInput, textInput, wholeNumberInput } from '../parts/fields';
import { identifierOf, positionText } from '../parts/identifier';
import { matching, opaque, requiredText, text } from '../parts/inputs';
import { builtInQuery } from '../parts/builtInQuery';
import {
	flaggedPage,
	hasAnyOf,
	holdsInData,
	integerOf,
	listInData,
	recordsAmong,
} from '../parts/shape';
import { column, simplifyWith } from '../parts/simplified';

const FIRST_INDEX = 1;

const NO_NOTE =
	'Neither Note ID nor Share Link was given, so the platform had to find the note by the comment ID alone';

/** Refuses a link. No ID contains a slash. */
const noLink = (refusal: string) => matching(/^[^/]*$/, refusal);

const noteId = noLink("Must be the note's ID, but this is a link. Enter it in Share Link instead");

const commentId = noLink(
	"Must be the comment's ID, but this is a link. In the list of the note's comments, it is the ID of a record",
);

const shareLink = matching(
	/^$|https?:\/\/\w|\w\.[\w-]+\/\S/i,
	'Must be a link to the note, or a text with one in it, as the Share button of the app gives it',
);

/** The cursor may be an object `{cursor, index}`, that object as JSON text, or a text with a separate index. */
function nextInputsIn(given: unknown, beside: unknown, kept: unknown): PageInputs | null {
	const inner = parsedWithin(given);
	const both = objectOf(hasAnyOf(inner, 'cursor') ? inner : { cursor: given });
	const cursor = positionText(both.cursor);
	if (cursor === undefined) return null;
	return { cursor, index: integerOf(both.index ?? beside) ?? integerOf(kept) ?? FIRST_INDEX };
}

/** docs/development/gateway.md, Sub-comments and Paging. */
export const getSubComments = builtInQuery({
	resource: 'note',
	name: 'getSubComments',
	label: 'Get Comment Replies',
	action: 'Get note comment replies',
	description: 'List the replies to one comment of a note',
	noun: 'replies',
	fieldsExample: 'place = ip_location, answers = target_comment.id',
	fields: [
		textInput('Comment ID', 'commentId', requiredText(commentId, entered('id')), {
			placeholder: 'e.g. 64f0c1d2000000001e03a5b7',
			description:
				"ID of the comment whose replies you want, from the list of the note's comments, which Gateway > Run can read",
		}),
		textInput('Note ID', 'noteId', text('', noteId, entered('id')), {
			placeholder: 'e.g. 64f0b9aa000000001300c1de',
			description:
				'ID of the note that the comment belongs to: the parentId of an image in Output > Simplified',
			hint: 'This or Share Link',
		}),
		textInput('Share Link', 'shareText', text('', shareLink, entered('link')), {
			placeholder: 'e.g. https://notes.example.com/item/64f0b9aa000000001300c1de',
			description: 'Link to the note, full or short, from its page or the Share button of the app',
			hint: 'This or Note ID',
		}),
	],
	forModels: {
		commentId: 'ID of the comment whose replies are wanted',
		noteId: 'ID of the note that the comment belongs to, if known',
		shareText: 'Link to the note, if its ID is not known',
	},
	startPosition: [
		cursorInput(opaque),
		wholeNumberInput(
			'Index',
			'index',
			[0, FIRST_INDEX],
			'Index that came with the cursor. Use 1 for the first page.',
		),
	],
	pagingRule:
		'Take cursor and index from data.cursor of the response, which is an object of both or its JSON text. The list ends where data.has_more is false.',
	call: {
		endpoint: '/api/v1/notes/app_v2/get_note_sub_comments',
		price: 0.015,
		platform: 'notes',
		group: 'queryParams',
	},

	holdsPage: (value) => holdsInData(value, 'comments'),

	readPage(payload, input) {
		const { entries, hasMore, data } = listInData(objectOf(payload), 'comments');
		const records = recordsAmong(entries, (entry) => hasAnyOf(entry, 'id'));
		const page = flaggedPage(records, hasMore, nextInputsIn(data.cursor, data.index, input.index));
		const isNoteNamed = input.note_id !== '' || input.share_text !== '';
		return {
			...page,
			...(!isNoteNamed && { notice: NO_NOTE }),
			parentId: identifierOf(input.comment_id),
		};
	},

	idOf: (record) => identifierOf(record.id),

	simplify: simplifyWith({
		title: null,
		text: column.noteText('content'),
		mediaUrl: column.address('pictures.0.origin_url', 'pictures', 'pictures.0.url_default'),
		url: null,
		authorName: column.text('user.nickname', 'user_info.nickname'),
		createdAt: column.time('time', 'create_time'),
		likeCount: column.count('like_count'),
		commentCount: null,
		id: column.id('id'),
		authorId: column.id('user.userid', 'user.user_id', 'user_info.userid', 'user_info.user_id'),
		parentId: column.parent(),
	}),
});
