import { bareNumber } from '../../answers/bareNumber.mts';
import { bigBaseFor, diceFor, hexFor } from '../../lists/random.mts';
import type { RecordSource } from '../records.mts';
import { agoText, DAY, moment } from '../times.mts';
import { hashtagged, looseCount, mediaUrl, personName } from '../words.mts';

/** By the number of the duration filter: minimum and maximum length of a video, in seconds. */
const LENGTHS = {
	least: [5, 5, 300, 1200],
	most: [3600, 299, 600, 3600],
};
/** By the number of the publish time filter: maximum age of a video, in seconds. */
const AGES = [undefined, DAY, 7 * DAY, 182 * DAY];

/** Returns the `docID` of a video. */
export function videoId(source: RecordSource): string {
	const number = String(bigBaseFor(`${source.listSeed} id`) + BigInt(source.idNumber * 3 + 1));
	return source.settings.longIds ? number : `finderobj${number}`;
}

/** Returns a video of the messaging platform (docs/development/gateway.md, Records). */
export function videoRecord(
	source: RecordSource,
	keyword: string,
	filters: { duration: number; publishTime: number },
): object {
	const dice = diceFor(source.seed);
	const docId = videoId(source);
	const exportId = `export/${hexFor(`${source.seed} export`, 40)}`;
	const published = moment(source, dice, AGES[filters.publishTime]);
	const seconds = dice.int(LENGTHS.least[filters.duration]!, LENGTHS.most[filters.duration]!);
	const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
	const mark = dice.chance(0.6) ? `<em class="highlight">${keyword}</em> ` : '';
	return {
		docID: source.settings.longIds ? bareNumber(docId) : docId,
		exportId: dice.sometimes(exportId),
		title: mark + hashtagged(dice),
		dateTime: agoText(published, source),
		pubTime: dice.sometimes(published, 0.95),
		duration: dice.chance(0.7) ? clock : seconds,
		width: dice.pick([720, 1080]),
		height: dice.pick([1280, 1920]),
		image: mediaUrl('thumb.chat', hexFor(`${source.seed} image`, 32), 'jpg'),
		likeNum: looseCount(dice),
		source: dice.sometimes({
			title: personName(dice),
			iconUrl: mediaUrl('icon.chat', hexFor(`${source.seed} icon`, 16), 'png'),
		}),
		jumpInfo: { extInfo: JSON.stringify({ behavior: ['allow'], feedId: exportId }) },
	};
}
