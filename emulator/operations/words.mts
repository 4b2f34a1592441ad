import type { Dice } from '../lists/random.mts';
import type { RecordSource } from './records.mts';

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

const COUNTS = ['10万+', '1.2万', '999+', '赞', '1,2K', '1 234'];

/** The time of record 0 where the newest stands first, epoch seconds. */
const NEWEST = 1_751_328_000;

/** Seconds between records where the newest stands first. */
const INTERVAL = 600;

const NAMES = ['小鹿', 'Anna K.', '阿强🏀', 'O’Neill', '旅行的猫', 'jo_hn', '𠮷野家', 'Zoë'];
const PLACES = ['四川', '上海', '广东', '美国', 'Hong Kong', '未知'];

/** A title or a short comment. */
export function phrase(dice: Dice): string {
	return dice.pick(PHRASES);
}

/** Several sentences. */
export function paragraph(dice: Dice): string {
	const sentences = Array.from({ length: dice.int(1, 4) }, () => phrase(dice));
	return sentences.join(dice.pick([' ', '\n', '。']));
}

export function personName(dice: Dice): string {
	return dice.pick(NAMES);
}

export function place(dice: Dice): string {
	return dice.pick(PLACES);
}

/** A count as platforms write it: mostly a number, at times a rounded text such as "10万+". */
export function looseCount(dice: Dice): number | string {
	return dice.chance(0.75) ? dice.int(0, 99_999) : dice.pick(COUNTS);
}

/** Epoch seconds between 2021 and 2025. */
export function momentInSeconds(dice: Dice): number {
	return dice.int(1_609_459_200, 1_751_328_000);
}

/** Epoch seconds of a record: falling from record to record where the newest stands first. */
export function moment(source: RecordSource, dice: Dice): number {
	const any = momentInSeconds(dice);
	if (source.timeNumber === null) return any;
	return NEWEST - source.timeNumber * INTERVAL - (any % INTERVAL);
}

/** The address of a picture or a video, at a host that does not exist. */
export function mediaUrl(host: string, name: string, extension: string): string {
	return `https://${host}.example/${name}.${extension}?sign=ab%2Fcd&t=1`;
}
