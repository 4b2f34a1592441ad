import type { IDataObject } from 'n8n-workflow';

import { secondsOf } from '../../shared/time';
import { isObject, objectOf } from '../../shared/values';
import type { PageInputs } from '../operation';
import { parametersIn } from '../parts/address';
import { idAfter } from '../parts/entered';
import { choiceInput, cursorInput, offsetInput, pageSizeInput, textInput } from '../parts/fields';
import { flagOf } from '../parts/flag';
import { identifierOf, positionText } from '../parts/identifier';
import { matching, opaque, requiredText, word } from '../parts/inputs';
import { builtInQuery } from '../parts/builtInQuery';
import {
	flaggedPage,
	hasAnyOf,
	integerOf,
	noticeOfMissing,
	recordsAmong,
	recordsAt,
} from '../parts/shape';
import { column, simplifyWith } from '../parts/simplified';
import type { Source } from '../parts/simplified';

// A text with a blank is the wording of a question.
const questionId = matching(
	/^[^/\s]*$/,
	'Must be the ID of a question, or a link to it such as https://qa.example.com/question/19551577',
);

/** Whether an entry may be an answer. Articles and other content name another type, and a deleted answer is null. */
const mayBeAnswer = ({ target, target_type: kind }: IDataObject) =>
	target !== null && [kind, objectOf(target).type].every((each) => (each ?? 'answer') === 'answer');

/**
 * Returns the position in the query string of `paging.next`. An input that is missing there returns to its default.
 * Nothing is computed, because the offset can be 1 after a page of 20.
 */
function nextInputsIn(next: string): PageInputs | null {
	const parameters = parametersIn(next);
	const [cursor = '', offset = '', session = ''] = ['cursor', 'offset', 'session_id'].map((name) =>
		positionText(parameters.get(name)),
	);
	const number = integerOf(offset) ?? 0;
	if (cursor === '' && number === 0) return null;
	return { cursor, offset: number, session_id: session };
}

/** An answer's address in the platform's API, which no browser shows. */
const API_ADDRESS =
	/^(https?:\/\/)(?:api\.)?([^/?#]+)(?:\/api)?(?:\/v\d+)?\/answers\/(\d+)\/?(?:[?#].*)?$/i;

const link = column.address('target.url');

const question = column.parent('target.question.id');

const asPage: Source = {
	...link,
	read(record, around) {
		const given = link.read(record, around);
		const parentId = question.read(record, around);
		const [, scheme, host, answer] = API_ADDRESS.exec(String(given)) ?? [];
		if (answer === undefined || parentId === null) return given;
		return `${scheme}${host}/question/${parentId}/answer/${answer}`;
	},
};

/** docs/development/gateway.md, Answers and Paging. */
export const getAnswers = builtInQuery({
	resource: 'question',
	name: 'getAnswers',
	label: 'Get Answers',
	action: 'Get answers to question',
	description: 'List the answers to a question',
	noun: 'answers',
	fieldsExample: 'updated = target.updated_time, followers = target.author.follower_count',
	fields: [
		textInput('Question ID', 'questionId', requiredText(questionId, idAfter('question')), {
			placeholder: 'e.g. https://qa.example.com/question/19551577',
			description:
				'The question whose answers you want: the number after /question/ in its link, or the link',
			hint: 'A number or a link',
		}),
		choiceInput('Sort', 'order', 'How the answers are sorted', (all) => word(all, 'default'), [
			['Default', 'default', "The platform's own order"],
			['Updated', 'updated', 'Newest first, by last change'],
		]),
		pageSizeInput('answers', 'answer', 5),
	],
	forModels: {
		questionId: 'ID of the question, or a link to it',
	},
	startPosition: [
		cursorInput(opaque),
		offsetInput('Offset that came with the cursor. Use 0 for the first page.'),
		textInput('Session ID', 'sessionId', opaque, {
			description: 'Session ID that came with the cursor. Leave empty for the first page.',
		}),
	],
	apiNames: { pageSize: 'limit' },
	viewInputs: ['limit'],
	pagingRule:
		'Take cursor, offset and session_id from the query string of paging.next of the response. The list ends where paging.is_end is true or there is no paging.next.',
	call: {
		endpoint: '/api/v1/qa/web/fetch_question_answers',
		price: 0.0015,
		platform: 'qa',
		group: 'queryParams',
	},

	recordsPerCall: ({ limit }) => integerOf(limit),
	newestFirst: ({ order }) => order === 'updated',
	sortTimeOf: (record) => secondsOf(objectOf(record.target).updated_time),

	holdsPage: (value) => Array.isArray(objectOf(value).data) || hasAnyOf(value, 'paging'),

	readPage(payload, input) {
		const answer = objectOf(payload);
		const paging = objectOf(answer.paging);
		const isEnd = flagOf(paging.is_end);
		const cards = recordsAt(answer.data, 'data', { mayBeMissing: isEnd });
		const records = recordsAmong(cards.filter(mayBeAnswer), ({ target }) => isObject(target));
		const nextLink = positionText(paging.next);
		const hasMore = isEnd === undefined ? nextLink !== undefined : !isEnd;
		const page = flaggedPage(records, hasMore, nextLink ? nextInputsIn(nextLink) : null);
		// A later page does not say how many records the previous pages had.
		const isWhole = page.nextInputs === null && !input.cursor && !input.offset;
		const notice = isWhole && noticeOfMissing('answers', records.length, paging.totals);
		return { ...page, ...notice, parentId: identifierOf(input.question_id) };
	},

	idOf: (record) => identifierOf(objectOf(record.target).id),

	simplify: simplifyWith({
		title: column.title('target.question.title'),
		text: column.html('target.content', 'target.excerpt'),
		mediaUrl: column.address('target.thumbnail_info.thumbnails'),
		url: asPage,
		authorName: column.text('target.author.name'),
		createdAt: column.time('target.created_time', 'target.updated_time'),
		likeCount: column.count('target.voteup_count'),
		commentCount: column.count('target.comment_count'),
		id: column.id('target.id'),
		authorId: column.id('target.author.id', 'target.author.url_token'),
		parentId: question,
	}),
});
