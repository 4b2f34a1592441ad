import { ARTICLE_FIELD, commentsOf } from '../article.mts';
import { offsetFields, pageAtOffset } from '../offsets.mts';
import type { Operation } from '../operation.mts';
import { fixedPageSize } from '../page.mts';
import { pageOf, recordSources } from '../records.mts';
import { inputOf } from '../schema.mts';
import { commentId, commentRecord } from './comment.mts';

/**
 * First-level comments of an article. Their `contentid` is the `content_id` of Comment replies
 * (docs/development/gateway.md). The shape of the payload is invented.
 */
export const fetchArticleComments: Operation = {
	name: 'fetch_article_comments',
	platform: 'chat_mp',
	path: 'v2/fetch_article_comments',
	group: 'body',
	price: 0.01,
	summary: 'Comments of an article; the contentid of each leads to its replies',
	input: inputOf({
		url: ARTICLE_FIELD,
		offset: { type: 'integer', minimum: 0, default: 0, description: '0 for the first page' },
		raw: { type: 'boolean', default: true, description: 'The platform’s response, unchanged' },
	}),

	locate(input, world) {
		const list = commentsOf(input.url as string, world);
		const pageSize = fixedPageSize('fetch_article_comments', world.settings);
		return pageAtOffset(list, input.offset as number, pageSize);
	},

	answer(request, input, world) {
		const sources = recordSources(request, world);
		const url = request.list.key;
		const payload = {
			comments: sources.map((each) => commentRecord(each, url, world, input.raw as boolean)),
			comment_total: request.list.size,
			...(input.raw ? { ret: 0 } : {}),
			...offsetFields(request),
		};
		return pageOf(payload, sources, (source) => commentId(source, url, world));
	},
};
