import { isObject } from '../../shared/values';

/** The years 0 to 9999 are those that ISO 8601 writes with four digits. */
const EARLIEST = Date.UTC(-1, 12);
const LATEST = 253_402_300_799_999;

const isWritable = (time: number) => time >= EARLIEST && time <= LATEST;

/** Epoch seconds before 1973 are none: no platform was there, and a date of eight digits looks so. */
const FIRST_SECONDS = 1e8;

const FIRST_MILLISECONDS = 1e11;

/** In microseconds, as one after 9999 would be in milliseconds; the same for nanoseconds. */
const FIRST_MICROSECONDS = LATEST + 1;
const FIRST_NANOSECONDS = FIRST_MICROSECONDS * 1000;
const END = FIRST_NANOSECONDS * 1000;

function timeOfNumber(number: number): number {
	if (!(number >= FIRST_SECONDS && number < END)) return NaN;
	if (number < FIRST_MILLISECONDS) return number * 1000;
	if (number < FIRST_MICROSECONDS) return number;
	return Math.floor(number < FIRST_NANOSECONDS ? number / 1e3 : number / 1e6);
}

const LONGEST = 60;

const MONTHS =
	'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const MONTH = `(?<name>${MONTHS})\\.?`;
const WEEKDAY = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}';
const CLOCK =
	'(?<hour>\\d{1,2})[:时點点시](?<minute>\\d{2})(?:[:分분] ?(?<second>\\d{2})?(?<fraction>[.,]\\d{1,9})?)?[秒초]?';
const ZONE = '(?<zone>Z|UTC|GMT|UT|[+-]\\d{2}(?::?\\d{2})?)';
const END_OF = (before: string) => `(?:${before}${CLOCK})?(?: ?${ZONE}(?: \\([a-z ]+\\))?)?$`;

/** A text of digits alone, which is too long or too short to be epoch seconds or finer. */
const COMPACT =
	/^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})(?:(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?)?$/;

/** Each has a year, a month and a day, in an order that every reader takes alike. */
const DATES: RegExp[] = [
	`^(?<year>\\d{4})([-/.])(?<month>\\d{1,2})\\2(?<day>\\d{1,2})${END_OF('(?:T|,? )')}`,
	`^(?<year>\\d{4}) ?[年년] ?(?<month>\\d{1,2}) ?[月월] ?(?<day>\\d{1,2}) ?[日号일]${END_OF(' ?')}`,
	`^(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})T(?<hour>\\d{2})(?<minute>\\d{2})(?<second>\\d{2})${ZONE}?$`,
	`^(?:${WEEKDAY},? )?(?<day>\\d{1,2})[ -]${MONTH}[ -](?<year>\\d{4})${END_OF(',? (?:at )?')}`,
	`^(?:${WEEKDAY},? )?${MONTH} (?<day>\\d{1,2}),? (?<year>\\d{4})${END_OF(',? (?:at )?')}`,
	`^${WEEKDAY} ${MONTH} (?<day>\\d{1,2}) ${CLOCK}(?: ${ZONE})? (?<year>\\d{4})$`,
].map((source) => new RegExp(source, 'i'));

const twoDigits = (number: string) => number.padStart(2, '0');

/** Milliseconds of the parts of a date, NaN where it is none. Without a zone it is UTC. */
function timeOfDate(parts: Record<string, string | undefined>): number {
	const { year = '', name, day = '', hour = '0', minute = '00', second = '00' } = parts;
	const named = name && MONTHS.split('|').findIndex((each) => each.startsWith(name.slice(0, 3)));
	const month = parts.month ?? String(Number(named) + 1);
	const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
	// Date.parse takes the 31st of every month.
	if (new Date(date).getUTCDate() !== Number(day)) return NaN;
	const fraction = (parts.fraction ?? '').replace(',', '.');
	const [, sign, hours, minutes = '00'] = /([+-])(\d\d):?(\d\d)?/.exec(parts.zone ?? '') ?? [];
	const zone = sign ? `${sign}${hours}:${minutes}` : 'Z';
	return Date.parse(`${date}T${twoDigits(hour)}:${minute}:${second}${fraction}${zone}`);
}

const NUMBER = /^\d+(?:\.\d+)?$/;

const tidied = (text: string) =>
	text
		.toLowerCase()
		.replace(/\p{Cf}/gu, '')
		.replace(/\s+/g, ' ')
		.trim()
		.replace(/^(?:编辑|发布|发表|更新)于 ?/, '');

function timeOfText(text: string): number {
	if (text.length > LONGEST) return NaN;
	const written = NUMBER.test(text) ? text : tidied(text);
	const forms = NUMBER.test(written) ? [COMPACT] : DATES;
	const date = forms.map((form) => form.exec(written)?.groups).find((groups) => groups);
	if (date) return timeOfDate(date);
	return forms === DATES ? NaN : timeOfNumber(Number(written));
}

function timeOf(value: unknown): number {
	if (typeof value === 'number') return timeOfText(String(value));
	if (typeof value === 'string') return timeOfText(value);
	if (!isObject(value)) return NaN;
	// A platform may send what it shows, with an icon beside it.
	const { time, timestamp, text } = value;
	const times = [time, timestamp, text].filter((each) => !isObject(each)).map(timeOf);
	return times.find(isWritable) ?? NaN;
}

/**
 * The first moment, a number or text or an object of either (docs/development/gateway.md, Records). A text without
 * a year ("3 days ago") is none. Null where there is none; never throws.
 */
export function isoTime(...values: unknown[]): string | null {
	const time = values.map(timeOf).find(isWritable);
	return time === undefined ? null : new Date(time).toISOString();
}

/** In whole seconds, by which records are compared. Never throws. */
export function secondsOf(value: unknown): number | undefined {
	const time = timeOf(value);
	return isWritable(time) ? Math.floor(time / 1000) : undefined;
}
