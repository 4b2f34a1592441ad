import { hexFor } from '../../lists/random.mts';
import { cursorsOf } from '../cursors.mts';
import { wrongField } from '../inputError.mts';
import type { Operation } from '../operation.mts';
import type { PageRequest, PageStart, World } from '../page.mts';
import { inPagesOf, pageOfList } from '../page.mts';
import { pageOf, recordSources } from '../records.mts';
import type { Input } from '../schema.mts';
import { inputOf } from '../schema.mts';
import { answerCard, answerId, otherCards } from './answerCard.mts';

/** How far the order of the records is rotated if reading begins at an offset. */
const ROTATION = 7;

const SCHEMA = inputOf({
	question_id: { type: 'string', minLength: 1, description: 'The question' },
	cursor: { type: 'string', default: '', description: 'Empty for the first page' },
	limit: { type: 'integer', minimum: 1, default: 5, description: 'Answers per page' },
	offset: { type: 'integer', minimum: 0, default: 0, description: '0 for the first page' },
	order: {
		type: 'string',
		enum: ['default', 'updated'],
		default: 'default',
		description: 'The platform’s order, or by time',
	},
	session_id: { type: 'string', default: '', description: 'From the previous page' },
});

interface Cursor extends PageStart {
	rotation: number;
	/** The offset that goes with the cursor. */
	offset: number;
}

/** Answers of the question platform (docs/development/gateway.md, Answers). */
export const fetchQuestionAnswers: Operation = {
	name: 'fetch_question_answers',
	platform: 'qa',
	path: 'web/fetch_question_answers',
	group: 'queryParams',
	price: 0.0015,
	summary: 'Answers to a question',
	input: SCHEMA,

	locate(input, world) {
		const question = input.question_id as string;
		const list = world.lists.find(world.settings, {
			operation: 'fetch_question_answers',
			keys: [question],
			filters: { order: input.order },
			isByTime: input.order === 'updated',
		});
		const { page, base, rotation } = pageStartOf(input, world, list);
		const pageSize = input.limit as number;
		const walk = { base, start: base };
		return pageOfList(list, pageSize, page, { walk, rotation, mark: input.limit });
	},

	answer(request, input, world) {
		const { list, slice, page } = request;
		const sources = recordSources(request, world);
		const question = { id: input.question_id as string };
		const cards = sources.flatMap((source) => [
			answerCard(source, question.id),
			...otherCards(source),
		]);
		const link = (to: number) => pageLink(to, request, input, world);
		const paging = {
			is_end: !slice.hasMore,
			is_start: page === 1,
			next: link(slice.nextPage),
			previous: link(Math.max(1, page - 1)),
			totals: list.size,
		};
		const payload = { data: cards, session: { id: sessionId(world, list) }, paging };
		return pageOf(payload, sources, answerId);
	},
};

/**
 * Returns the page that an input requests.
 * @throws InputError if cursor, offset and session do not belong together
 */
function pageStartOf(
	input: Input,
	world: World,
	list: PageRequest['list'],
): Pick<Cursor, 'page' | 'base' | 'rotation'> {
	const offset = input.offset as number;
	const content = cursors(world, list).take(input.cursor as string);
	if (!content) {
		if (input.session_id !== '') throw wrongField('session_id', 'No session without a cursor');
		return { page: 1, base: offset, rotation: offset > 0 ? ROTATION : 0 };
	}
	if (content.offset !== offset) {
		throw wrongField('offset', 'Not the offset that belongs to this cursor');
	}
	if (input.session_id !== sessionId(world, list)) {
		throw wrongField('session_id', 'Not the session that this cursor was given in');
	}
	return { ...inPagesOf(input.limit as number, list, content), rotation: content.rotation };
}

function cursors(world: World, list: PageRequest['list']) {
	return cursorsOf<Cursor>(world, list, 'cursor');
}

function sessionId(world: World, list: PageRequest['list']): string {
	return `${hexFor(`${world.seed} session ${list.identity}`, 24)}:1`;
}

/** Returns the address of a page. Only its query string matters, and its limit differs from the client's. */
function pageLink(to: number, request: PageRequest, input: Input, world: World): string {
	const { list, rotation, walk } = request;
	const limit = input.limit as number;
	// As captured, the offset after a page of 20 is 1: a client cannot compute it.
	const offset = to - 1;
	const base = walk.base ?? 0;
	const cursor = cursors(world, list).give({ page: to, size: limit, base, rotation, offset });
	const query = new URLSearchParams({
		cursor,
		limit: String(limit === 5 ? 20 : 5),
		offset: String(offset),
		order: input.order as string,
		platform: 'desktop',
		session_id: sessionId(world, list),
	});
	return `https://qa.example/api/v4/questions/${encodeURIComponent(list.key)}/feeds?${query}`;
}
