import { bareNumber } from '../../answers/bareNumber.mts';
import { bigBaseFor, diceFor, hexFor } from '../../lists/random.mts';
import type { RecordSource } from '../records.mts';
import { anyMoment } from '../times.mts';
import { mediaUrl, personName, phrase, placeName } from '../words.mts';

/** Returns the `reply_id` of a reply, which is counted within its comment. */
export function replyId({ idNumber, listSeed, settings }: RecordSource): string {
	if (settings.longIds) return String(bigBaseFor(`${listSeed} id`) + BigInt(idNumber + 1));
	return String(idNumber < 0 ? -2 * idNumber : 2 * idNumber + 1);
}

/** Returns a reply (docs/development/gateway.md, Records). The raw form has a few more fields. */
export function replyRecord(source: RecordSource, isRaw: boolean): object {
	const dice = diceFor(source.seed);
	const id = replyId(source);
	const province = placeName(dice);
	const reply = {
		reply_id: bareNumber(id),
		nick_name: personName(dice),
		content: phrase(dice),
		create_time: anyMoment(source, dice),
		ip_wording: dice.chance(0.5)
			? province
			: dice.sometimes({ country_name: '中国', province_name: province, city_name: '' }),
		identity_name: dice.sometimes('', 0.7),
		[diceFor(`${id} likes`).chance(0.3) ? 'like_num' : 'reply_like_num']: dice.int(0, 500),
		logo_url: dice.sometimes(mediaUrl('avatar.chat', hexFor(`${source.seed} logo`, 20), 'jpg')),
	};
	if (!isRaw) return reply;
	const picture = mediaUrl('img.chat', hexFor(`${source.seed} picture`, 20), 'jpg');
	return {
		...reply,
		openid: `o${hexFor(`${source.seed} openid`, 27)}`,
		multi_info: { pictures: dice.chance(0.1) ? [{ url: picture }] : [] },
	};
}
