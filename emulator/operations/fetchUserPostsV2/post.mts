import type { Dice } from '../../lists/random.mts';
import { bigBaseFor, diceFor, hexFor } from '../../lists/random.mts';
import type { RecordSource } from '../records.mts';
import { moment } from '../times.mts';
import { mediaUrl, paragraph } from '../words.mts';

/** The number of characters that the field for padding a post adds without its text. */
const PADDING_LENGTH = ',"accessibility_caption":""'.length;

/** Returns the `id` of a post: 19 digits as text. */
export function postId(source: RecordSource): string {
	return String(bigBaseFor(`${source.listSeed} id`) + BigInt(source.idNumber));
}

/**
 * Returns a post of the photo platform (docs/development/gateway.md, Records). Its caption is in either of two fields.
 */
export function postRecord(source: RecordSource, userId: string): object {
	const dice = diceFor(source.seed);
	const shortcode = hexFor(`${source.seed} code`, 11);
	const type = dice.pick(['GraphVideo', 'GraphSidecar', 'GraphImage', 'GraphImage']);
	const isVideo = type === 'GraphVideo';
	const text = paragraph(dice);
	const hasCaption = dice.chance(0.85);
	const captionEdges = { edges: hasCaption ? [{ node: { text } }] : [] };
	const owner = { id: userId, username: `user.${hexFor(source.listSeed, 6)}` };
	const post = {
		id: postId(source),
		__typename: type,
		shortcode,
		display_url: mediaUrl('img.photos', shortcode, 'jpg'),
		thumbnail_src: dice.sometimes(mediaUrl('img.photos', `${shortcode}_t`, 'jpg')),
		is_video: isVideo,
		...(isVideo && {
			video_url: mediaUrl('video.photos', shortcode, 'mp4'),
			video_view_count: dice.int(0, 900_000),
		}),
		...(type === 'GraphSidecar' && { edge_sidecar_to_children: children(shortcode, dice) }),
		...(dice.chance(0.4)
			? { caption: hasCaption ? { text } : null }
			: { edge_media_to_caption: captionEdges }),
		...commentCounts(dice),
		edge_media_preview_like: { count: dice.chance(0.05) ? -1 : dice.int(0, 90_000) },
		taken_at_timestamp: moment(source, dice),
		owner,
		pinned_for_users: source.isPinned ? [owner] : [],
	};
	const { postLength } = source.settings;
	if (postLength === 0) return post;
	const missing = Math.max(0, postLength - JSON.stringify(post).length - PADDING_LENGTH);
	return { ...post, accessibility_caption: 'Image may contain: '.padEnd(missing, 'sky, ') };
}

/** Returns the pictures of a carousel. The first is the post's own. */
function children(shortcode: string, dice: Dice): object {
	const edges = Array.from({ length: dice.int(2, 7) }, (_, index) => ({
		node: {
			display_url: mediaUrl('img.photos', `${shortcode}${index > 0 ? `_${index}` : ''}`, 'jpg'),
			is_video: false,
		},
	}));
	return { edges };
}

/** Returns the number of comments, in either of two forms. */
function commentCounts(dice: Dice): object {
	const count = dice.int(0, 2000);
	if (dice.chance(0.3)) return { edge_media_to_comment: { count } };
	return { edge_media_to_parent_comment: { count }, edge_media_preview_comment: { count } };
}
