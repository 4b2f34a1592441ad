import { bigBaseFor, diceFor, hexFor } from '../../lists/random.mts';
import type { RecordSource } from '../records.mts';
import { mediaUrl, moment, paragraph } from '../words.mts';

/** What the field that fills a post up takes beside its text. */
const FILLED_LENGTH = ',"accessibility_caption":""'.length;

/** `id` of a post: 19 digits as text. */
export function postId(source: RecordSource): string {
	return String(bigBaseFor(`${source.listSeed} id`) + BigInt(source.idNumber));
}

/**
 * A post of the photo platform, its caption in either of two places (docs/development/gateway.md,
 * Records).
 */
export function postRecord(source: RecordSource, userId: string): object {
	const dice = diceFor(source.seed);
	const shortcode = hexFor(`${source.seed} code`, 11);
	const isVideo = dice.chance(0.3);
	const text = paragraph(dice);
	const hasCaption = dice.chance(0.85);
	const captionEdges = { edges: hasCaption ? [{ node: { text } }] : [] };
	const post = {
		id: postId(source),
		__typename: isVideo ? 'GraphVideo' : 'GraphImage',
		shortcode,
		display_url: mediaUrl('img.photos', shortcode, 'jpg'),
		thumbnail_src: dice.sometimes(mediaUrl('img.photos', `${shortcode}_t`, 'jpg')),
		is_video: isVideo,
		...(isVideo ? { video_url: mediaUrl('video.photos', shortcode, 'mp4') } : {}),
		...(dice.chance(0.4)
			? { caption: hasCaption ? { text } : null }
			: { edge_media_to_caption: captionEdges }),
		edge_media_to_comment: { count: dice.int(0, 2000) },
		edge_media_preview_like: { count: dice.chance(0.05) ? -1 : dice.int(0, 90_000) },
		taken_at_timestamp: moment(source, dice),
		owner: { id: userId, username: `user.${hexFor(source.listSeed, 6)}` },
	};
	const { postLength } = source.settings;
	if (postLength === 0) return post;
	const missing = Math.max(0, postLength - JSON.stringify(post).length - FILLED_LENGTH);
	return { ...post, accessibility_caption: 'Image may contain: '.padEnd(missing, 'sky, ') };
}
