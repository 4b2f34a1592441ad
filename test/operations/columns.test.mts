import { expect, test } from '@jest/globals';

import { SIMPLIFIED_FIELDS, eachOperation } from '../harness/operations.mts';
import { useWorld } from '../harness/sides.mts';

const world = useWorld();

/** Where raw records have each column, `|` between two places; null where no platform's record ever has it. */
type Columns = Record<string, string | null>;

const REPLY = { title: null, url: null, commentCount: null };

const COLUMNS: Record<string, Columns> = {
	'note: searchImages': {
		title: 'note_info.title',
		text: 'note_info.desc',
		mediaUrl: 'image_info.url',
		url: 'share_info.link',
		authorName: 'user_info.nickname',
		createdAt: 'note_info.note_id',
		likeCount: 'note_info.liked_count',
		commentCount: 'note_info.comments_count',
		id: 'image_info.fileid',
		authorId: 'user_info.user_id',
		parentId: 'note_info.note_id',
	},
	'note: getSubComments': {
		...REPLY,
		text: 'content',
		mediaUrl: 'pictures.0.url',
		authorName: 'user.nickname|user_info.nickname',
		createdAt: 'time|create_time',
		likeCount: 'like_count',
		id: 'id',
		authorId: 'user.userid|user_info.user_id',
		// The comment that was asked for.
		parentId: 'id',
	},
	'question: getAnswers': {
		title: 'target.question.title',
		text: 'target.content',
		mediaUrl: 'target.thumbnail_info.thumbnails.0.url',
		url: 'target.url',
		authorName: 'target.author.name',
		createdAt: 'target.created_time',
		likeCount: 'target.voteup_count',
		commentCount: 'target.comment_count',
		id: 'target.id',
		authorId: 'target.author.id|target.author.url_token',
		parentId: 'target.question.id',
	},
	'video: search': {
		title: 'title',
		text: 'title',
		mediaUrl: 'image',
		// Neither do captured records have them.
		url: null,
		authorId: null,
		authorName: 'source.title',
		createdAt: 'pubTime',
		likeCount: 'likeNum',
		commentCount: null,
		id: 'docID',
		parentId: null,
	},
	'article: getCommentReplies': {
		...REPLY,
		text: 'content',
		mediaUrl: 'multi_info.pictures.0.url',
		authorName: 'nick_name',
		createdAt: 'create_time',
		likeCount: 'reply_like_num',
		id: 'reply_id',
		authorId: 'openid',
		parentId: 'reply_id',
	},
	'user: getPosts': {
		title: null,
		text: 'caption.text|edge_media_to_caption.edges.0.node.text',
		mediaUrl: 'display_url',
		// Built from `shortcode` and the platform's site.
		url: null,
		authorName: 'owner.username',
		createdAt: 'taken_at_timestamp',
		likeCount: 'edge_media_preview_like.count',
		commentCount: 'edge_media_to_comment.count|edge_media_to_parent_comment.count',
		id: 'id',
		authorId: 'owner.id',
		parentId: null,
	},
};

const valueAt = (record: any, path: string) =>
	path.split('.').reduce((value, name) => value?.[name], record);

/** A count without a digit is hidden, as are one below zero and the ID of the anonymous. */
function isThere(value: unknown, column: string): boolean {
	if (typeof value === 'number') return value >= 0;
	if (typeof value !== 'string' || value === '0') return false;
	return column.endsWith('Count') ? /\d/.test(value) : value !== '';
}

test.each(eachOperation)('%s: no column is null that a record has', async (label, operation) => {
	const parameters = { ...operation.parameters('size-150'), returnAll: true };
	const { records: raw } = await world.run({ ...parameters, output: 'raw' });
	const { records: simplified } = await world.run(parameters);
	expect([raw.length, simplified.length]).toEqual([150, 150]);
	const columns = COLUMNS[label]!;
	expect(Object.keys(columns).toSorted()).toEqual(SIMPLIFIED_FIELDS.toSorted());
	for (const [column, paths] of Object.entries(columns)) {
		const has = (record: unknown) =>
			(paths?.split('|') ?? []).some((path) => isThere(valueAt(record, path), column));
		const expected = raw.filter(has).map(operation.idOf);
		expect([column, expected.length > 0]).toEqual([column, paths !== null]);
		const filled = raw.filter((_, place) => simplified[place]![column] !== null);
		expect([column, filled.map(operation.idOf)]).toEqual([column, expected]);
	}
});
