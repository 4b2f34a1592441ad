import type { List } from '../lists/list.mts';
import { bigBaseFor } from '../lists/random.mts';
import type { World } from './page.mts';
import type { FieldSchema } from './schema.mts';

/** The comment IDs of one article differ in the lowest bits only. */
const ID_BITS = 24n;
/** The offset of the first comment's ID. */
const FIRST = 1n << 20n;

/** The input field for the address of an article (docs/development/gateway.md, Comment replies). */
export const ARTICLE_FIELD: FieldSchema = {
	type: 'string',
	pattern: '^https://[^/?#\\s]+/s/',
	description: 'The article',
};

/** Returns the list of first-level comments of an article. */
export function commentsOf(url: string, world: World): List {
	return world.lists.find(world.settings, { operation: 'fetch_article_comments', keys: [url] });
}

/** Returns the list of replies to a comment. */
export function repliesUnder(url: string, contentId: string, world: World): List {
	const keys = [contentId, `${url} ${contentId}`, url];
	return world.lists.find(world.settings, { operation: 'fetch_comment_replies', keys });
}

/** Returns the `contentid` of a comment, by its number in the list. */
export function contentIdOf(url: string, number: number, world: World): string {
	return String(baseOf(url, world) + FIRST + BigInt(number) * 8n + 1n);
}

/** Returns the `contentid` that an empty content_id means: that of the first comment with replies. */
export function firstWithReplies(url: string, world: World): string {
	const comments = commentsOf(url, world);
	for (let index = 0; index < comments.size; index++) {
		const contentId = contentIdOf(url, comments.at(index), world);
		if (repliesUnder(url, contentId, world).size > 0) return contentId;
	}
	return contentIdOf(url, 0, world);
}

/** Whether an ID is close to the article's comment IDs but is none of them: it has lost digits. */
export function isCorrupted(url: string, contentId: string, world: World): boolean {
	const offset = BigInt(contentId) - baseOf(url, world);
	return offset >> ID_BITS === 0n && offset % 8n !== 1n;
}

function baseOf(url: string, world: World): bigint {
	return bigBaseFor(`${world.seed} comments of ${url}`);
}
