import { oneLine } from './text';
import { isObject } from './values';

/** Before and after these years a time is a default that stands for none, such as 0001-01-01 or 1970. */
const EARLIEST = Date.UTC(1990, 0);
const LATEST = Date.UTC(2101, 0) - 1;

const isTime = (time: number) => time >= EARLIEST && time <= LATEST;

/** Seconds, milliseconds, microseconds or nanoseconds: of these years, no number is two of them. */
const timeOfNumber = (number: number) =>
	[number * 1000, number, number / 1e3, number / 1e6].map(Math.floor).find(isTime) ?? NaN;

const LONGEST = 60;

const MONTH_NAMES = [
	...['jan(?:uary)?', 'feb(?:ruary)?', 'mar(?:ch)?', 'apr(?:il)?', 'may', 'june?', 'july?'],
	...['aug(?:ust)?', 'sep(?:t(?:ember)?)?', 'oct(?:ober)?', 'nov(?:ember)?', 'dec(?:ember)?'],
];
const MONTH = `(?<name>${MONTH_NAMES.join('|')})\\.?`;
const WEEKDAY = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}';
const CLOCK =
	'(?:(?<half>上午|下午|午前|午[后後]|오전|오후) ?)?(?<hour>\\d{1,2})[:时時點点시](?<minute>\\d{2})(?:[:分분] ?(?<second>\\d{2})?(?<fraction>[.,]\\d{1,9})?)?[秒초]?(?: ?(?<part>[ap])\\.?m\\b\\.?)?';
const ZONE = '(?<zone>Z|(?:UTC|GMT|UT)?[+-]\\d{2}(?::?\\d{2})?|UTC|GMT|UT)';
const END_OF = (before: string) => `(?:${before}${CLOCK})?(?: ?${ZONE}(?: \\(?[a-z ]+\\)?)?)?$`;

/** A text of digits alone, which is no number of seconds or finer in these years. */
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

type Parts = Record<string, string | undefined>;

function monthOf({ month, name = '' }: Parts): string {
	const beginning = name.slice(0, 3);
	return month ?? String(MONTH_NAMES.findIndex((each) => each.startsWith(beginning)) + 1);
}

/** Of a day, also where the clock counts those of half a day. */
function hourOf({ hour = '0', half, part }: Parts): string {
	const ofDay = half ?? part;
	if (ofDay === undefined || Number(hour) > 12) return hour;
	const isLate = /[下后後후p]/.test(ofDay);
	return String((Number(hour) % 12) + (isLate ? 12 : 0));
}

function offsetOf(zone: string): string {
	const [, sign, hours, minutes = '00'] = /([+-])(\d\d):?(\d\d)?/.exec(zone) ?? [];
	return sign ? `${sign}${hours}:${minutes}` : 'Z';
}

/**
 * Milliseconds of the parts of a date, NaN where it is none. A date alone is that day as it is written.
 * @param clockZone of a clock that names none
 */
function timeOfDate(parts: Parts, clockZone: string): number {
	const { year = '', day = '', minute = '00', second = '00' } = parts;
	const date = `${year}-${twoDigits(monthOf(parts))}-${twoDigits(day)}`;
	// Date.parse takes the 31st of every month.
	if (new Date(date).getUTCDate() !== Number(day)) return NaN;
	const fraction = (parts.fraction ?? '').replace(',', '.');
	const zone = parts.zone ?? (parts.hour === undefined ? '' : clockZone);
	const clock = `${twoDigits(hourOf(parts))}:${minute}:${second}${fraction}`;
	return Date.parse(`${date}T${clock}${offsetOf(zone)}`);
}

const NUMBER = /^\d+(?:\.\d+)?$/;

const tidied = (text: string) =>
	oneLine(text)
		.toLowerCase()
		.replace(/^(?:编辑|发布|发表|更新)于 ?/, '');

function timeOfText(text: string, zone: string): number {
	if (text.length > LONGEST) return NaN;
	const written = NUMBER.test(text) ? text : tidied(text);
	const forms = NUMBER.test(written) ? [COMPACT] : DATES;
	const date = forms.map((form) => form.exec(written)?.groups).find((groups) => groups);
	if (date) return timeOfDate(date, zone);
	return forms === DATES ? NaN : timeOfNumber(Number(written));
}

function timeOf(value: unknown, zone: string): number {
	if (typeof value === 'number') return timeOfText(String(value), zone);
	if (typeof value === 'string') return timeOfText(value, zone);
	if (!isObject(value)) return NaN;
	// A platform may send what it shows, with an icon beside it.
	const { time, timestamp, text } = value;
	const shown = [time, timestamp, text].filter((each) => !isObject(each));
	return shown.map((each) => timeOf(each, zone)).find(isTime) ?? NaN;
}

/**
 * The readers of moments: a number or text or an object of either (docs/development/gateway.md, Records). A text
 * without a year ("3 days ago") is none. They never throw.
 * @param zone the platform's, of a clock without one
 */
export const timesIn = (zone: string) => ({
	/** Epoch milliseconds; NaN where it is none. */
	millisecondsOf: (value: unknown) => timeOf(value, zone),

	/** Null where it is none. */
	isoTime(value: unknown): string | null {
		const time = timeOf(value, zone);
		return isTime(time) ? new Date(time).toISOString() : null;
	},

	/** In whole seconds, by which records are compared. */
	secondsOf(value: unknown): number | undefined {
		const time = timeOf(value, zone);
		return isTime(time) ? Math.floor(time / 1000) : undefined;
	},
});

/** Of all platforms but the photo-sharing one. */
export const { isoTime, secondsOf } = timesIn('+08:00');
