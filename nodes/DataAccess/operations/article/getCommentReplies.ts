import type { IDataObject } from 'n8n-workflow';
import type { ZodString } from 'zod/v3';

import { objectOf } from '../../shared/values';
import type { PageInputs } from '../operation';
import { entered } from '../parts/entered';
import { flagInput, offsetInput, rawInput, textInput } from '../parts/fields';
import { flagOf } from '../parts/flag';
import { identifierOf, positionText } from '../parts/identifier';
import { flag, matching, requiredText, text } from '../parts/inputs';
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

const LONGEST_ADDRESS = 8192;

const NO_ARTICLE =
	'Must be the short link of an article: https, with a code after /s/, such as https://example.com/s/AbC. To get it, open the article and copy its address, with all that follows /s/';

const article = (text: ZodString) =>
	text
		.max(LONGEST_ADDRESS, NO_ARTICLE)
		.regex(/^https:\/\/[\p{L}\p{M}\p{N}.-]+(?::\d{1,5})?\/s\/[^/?#\s]/u, NO_ARTICLE);

const contentId = matching(
	/^$|^\d{1,32}$/,
	"Must be the numeric content ID of a top-level comment. In the list of the article's comments, it is the contentid of a record",
);

function nextInputsOf(
	answer: IDataObject,
	sentOffset: unknown,
	comment: string | undefined,
): PageInputs | null {
	const offset = integerOf(positionText(answer.nextoffset ?? answer.next_offset));
	if (offset === undefined) return null;
	// A repeated offset must equal the position of the request, or the list would not end.
	if (comment === undefined || offset === sentOffset) return { offset };
	// Without content_id, the service could choose another comment for the next page.
	return { offset, content_id: comment };
}

/** docs/development/gateway.md, Comment replies and Paging. */
export const getCommentReplies = builtInQuery({
	resource: 'article',
	name: 'getCommentReplies',
	label: 'Get Comment Replies',
	action: 'Get article comment replies',
	description: 'List the replies to one top-level comment of an article',
	noun: 'replies',
	fieldsExample: 'place = ip_wording, role = identity_name',
	timeout: { default: 60, minimum: 30 },
	fields: [
		textInput('URL', 'url', requiredText(article, entered('link')), {
			placeholder: 'e.g. https://example.com/s/AbCdEf',
			description: 'Link to the article. It must use https, and its path must begin with /s/.',
		}),
		textInput('Content ID', 'contentId', text('', contentId, entered('id')), {
			placeholder: 'e.g. 8213054679432105985',
			description:
				"The contentid of a top-level comment, from the list of the article's comments (Gateway > Run). Leave empty to use the first comment that has replies.",
		}),
		flagInput('All Replies in One Call', 'allPages', flag(false), {
			description:
				'Whether the gateway returns all replies in one page, for the price of one call. This can be slow, and ignores Start Position. Turn on Return All with it.',
		}),
		rawInput,
	],
	rarelyNeeded: ['raw'],
	forModels: {
		url: 'Link to the article: https, with a path that begins with /s/',
		contentId:
			'Content ID of a top-level comment: digits, as text. Empty = the first comment that has replies',
	},
	startPosition: [offsetInput('Offset of the page to begin with. Use 0 for the first page.')],
	positionInputs: new Map([
		['offset', ['offset']],
		['content_id', ['content_id']],
	]),
	viewInputs: ['raw'],
	pagingRule:
		'Take offset from nextoffset (or next_offset) of the response. Keep content_id; if it was empty, take it from content_id of the first response. The list ends where hasmore (or has_more) is false. With all_pages, one call returns all replies.',

	call: {
		endpoint: '/api/v1/chat_mp/v2/fetch_comment_replies',
		price: 0.015,
		platform: 'chatMp',
		group: 'body',
	},

	recordsPerCall: ({ all_pages: isWhole }) => (isWhole ? Infinity : undefined),

	holdsPage: (value) => hasAnyOf(value, 'replies', 'hasmore', 'has_more', 'reply_total'),

	readPage(payload, input) {
		const answer = objectOf(payload);
		const more = flagOf(answer.hasmore ?? answer.has_more);
		const { reply_total: total } = answer;
		const mayBeMissing = more === false || (more === undefined && integerOf(total) === 0);
		const entries = recordsAt(answer.replies, 'replies', { mayBeMissing });
		const records = recordsAmong(entries, (entry) => hasAnyOf(entry, 'reply_id'));
		const parentId = identifierOf(input.content_id) ?? identifierOf(answer.content_id);
		// A page with all replies is the last one.
		const isEnd = more === false || input.all_pages === true;
		const nextInputs = nextInputsOf(answer, input.offset, parentId);
		const page = flaggedPage(records, isEnd ? false : more, nextInputs);
		// The offset counts the records of the previous pages.
		const sent = Number(input.offset) + records.length;
		const notice = isEnd && noticeOfMissing('replies', sent, total);
		return { ...page, ...notice, parentId };
	},

	idOf: (record) => identifierOf(record.reply_id),

	simplify: simplifyWith({
		title: null,
		text: column.text('content'),
		mediaUrl: column.address('multi_info.pictures'),
		url: null,
		authorName: column.text('nick_name'),
		createdAt: column.time('create_time'),
		likeCount: column.count('reply_like_num', 'like_num'),
		commentCount: null,
		id: column.id('reply_id'),
		authorId: column.id('openid'),
		parentId: column.parent(),
	}),
});
