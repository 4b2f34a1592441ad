import { bareNumber } from '../../answers/bareNumber.mts';
import type { Slice } from '../../lists/pages.mts';
import { firstPageWhere, freshBefore, slicePage } from '../../lists/pages.mts';
import { bigBaseFor } from '../../lists/random.mts';
import type { Settings } from '../../settings.mts';
import { wrongField } from '../inputError.mts';
import type { Operation } from '../operation.mts';
import type { PageRequest, World } from '../page.mts';
import { fixedPageSize, positionOf } from '../page.mts';
import { pageOf, recordSources } from '../records.mts';
import type { InputSchema } from '../schema.mts';
import { inputOf } from '../schema.mts';
import { replyId, replyRecord } from './reply.mts';

/** Replies under an article's comment (docs/gateway.md, Comment replies). */
export const fetchCommentReplies: Operation = {
	name: 'fetch_comment_replies',
	platform: 'chat_mp',
	path: 'v2/fetch_comment_replies',
	group: 'body',
	price: 0.015,
	describedPrice: 0.01,
	input: schemaFor,

	locate(input, world) {
		const url = input.url as string;
		const offset = input.all_pages ? 0 : (input.offset as number);
		const pinned = firstCommentId(url, world);
		const given = input.content_id as string;
		if (given === '' && offset > 0) {
			throw wrongField('content_id', 'A page after the first needs the content_id');
		}
		// Another id that is the same double can only be a corrupted copy of the right one.
		if (given !== '' && given !== pinned && Number(given) === Number(pinned)) {
			throw wrongField('content_id', 'This article has no such comment');
		}
		const contentId = given || pinned;
		const keys = [contentId, `${url} ${contentId}`, url];
		const list = world.lists.find(world.settings, {
			operation: 'fetch_comment_replies',
			keys,
		});
		if (input.all_pages) return allReplies(list);
		return pageAtOffset(list, offset, fixedPageSize('fetch_comment_replies', world.settings));
	},

	answer(request, input, world) {
		const { list, slice } = request;
		const sources = recordSources(request, world);
		const { bigIds, replySpelling } = world.settings;
		const payload: Record<string, unknown> = {
			content_id: bigIds ? bareNumber(BigInt(list.key)) : list.key,
			replies: sources.map((source) => replyRecord(source, input.raw as boolean)),
			reply_total: list.size,
		};
		if (input.raw) payload.ret = 0;
		if (!input.all_pages) {
			const isJoined = replySpelling === 'joined';
			payload[isJoined ? 'nextoffset' : 'next_offset'] = request.walk.kept;
			payload[isJoined ? 'hasmore' : 'has_more'] = slice.hasMore;
		}
		return pageOf(payload, sources, replyId);
	},
};

function schemaFor(settings: Settings): InputSchema {
	return inputOf({
		url: {
			type: 'string',
			pattern: articlePattern(settings.articleHost),
			description: 'The article',
		},
		content_id: {
			type: 'string',
			pattern: '^\\d*$',
			default: '',
			description: 'contentid of the comment; empty: the first one with replies',
		},
		offset: { type: 'integer', minimum: 0, default: 0, description: '0 for the first page' },
		all_pages: { type: 'boolean', default: false, description: 'All replies in one call' },
		raw: { type: 'boolean', default: true, description: 'The answer of the platform as it is' },
	});
}

function articlePattern(host: string): string {
	return `^https://${host === '' ? '[^/?#\\s]+' : host.replaceAll('.', '\\.')}/s/`;
}

/** The comment that an empty content_id stands for: the article's first one with replies. */
function firstCommentId(url: string, world: World): string {
	return String(bigBaseFor(`${world.seed} first comment of ${url}`) + 1n);
}

function allReplies(list: PageRequest['list']): PageRequest {
	const to = Math.max(0, list.size - list.replyTotalMissing);
	return {
		list,
		pageSize: Math.max(1, list.size),
		page: 1,
		slice: { from: 0, to, hasMore: false, nextPage: 1 },
		position: `${positionOf(list, {}, 0, 1)} of all`,
		turn: 0,
		walk: {},
	};
}

/** The page that begins at an offset: one of the list's own pages, or one from there on. */
function pageAtOffset(list: PageRequest['list'], offset: number, pageSize: number): PageRequest {
	const found = firstPageWhere((page) => offsetOf(list, page, pageSize) >= offset);
	const isOwnPage = offsetOf(list, found, pageSize) === offset;
	const base = isOwnPage ? 0 : Math.min(offset, list.size);
	const page = isOwnPage ? found : 1;
	const slice: Slice = slicePage(list, pageSize, page, base);
	const isStuck = slice.nextPage === page;
	const after = isOwnPage ? offsetOf(list, slice.nextPage, pageSize) : slice.to;
	return {
		list,
		pageSize,
		page: isOwnPage ? page : Math.floor(offset / pageSize) + 1,
		slice,
		position: `${positionOf(list, { base }, 0, page)} offset ${offset}`,
		turn: 0,
		walk: { base, kept: isStuck ? offset : after },
	};
}

/** Where a page begins; one further after an empty page, so that the two differ. */
function offsetOf(list: PageRequest['list'], page: number, pageSize: number): number {
	const isAfterEmpty = list.emptyPageAt !== null && page > list.emptyPageAt;
	if (!isAfterEmpty) return freshBefore(list, pageSize, page);
	return freshBefore(list, pageSize, page - 1) + 1;
}
