import { bareNumber } from '../../answers/bareNumber.mts';
import { bigBaseFor, diceFor, hexFor } from '../../lists/random.mts';
import type { RecordSource } from '../records.mts';
import { looseCount, mediaUrl, moment, paragraph, personName, phrase } from '../words.mts';

/** `docID` of a video. */
export function videoId(source: RecordSource): string {
	return String(bigBaseFor(`${source.listSeed} id`) + BigInt(source.idNumber * 3 + 1));
}

/** A video hit of the messaging platform (docs/development/gateway.md, Records). */
export function videoRecord(source: RecordSource, keyword: string): object {
	const dice = diceFor(source.seed);
	const docId = videoId(source);
	const exportId = `export/${hexFor(`${source.seed} export`, 40)}`;
	const published = moment(source, dice);
	const seconds = dice.int(5, 3600);
	const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
	const author = personName(dice);
	return {
		docID: bareNumber(docId),
		exportId: dice.sometimes(exportId),
		title: dice.chance(0.6)
			? `<em class="highlight">${keyword}</em> ${phrase(dice)}`
			: phrase(dice),
		desc: dice.sometimes(paragraph(dice)),
		dateTime: dice.pick(['3天前', '昨天', '2024-05-01', '1年前']),
		pubTime: dice.sometimes(published, 0.95),
		duration: dice.chance(0.7) ? clock : seconds,
		width: dice.pick([720, 1080]),
		height: dice.pick([1280, 1920]),
		image: mediaUrl('thumb.chat', hexFor(`${source.seed} image`, 32), 'jpg'),
		likeNum: looseCount(dice),
		source: dice.sometimes({
			title: author,
			iconUrl: mediaUrl('icon.chat', hexFor(`${source.seed} icon`, 16), 'png'),
		}),
		jumpInfo: {
			userName: `v2_${hexFor(`${source.seed} user`, 24)}@finder`,
			nickName: author,
			jumpType: 9,
			extInfo: JSON.stringify({ behavior: ['allow'], feedId: exportId }),
		},
	};
}
