import type { Dice } from '../../lists/random.mts';
import { diceFor, hexFor } from '../../lists/random.mts';
import type { RecordSource } from '../records.mts';
import { moment, paragraph, personName, phrase } from '../words.mts';

/** `target.id` of an answer: digits as text. */
export function answerId(source: RecordSource): string {
	const base = Number.parseInt(hexFor(source.listSeed, 9), 16);
	return String(base + 1_000_000_000 + source.idNumber * 7);
}

/** The card of an answer (docs/development/gateway.md, Records): the answer is its `target`. */
export function answerCard(source: RecordSource, questionId: string): object {
	const dice = diceFor(source.seed);
	const id = answerId(source);
	const created = moment(source, dice);
	const text = paragraph(dice);
	return {
		id: `card_${id}`,
		type: 'question_feed_card',
		target_type: 'answer',
		target: {
			id,
			type: 'answer',
			url: `https://qa.example/question/${questionId}/answer/${id}`,
			content: html(text),
			excerpt: dice.sometimes([...text].slice(0, 40).join('')),
			created_time: created,
			updated_time: dice.sometimes(updatedTime(source, created, dice)),
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
		},
	};
}

/** Where the newest stands first, `created` is the time that the order goes by. */
function updatedTime({ timeNumber }: RecordSource, created: number, dice: Dice): number {
	const later = dice.int(0, 1_000_000);
	return timeNumber === null ? created + later : created;
}

/** Cards that are no answers, behind some of the answers. */
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

function html(text: string): string {
	const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>');
	return `<p data-pid="x">${escaped}</p><figure><img src="https://img.qa.example/v2.jpg"/></figure>`;
}
