import { bareNumber } from '../../answers/bareNumber.mts';
import { ARTICLE_FIELD, firstWithReplies, isCorrupted, repliesUnder } from '../article.mts';
import { wrongField } from '../inputError.mts';
import { offsetFields, pageAtOffset } from '../offsets.mts';
import type { Operation } from '../operation.mts';
import type { PageRequest } from '../page.mts';
import { fixedPageSize, positionOf } from '../page.mts';
import { pageOf, recordSources } from '../records.mts';
import { inputOf } from '../schema.mts';
import { replyId, replyRecord } from './reply.mts';

const SCHEMA = inputOf({
	url: ARTICLE_FIELD,
	content_id: {
		type: 'string',
		pattern: '^\\d*$',
		default: '',
		description: 'contentid of the comment; empty for the first comment with replies',
	},
	offset: { type: 'integer', minimum: 0, default: 0, description: '0 for the first page' },
	all_pages: { type: 'boolean', default: false, description: 'All replies in one call' },
	raw: { type: 'boolean', default: true, description: 'The platform’s response, unchanged' },
});

/** Replies to a comment of an article (docs/development/gateway.md, Comment replies). */
export const fetchCommentReplies: Operation = {
	name: 'fetch_comment_replies',
	platform: 'chat_mp',
	path: 'v2/fetch_comment_replies',
	group: 'body',
	price: 0.015,
	summary: 'Replies under one comment of an article',
	input: SCHEMA,

	locate(input, world) {
		const url = input.url as string;
		const offset = input.all_pages ? 0 : (input.offset as number);
		const given = input.content_id as string;
		if (given === '' && offset > 0) {
			throw wrongField('content_id', 'A page after the first needs the content_id');
		}
		if (given !== '' && isCorrupted(url, given, world)) {
			throw wrongField('content_id', 'This article has no such comment');
		}
		const list = repliesUnder(url, given || firstWithReplies(url, world), world);
		if (input.all_pages) return allReplies(list);
		return pageAtOffset(list, offset, fixedPageSize('fetch_comment_replies', world.settings));
	},

	answer(request, input, world) {
		const { list } = request;
		const sources = recordSources(request, world);
		const payload: Record<string, unknown> = {
			content_id: bareNumber(list.key),
			replies: sources.map((source) => replyRecord(source, input.raw as boolean)),
			reply_total: list.size,
			...(input.raw ? { ret: 0 } : {}),
			...(input.all_pages ? {} : offsetFields(request)),
		};
		return pageOf(payload, sources, replyId);
	},
};

function allReplies(list: PageRequest['list']): PageRequest {
	const to = Math.max(0, list.size - list.replyTotalMissing);
	return {
		list,
		pageSize: Math.max(1, list.size),
		page: 1,
		slice: { from: 0, to, hasMore: false, nextPage: 1 },
		position: `${positionOf(list, {}, 0, 1)} of all`,
		rotation: 0,
		walk: {},
	};
}
