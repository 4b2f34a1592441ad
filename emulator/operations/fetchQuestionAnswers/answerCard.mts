import type { Dice } from '../../lists/random.mts';
import { diceFor, hexFor } from '../../lists/random.mts';
import type { RecordSource } from '../records.mts';
import { moment } from '../times.mts';
import { mediaUrl, paragraph, personName, phrase } from '../words.mts';

/** Returns the `target.id` of an answer: digits as text. */
export function answerId(source: RecordSource): string {
	const base = Number.parseInt(hexFor(source.listSeed, 9), 16);
	return String(base + 1_000_000_000 + source.idNumber * 7);
}

/** Returns the card of an answer, with the answer as its `target` (docs/development/gateway.md, Records). */
export function answerCard(source: RecordSource, questionId: string): object {
	const dice = diceFor(source.seed);
	const id = answerId(source);
	const { created, updated } = timesOf(source, dice);
	const text = paragraph(dice);
	const picture = mediaUrl('img.qa', hexFor(`${source.seed} picture`, 32), 'jpg');
	return {
		id: `card_${id}`,
		type: 'question_feed_card',
		target_type: 'answer',
		target: {
			id,
			type: 'answer',
			url: answerUrl(questionId, id, dice),
			content: html(text, dice),
			excerpt: dice.sometimes([...text].slice(0, 40).join('')),
			created_time: created,
			updated_time: dice.sometimes(updated),
			voteup_count: dice.int(0, 30_000),
			comment_count: dice.int(0, 900),
			author: {
				id: dice.chance(0.1) ? '0' : hexFor(`${source.seed} author`, 32),
				name: dice.chance(0.1) ? '匿名用户' : personName(dice),
				url_token: dice.sometimes(hexFor(`${source.seed} token`, 12)),
				headline: dice.sometimes(phrase(dice)),
				follower_count: dice.int(0, 100_000),
			},
			question: { id: questionId, title: phrase(diceFor(source.listSeed)) },
			thumbnail_info: {
				type: 'thumbnail_info',
				thumbnails: dice.chance(0.85) ? [{ type: 'image', url: picture }] : [],
			},
		},
	};
}

/** Returns creation and update time. A list that is newest first is sorted by the update. */
function timesOf(source: RecordSource, dice: Dice): { created: number; updated: number } {
	const [time, apart] = [moment(source, dice), dice.chance(0.5) ? dice.int(0, 1_000_000) : 0];
	if (source.timeNumber !== null) return { created: time - apart, updated: time };
	return { created: time, updated: Math.min(time + apart, source.settings.today) };
}

/** Returns one of two addresses of an answer, mostly that of the platform's API. */
function answerUrl(questionId: string, id: string, dice: Dice): string {
	if (dice.chance(0.8)) return `https://www.qa.example/api/v4/answers/${id}`;
	return `https://www.qa.example/question/${questionId}/answer/${id}`;
}

/** Returns a card that is not an answer, to follow some of the answers; usually none. */
export function otherCards(source: RecordSource): object[] {
	const dice = diceFor(`${source.seed} other`);
	if (!dice.chance(0.1)) return [];
	const id = hexFor(`${source.seed} other`, 10);
	const target = { id, title: phrase(dice), url: `https://qa.example/p/${id}` };
	return [
		dice.pick<object>([
			{ id: `ad_${id}`, type: 'feed_advert', target_type: 'advert', ad: { id, title: '广告' } },
			{ id: `card_${id}`, type: 'question_feed_card', target_type: 'article', target },
			{ id: `card_${id}`, type: 'feed_advert', ad: target, target: null },
		]),
	];
}

const FORMULAS = ['F=ma', 'x^2+y^2=z^2', '\\frac{1}{2}', 'E=mc^2 \\\\'];

function html(text: string, dice: Dice): string {
	const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>');
	const blocks = [
		`<p data-pid="x">${escaped}</p>`,
		'<h2>小结</h2><ul><li>一</li><li>二</li></ul>',
		'<blockquote>引用</blockquote><hr>',
		'<table><tr><td>2024</td><td>5</td></tr></table>',
	].slice(0, dice.pick([1, 1, 2, 3, 4]));
	if (dice.chance(0.25)) {
		const tex = dice.pick(FORMULAS);
		const address = `https://www.qa.example/equation?tex=${encodeURIComponent(tex)}`;
		blocks.push(`<p>由 <img alt="${tex}" eeimg="1" src="${address}"/> 得 10<sup>5</sup></p>`);
	}
	return `${blocks.join('')}<figure><img src="https://img.qa.example/v2.jpg"/></figure>`;
}
