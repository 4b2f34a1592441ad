import type { IDataObject } from 'n8n-workflow';

import type { Position, Query } from '../operation';
import { cursorField, offsetField } from '../parts/fields';
import { integer, opaque, requiredText, word } from '../parts/inputs';
import { pageOf } from '../parts/page';
import { flagOf, integerOf, isObject, objectAt, recordsAt, tokenOf } from '../parts/shape';
import { countOf, isoTime, plainText, textOf } from '../parts/simplified';

/** Among the cards of a page are adverts and other content; a record is an answer (shapes §3). */
function isAnswer(card: IDataObject): boolean {
	if (!isObject(card.target)) return false;
	const kinds = [card.target_type, card.target.type].filter((kind) => kind !== undefined);
	const isAdvert = /(^|_)(ad|ads|advert|advertisement)(_|$)/i.test(String(card.type ?? ''));
	return !isAdvert && kinds.every((kind) => kind === 'answer');
}

/**
 * The next page's inputs from the query string of `paging.next`, where they are complete: what is
 * not in it is back at its default. Nothing is ever computed, since the offset can be 1 after a
 * page of 20 (shapes §3).
 */
function positionOf(next: string): Position | null {
	const start = next.indexOf('?');
	if (start === -1) return null;
	const query = new URLSearchParams(next.slice(start + 1).split('#')[0]);
	const offset = integerOf(query.get('offset'));
	const cursor = query.get('cursor') ?? '';
	if (offset === undefined && cursor === '') return null;
	return { cursor, offset: offset ?? 0, session_id: query.get('session_id') ?? '' };
}

/** The answers to a question (spec §4.3, paging by shapes §3). */
export const getAnswers: Query = {
	kind: 'query',
	resource: 'question',
	name: 'getAnswers',
	label: 'Get Answers',
	action: 'Get the answers to a question',
	description: 'List the answers to a question',
	timeout: { default: 30, minimum: 1 },
	fields: [
		{
			displayName: 'Question ID',
			name: 'questionId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 19551577',
			description: 'The question whose answers to list',
		},
		{
			displayName: 'Order',
			name: 'order',
			type: 'options',
			options: [
				{ name: 'Default', value: 'default', description: 'As the platform sorts them' },
				{ name: 'Updated', value: 'updated', description: 'By time' },
			],
			default: 'default',
			description: 'How the answers are sorted',
		},
		{
			displayName: 'Page Size',
			name: 'pageSize',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 5,
			description:
				'How many answers one call asks for. The price is per call, so larger pages cost less per answer.',
		},
	],
	startPosition: [
		cursorField,
		offsetField('The offset that came with the cursor; 0 for the first page'),
		{
			displayName: 'Session ID',
			name: 'sessionId',
			type: 'string',
			default: '',
			description: 'The session ID that came with the cursor; empty for the first page',
		},
	],
	apiNames: { pageSize: 'limit' },
	positionInputs: ['cursor', 'offset', 'session_id'],
	viewInputs: ['limit'],
	input: {
		question_id: requiredText(),
		cursor: opaque(''),
		limit: integer(5, 1),
		offset: integer(0, 0),
		order: word(['default', 'updated'], 'default'),
		session_id: opaque(''),
	},

	callOf: () => ({
		endpoint: '/api/v1/qa/web/fetch_question_answers',
		price: 0.0015,
		platform: 'qa',
		group: 'queryParams',
	}),

	holdsPage: (value) => Array.isArray(objectAt(value).data) || 'paging' in objectAt(value),

	readPage(payload) {
		const answer = objectAt(payload);
		const paging = objectAt(answer.paging);
		const isEnd = flagOf(paging.is_end);
		const cards = recordsAt(isEnd ? (answer.data ?? []) : answer.data, 'data');
		const records = cards.filter(isAnswer);
		const link = tokenOf(paging.next);
		const hasMore = !isEnd && link !== undefined;
		return pageOf(records, hasMore, hasMore ? positionOf(link) : null);
	},

	idOf: (record) => tokenOf(objectAt(record.target).id),

	simplify(record) {
		const answer = objectAt(record.target);
		const author = objectAt(answer.author);
		return {
			id: textOf(answer.id),
			url: textOf(answer.url),
			title: plainText(objectAt(answer.question).title),
			text: plainText(answer.content, answer.excerpt),
			authorId: textOf(author.id, author.url_token),
			authorName: textOf(author.name),
			createdAt: isoTime(answer.created_time, answer.updated_time),
			likeCount: countOf(answer.voteup_count),
			commentCount: countOf(answer.comment_count),
			mediaUrl: null,
		};
	},
};
