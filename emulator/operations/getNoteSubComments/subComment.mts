import { diceFor, hexFor } from '../../lists/random.mts';
import type { RecordSource } from '../records.mts';
import { looseCount, mediaUrl, momentInSeconds, personName, phrase, place } from '../words.mts';

/** `id` of a sub-comment. */
export function subCommentId(source: RecordSource): string {
	return hexFor(`${source.listSeed} id ${source.idNumber}`, 24);
}

/** A sub-comment, in either of its two spellings (docs/development/gateway.md, Records). */
export function subCommentRecord(source: RecordSource, noteId: string | undefined): object {
	const dice = diceFor(source.seed);
	const author = person(source, 'author');
	const seconds = momentInSeconds(dice);
	const isNewSpelling = dice.chance(0.4);
	return {
		id: subCommentId(source),
		note_id: noteId ?? hexFor(`${source.listSeed} note`, 24),
		content: dice.chance(0.05) ? '' : phrase(dice),
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
		ip_location: dice.sometimes(place(dice)),
		target_comment: dice.sometimes(targetComment(source), 0.5),
	};
}

function targetComment(source: RecordSource): object {
	const { id, name } = person(source, 'target');
	return { id: hexFor(`${source.seed} target comment`, 24), user: { userid: id, nickname: name } };
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
