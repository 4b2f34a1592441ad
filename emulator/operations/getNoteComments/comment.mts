import { diceFor, hexFor } from '../../lists/random.mts';
import type { World } from '../page.mts';
import type { RecordSource } from '../records.mts';
import { anyMoment } from '../times.mts';
import { looseCount, notePhrase, personName } from '../words.mts';

/** Returns the `id` of a first-level comment, which is the `comment_id` of its replies. */
export function noteCommentId(source: RecordSource): string {
	return hexFor(`${source.listSeed} id ${source.idNumber}`, 24);
}

/** Returns a first-level comment of a note. */
export function noteCommentRecord(source: RecordSource, noteId: string, world: World): object {
	const dice = diceFor(source.seed);
	const id = noteCommentId(source);
	const { lists, settings } = world;
	return {
		id,
		note_id: noteId,
		content: notePhrase(dice),
		time: anyMoment(source, dice),
		like_count: looseCount(dice),
		sub_comment_count: lists.find(settings, { operation: 'get_note_sub_comments', keys: [id] })
			.size,
		user: { userid: hexFor(`${source.seed} author`, 24), nickname: personName(dice) },
	};
}
