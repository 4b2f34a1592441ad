import { cursorsOf } from '../cursors.mts';
import { wrongField } from '../inputError.mts';
import type { Operation } from '../operation.mts';
import { pageOfList } from '../page.mts';
import { pageOf, recordSources } from '../records.mts';
import { inputOf } from '../schema.mts';
import { postId, postRecord } from './post.mts';

const SCHEMA = inputOf({
	user_id: { type: 'string', minLength: 1, description: 'The user' },
	count: { type: 'integer', minimum: 1, default: 12, description: 'Posts per page' },
	end_cursor: { type: 'string', default: '', description: 'Left out for the first page' },
});

interface Cursor {
	page: number;
	count: number;
}

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
		const cursors = cursorsOf<Cursor>(world, list, 'end_cursor');
		const content = cursors.take(input.end_cursor as string);
		if (content && content.count !== input.count) {
			throw wrongField('count', 'Not the count that this cursor was given for');
		}
		const pageSize = input.count as number;
		return pageOfList(list, pageSize, content?.page ?? 1, { mark: input.count });
	},

	answer(request, input, world) {
		const { list, slice } = request;
		const sources = recordSources(request, world);
		const cursors = cursorsOf<Cursor>(world, list, 'end_cursor');
		const next = { page: slice.nextPage, count: input.count as number };
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
