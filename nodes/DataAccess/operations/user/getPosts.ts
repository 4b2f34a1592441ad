import type { IDataObject } from 'n8n-workflow';

import { isEmptyList } from '../../shared/entries';
import { timesIn } from '../../shared/time';
import { objectOf } from '../../shared/values';
import { entered } from '../parts/entered';
import { pageSizeInput, textInput } from '../parts/fields';
import { flagOf } from '../parts/flag';
import { identifierOf, positionText } from '../parts/identifier';
import { matching, opaqueOrNone, requiredText } from '../parts/inputs';
import { builtInQuery } from '../parts/builtInQuery';
import {
	flaggedPage,
	hasAnyOf,
	integerOf,
	noticeOfMissing,
	recordsAmong,
	recordsAt,
	SaysNotThere,
} from '../parts/shape';
import { column, simplifyWith } from '../parts/simplified';
import type { Source } from '../parts/simplified';

const ZONE = 'Z';

const { secondsOf } = timesIn(ZONE);

/** `like_and_view_counts_disabled`, `hide_like_and_view_counts`. Bounded, because names come from outside. */
const HIDES_LIKES = /like.{0,20}count.{0,20}disabled|hide_like/;

const likes = column.count('edge_media_preview_like.count', 'like_count');

/** Returns null if the record says that its count is hidden: the count that it has is then wrong. */
const shownLikes: Source = {
	...likes,
	read(record, around) {
		const isHidden = Object.keys(record).some(
			(name) => record[name] === true && HIDES_LIKES.test(name),
		);
		return isHidden ? null : likes.read(record, around);
	},
};

const userId = matching(
	/^(?!@)[^/]*$/,
	"Must be the user's ID, not a @name or a part of a link. In a post of this user, it is owner.id, or authorId in Output > Simplified",
);

/** Returns the user at `data.user` or `user`; null if the service says that there is no such user. */
function userIn(payload: unknown): unknown {
	const { data, user } = objectOf(payload);
	const { user: inner = user } = objectOf(data);
	return inner;
}

const timelineOf = (payload: unknown) => objectOf(userIn(payload)).edge_owner_to_timeline_media;

const WHERE = 'user.edge_owner_to_timeline_media.edges';

const NO_USER = 'It knows no user with this ID. The ID of a user is a number, not the user name';

/** The node of a deleted post is null. Some posts have no edge around them. */
const postsIn = (edges: IDataObject[]) =>
	edges.filter(({ node }) => node !== null).map((edge) => objectOf(edge.node ?? edge));

/** docs/development/gateway.md, User posts and Paging. */
export const getPosts = builtInQuery({
	resource: 'user',
	name: 'getPosts',
	label: 'Get Posts',
	action: 'Get posts of user',
	description: 'List the posts of a user',
	noun: 'posts',
	fieldsExample: 'shortcode, views = video_view_count',
	fields: [
		textInput('User ID', 'userId', requiredText(userId, entered('id')), {
			placeholder: 'e.g. 25025320',
			description:
				'ID of the user whose posts you want. To find it by user name, type "user" under Endpoint in Gateway > Run.',
			hint: 'A number, not @name',
		}),
		pageSizeInput('posts', 'post', 12),
	],
	forModels: {
		userId: 'ID of the user, not the user name',
	},
	startPosition: [
		textInput('End Cursor', 'endCursor', opaqueOrNone, {
			description:
				'End cursor of the page to begin with, from the "next" of the previous page. Leave empty for the first page.',
		}),
	],
	apiNames: { pageSize: 'count' },
	viewInputs: ['count'],
	pagingRule:
		'Take end_cursor from page_info.end_cursor of the list of posts. The list ends where page_info.has_next_page is false.',

	call: {
		endpoint: '/api/v1/photos/v1/fetch_user_posts_v2',
		price: 0.0015,
		platform: 'photos',
		group: 'queryParams',
	},

	recordsPerCall: ({ count }) => integerOf(count),
	newestFirst: () => true,
	sortTimeOf: (record) => secondsOf(record.taken_at_timestamp) ?? secondsOf(record.taken_at),

	holdsPage: (value) => userIn(value) === null || hasAnyOf(timelineOf(value), 'edges', 'page_info'),

	readPage(payload, input) {
		if (userIn(payload) === null) throw new SaysNotThere(NO_USER);
		const timeline = timelineOf(payload);
		const { count, edges, page_info: info } = objectOf(timeline);
		const pageInfo = objectOf(info);
		const more = flagOf(pageInfo.has_next_page);
		const mayBeMissing = more === false || isEmptyList(timeline);
		const posts = postsIn(recordsAt(edges, WHERE, { mayBeMissing }));
		const records = recordsAmong(posts, (post) => hasAnyOf(post, 'id'));
		const cursor = positionText(pageInfo.end_cursor);
		const page = flaggedPage(records, more, cursor ? { end_cursor: cursor } : null);
		// A later page does not say how many records the previous pages had.
		const isWhole = page.nextInputs === null && input.end_cursor === undefined;
		return { ...page, ...(isWhole && noticeOfMissing('posts', records.length, count)) };
	},

	idOf: (record) => identifierOf(record.id),

	simplify: simplifyWith({
		title: null,
		text: column.text('caption.text', 'edge_media_to_caption.edges.0.node.text', 'caption'),
		mediaUrl: column.address(
			'video_url',
			'video_versions',
			'display_url',
			'image_versions2.candidates',
			'carousel_media.0.video_versions',
			'carousel_media.0.image_versions2.candidates',
			'thumbnail_src',
		),
		url: column.address('url', 'permalink'),
		authorName: column.text('owner.username', 'user.username'),
		createdAt: column.timeIn(ZONE)('taken_at_timestamp', 'taken_at'),
		likeCount: shownLikes,
		commentCount: column.count(
			'edge_media_to_comment.count',
			'edge_media_to_parent_comment.count',
			'edge_media_preview_comment.count',
			'comment_count',
		),
		id: column.id('id'),
		authorId: column.id('owner.id', 'user.pk', 'user.id'),
		parentId: null,
	}),
});
