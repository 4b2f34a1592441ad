import { diceFor, hexFor } from '../../lists/random.mts';
import type { RecordSource } from '../records.mts';
import { looseCount, mediaUrl, momentInSeconds, paragraph, personName, phrase } from '../words.mts';

/** `image_info.fileid` of an image. */
export function imageId(source: RecordSource): string {
	return `1040g${hexFor(`${source.listSeed} id ${source.idNumber}`, 27)}`;
}

/** An image hit of the note platform (docs/development/gateway.md, Records). */
export function imageRecord(source: RecordSource): object {
	const dice = diceFor(source.seed);
	const fileid = imageId(source);
	const noteId = hexFor(`${source.seed} note`, 24);
	const userId = hexFor(`${source.seed} user`, 24);
	return {
		image_info: {
			fileid,
			url: mediaUrl('img.notes', `${fileid}!w720`, 'webp'),
			original: dice.sometimes(mediaUrl('img.notes', fileid, 'jpg')),
			width: dice.pick([720, 1080, 1440]),
			height: dice.pick([960, 1440, 1920]),
		},
		note_info: {
			note_id: noteId,
			title: dice.chance(0.2) ? '' : phrase(dice),
			desc: dice.sometimes(paragraph(dice)),
			liked_count: looseCount(dice),
			collected_count: dice.int(0, 5000),
			comments_count: dice.sometimes(dice.int(0, 900)),
			publish_time: dice.sometimes(momentInSeconds(dice)),
		},
		user_info: {
			user_id: userId,
			nickname: personName(dice),
			images: dice.sometimes(mediaUrl('avatar.notes', userId, 'jpg')),
		},
		share_info: dice.sometimes({ link: `https://notes.example/item/${noteId}` }),
	};
}
