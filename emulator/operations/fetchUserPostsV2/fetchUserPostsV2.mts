import { cursorsOf } from '../cursors.mts';
import type { Operation } from '../operation.mts';
import type { PageStart } from '../page.mts';
import { inPagesOf, pageOfList } from '../page.mts';
import { pageOf, recordSources } from '../records.mts';
import { inputOf } from '../schema.mts';
import { postId, postRecord } from './post.mts';

const SCHEMA = inputOf({
	user_id: { type: 'string', minLength: 1, description: 'The user' },
	count: { type: 'integer', minimum: 1, default: 12, description: 'Posts per page' },
	end_cursor: { type: 'string', default: '', description: 'Omitted for the first page' },
});

/** A user's posts on the photo platform (docs/development/gateway.md, User posts). */
export const fetchUserPostsV2: Operation = {
	name: 'fetch_user_posts_v2',
	platform: 'photos',
	path: 'v1/fetch_user_posts_v2',
	group: 'queryParams',
	price: 0.0015,
	summary: 'Posts of a user',
	input: SCHEMA,

	locate(input, world) {
		const user = input.user_id as string;
		const list = world.lists.find(world.settings, {
			operation: 'fetch_user_posts_v2',
			keys: [user],
			isByTime: true,
			pinned: world.settings.pinnedPosts,
		});
		const cursors = cursorsOf<PageStart>(world, list, 'end_cursor');
		const size = input.count as number;
		const given = cursors.take(input.end_cursor as string) ?? { page: 1, size, base: 0 };
		const { page, base } = inPagesOf(size, list, given);
		return pageOfList(list, size, page, { walk: { base }, mark: size });
	},

	answer(request, _input, world) {
		const { list, pageSize: size, slice, walk } = request;
		const sources = recordSources(request, world);
		const cursors = cursorsOf<PageStart>(world, list, 'end_cursor');
		const next = { page: slice.nextPage, size, base: walk.base ?? 0 };
		const user = {
			edge_owner_to_timeline_media: {
				count: list.size,
				page_info: {
					has_next_page: slice.hasMore,
					end_cursor: slice.hasMore ? cursors.give(next) : null,
				},
				edges: sources.map((source) => ({ node: postRecord(source, list.key) })),
			},
		};
		return pageOf({ data: { user }, status: 'ok' }, sources, postId);
	},
};
