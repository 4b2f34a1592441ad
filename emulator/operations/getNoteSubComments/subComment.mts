import type { Dice } from '../../lists/random.mts';
import { diceFor, hexFor } from '../../lists/random.mts';
import type { RecordSource } from '../records.mts';
import { datedId } from '../searchImages/image.mts';
import { anyMoment } from '../times.mts';
import { looseCount, mediaUrl, notePhrase, personName, placeName } from '../words.mts';

/** Returns the `id` of a sub-comment. */
export function subCommentId(source: RecordSource): string {
	return hexFor(`${source.listSeed} id ${source.idNumber}`, 24);
}

/** Returns a sub-comment, in either of its two spellings (docs/development/gateway.md, Records). */
export function subCommentRecord(
	source: RecordSource,
	parents: { commentId: string; noteId?: string },
): object {
	const dice = diceFor(source.seed);
	const author = person(source, 'author');
	const seconds = anyMoment(source, dice);
	const isNewSpelling = dice.chance(0.4);
	const { listSeed, settings } = source;
	return {
		id: subCommentId(source),
		note_id: parents.noteId ?? datedId(Math.floor(settings.today) - 2e8, `${listSeed} note`),
		content: dice.chance(0.05) ? '' : notePhrase(dice),
		...(isNewSpelling
			? {
					create_time: seconds * 1000 + dice.int(0, 999),
					user_info: { user_id: author.id, nickname: author.name, image: author.image },
				}
			: {
					time: seconds,
					user: { userid: author.id, nickname: author.name, images: author.image },
				}),
		like_count: looseCount(dice),
		ip_location: dice.sometimes(placeName(dice)),
		target_comment: dice.sometimes(targetComment(source, dice, parents.commentId), 0.95),
		pictures: dice.chance(0.15) ? [picture(source)] : [],
		hash_tags: [],
		show_tags_v2: dice.chance(0.2) ? [{ type: 'is_author', text: '作者' }] : [],
	};
}

/** Returns what the reply answers: the comment, or another reply. */
function targetComment(source: RecordSource, dice: Dice, commentId: string): object {
	const { id, name } = person(source, 'target');
	return {
		id: dice.chance(0.6) ? commentId : hexFor(`${source.seed} target comment`, 24),
		user: { userid: id, nickname: name },
	};
}

/** Returns a picture, in the form of the app or of the website. */
function picture(source: RecordSource): object {
	const name = hexFor(`${source.seed} picture`, 32);
	const address = (size: string) => mediaUrl('img.notes', `${name}!${size}`, 'webp');
	if (diceFor(name).chance(0.3)) return { url_default: address('w576') };
	return { origin_url: address('w5000'), url: address('w576') };
}

function person(source: RecordSource, role: string) {
	const dice = diceFor(`${source.seed} ${role}`);
	const id = hexFor(`${source.seed} ${role}`, 24);
	return {
		id,
		name: personName(dice),
		image: mediaUrl('avatar.notes', id, 'jpg'),
	};
}
