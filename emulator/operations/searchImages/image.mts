import type { Dice } from '../../lists/random.mts';
import { diceFor, hexFor } from '../../lists/random.mts';
import type { RecordSource } from '../records.mts';
import { anyMoment, DAY, publishText } from '../times.mts';
import { looseCount, mediaUrl, notePhrase, personName, phrase } from '../words.mts';

/** Returns the `image_info.fileid` of an image. */
export function imageId(source: RecordSource): string {
	return `1040g${hexFor(`${source.listSeed} id ${source.idNumber}`, 27)}`;
}

/** Returns an ID of the note platform. Its first eight digits are the second in which it was created. */
export function datedId(seconds: number, seed: string): string {
	return seconds.toString(16).padStart(8, '0') + hexFor(seed, 16);
}

/** Returns the seconds from a note's first draft, when it gets its ID, to its publication. */
function draftedFor(dice: Dice): number {
	if (dice.chance(0.02)) return 330 * DAY;
	return dice.chance(0.2) ? dice.int(3 * 3600, 26 * 3600) : 0;
}

/** Returns an image of the note platform (docs/development/gateway.md, Records). */
export function imageRecord(source: RecordSource): object {
	const dice = diceFor(source.seed);
	const fileid = imageId(source);
	const userId = hexFor(`${source.seed} user`, 24);
	const published = anyMoment(source, dice);
	const noteId = datedId(published - draftedFor(dice), `${source.seed} note`);
	const picture = (size: string) => mediaUrl('img.notes', `${fileid}!${size}`, 'webp');
	return {
		image_info: {
			fileid,
			url: picture('w576'),
			url_size_large: picture('w5000'),
			original: dice.chance(0.6) ? '' : mediaUrl('img.notes', fileid, 'jpg'),
			width: dice.pick([720, 1080, 1440]),
			height: dice.pick([960, 1440, 1920]),
		},
		note_info: {
			note_id: noteId,
			title: dice.chance(0.2) ? '' : phrase(dice),
			desc: Array.from({ length: dice.int(1, 4) }, () => notePhrase(dice)).join('\n'),
			liked_count: looseCount(dice),
			collected_count: dice.int(0, 5000),
			comments_count: dice.sometimes(dice.int(0, 900)),
			publish_time: {
				text: publishText(published, source, dice),
				icon: mediaUrl('icon.notes', 'clock', 'png'),
			},
		},
		user_info: {
			user_id: userId,
			nickname: personName(dice),
			images: dice.sometimes(mediaUrl('avatar.notes', userId, 'jpg')),
		},
		share_info: dice.sometimes({ link: `https://notes.example/item/${noteId}` }),
	};
}

/** Returns an item that is not an image, to follow some of the images: search terms, or an advertisement; usually none. */
export function otherItems(source: RecordSource): object[] {
	const dice = diceFor(`${source.seed} other`);
	if (!dice.chance(0.1)) return [];
	return [
		dice.pick<object>([
			{ model_type: 'rec_query', rec_query: { title: '大家都在搜', queries: [phrase(dice)] } },
			{ model_type: 'ads', ads_info: { title: phrase(dice) } },
		]),
	];
}
