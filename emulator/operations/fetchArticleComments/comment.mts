import { bareNumber } from '../../answers/bareNumber.mts';
import { diceFor, hexFor } from '../../lists/random.mts';
import { contentIdOf, repliesUnder } from '../article.mts';
import type { World } from '../page.mts';
import type { RecordSource } from '../records.mts';
import { anyMoment } from '../times.mts';
import { mediaUrl, personName, phrase } from '../words.mts';

/** Returns the `contentid` of a comment. */
export function commentId(source: RecordSource, url: string, world: World): string {
	return contentIdOf(url, source.idNumber, world);
}

/** Returns a first-level comment of an article. The raw form has a few more fields. */
export function commentRecord(
	source: RecordSource,
	url: string,
	world: World,
	isRaw: boolean,
): object {
	const dice = diceFor(source.seed);
	const id = commentId(source, url, world);
	const comment = {
		contentid: bareNumber(id),
		content: phrase(dice),
		nick_name: personName(dice),
		like_num: dice.int(0, 5000),
		reply_total: repliesUnder(url, id, world).size,
	};
	if (!isRaw) return comment;
	const logo = mediaUrl('avatar.chat', hexFor(`${source.seed} logo`, 20), 'jpg');
	return {
		...comment,
		create_time: anyMoment(source, dice),
		logo_url: logo,
		openid: `o${hexFor(`${source.seed} openid`, 27)}`,
		is_top: 0,
	};
}
