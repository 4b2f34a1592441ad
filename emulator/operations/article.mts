import type { List } from '../lists/list.mts';
import { bigBaseFor } from '../lists/random.mts';
import type { World } from './page.mts';
import type { FieldSchema } from './schema.mts';

/** Bits below which the comments of one article have their IDs, and a place for the first. */
const ID_BITS = 24n;
const FIRST = 1n << 20n;

/** The address of an article (docs/development/gateway.md, Comment replies). */
export const ARTICLE_FIELD: FieldSchema = {
	type: 'string',
	pattern: '^https://[^/?#\\s]+/s/',
	description: 'The article',
};

/** The first-level comments of an article. */
export function commentsOf(url: string, world: World): List {
	return world.lists.find(world.settings, { operation: 'fetch_article_comments', keys: [url] });
}

/** The replies under one comment of an article. */
export function repliesUnder(url: string, contentId: string, world: World): List {
	const keys = [contentId, `${url} ${contentId}`, url];
	return world.lists.find(world.settings, { operation: 'fetch_comment_replies', keys });
}

/** `contentid` of an article's comment, by the comment's number in the list. */
export function contentIdOf(url: string, number: number, world: World): string {
	return String(baseOf(url, world) + FIRST + BigInt(number) * 8n + 1n);
}

/** The comment that an empty content_id stands for: the article's first one with replies. */
export function firstWithReplies(url: string, world: World): string {
	const comments = commentsOf(url, world);
	for (let place = 0; place < comments.size; place++) {
		const contentId = contentIdOf(url, comments.at(place), world);
		if (repliesUnder(url, contentId, world).size > 0) return contentId;
	}
	return contentIdOf(url, 0, world);
}

/** An ID among those of the article's comments that is none: digits got lost on its way. */
export function isCorrupted(url: string, contentId: string, world: World): boolean {
	const offset = BigInt(contentId) - baseOf(url, world);
	return offset >> ID_BITS === 0n && offset % 8n !== 1n;
}

function baseOf(url: string, world: World): bigint {
	return bigBaseFor(`${world.seed} comments of ${url}`);
}
