import type { Dice } from '../lists/random.mts';

const PHRASES = [
	'周末去哪儿玩？这份攻略请收好',
	'A quiet morning by the lake',
	'三分钟学会做番茄炒蛋🍳',
	'Why does this keep happening 😂',
	'新手入门：从零开始',
	'Ten things nobody tells you',
	'太好看了吧！！！❤️',
	'第一次尝试，效果出乎意料',
	'Tom & Jerry said "hello" <3',
	'成都 · 2 天 1 夜\n人均 300 元',
	'это просто чудо',
	'猫咪🐱和狗狗🐶的日常',
	'家人们👨‍👩‍👧‍👦，谁懂啊',
	'Less is more; C:\\temp, 100% sure',
];

const COUNTS = ['10万+', '1.2万', '999+', '赞', '1.2k', '1,234'];

const TOPICS = ['茶', '周末去哪儿', 'travel', '新手', '猫'];

const NAMES = ['小鹿', 'Anna K.', '阿强🏀', 'O’Neill', '旅行的猫', 'jo_hn', '𠮷野家', 'Zoë'];
const PLACES = ['四川', '上海', '广东', '美国', 'Hong Kong', '未知'];

/** Returns a title or a short comment. */
export function phrase(dice: Dice): string {
	return dice.pick(PHRASES);
}

/** Returns one or more sentences. */
export function paragraph(dice: Dice): string {
	const sentences = Array.from({ length: dice.int(1, 4) }, () => phrase(dice));
	return sentences.join(dice.pick([' ', '\n', '。']));
}

/** Returns a text of the note platform, sometimes with a topic or an emoji of its app. */
export function notePhrase(dice: Dice): string {
	const topic = dice.chance(0.5) ? ` #${dice.pick(TOPICS)}[话题]#` : '';
	return `${phrase(dice)}${dice.chance(0.2) ? '[哭惹R]' : ''}${topic}`;
}

/** Returns a text that ends with hashtags. */
export function hashtagged(dice: Dice): string {
	return `${phrase(dice)} #${dice.pick(TOPICS)} #${dice.pick(TOPICS)}`;
}

export function personName(dice: Dice): string {
	return dice.pick(NAMES);
}

export function placeName(dice: Dice): string {
	return dice.pick(PLACES);
}

/** Returns a count as platforms write it: mostly a number, sometimes a rounded text such as "10万+". */
export function looseCount(dice: Dice): number | string {
	return dice.chance(0.9) ? dice.int(0, 99_999) : dice.pick(COUNTS);
}

/** Returns the address of a picture or a video, on a host that does not exist. */
export function mediaUrl(host: string, name: string, extension: string): string {
	return `https://${host}.example/${name}.${extension}?sign=ab%2Fcd&t=1`;
}
