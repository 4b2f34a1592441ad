/** A larger number is in milliseconds: in seconds it would be after the year 5138. */
const FIRST_MILLISECONDS = 1e11;

/** The years 0 to 9999 are those that ISO 8601 writes with four digits. */
const EARLIEST = Date.UTC(-1, 12);
const LATEST = 253_402_300_799_999;

const isWritable = (time: number) => time >= EARLIEST && time <= LATEST;

// Longer than any moment that is written out.
const LONGEST = 40;

const DATE =
	/^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?)? ?(Z|[+-]\d{2}:?\d{2})?$/i;

const twoDigits = (number: string) => number.padStart(2, '0');

/** Milliseconds of a date's text, NaN where it is none. Without a zone it is UTC. */
function timeOfDate(text: string): number {
	const parts = DATE.exec(text) ?? [];
	const [, year, month = '', day = '', hour = '0', minute = '00', second = '00'] = parts;
	const [fraction = '', zone = 'Z'] = parts.slice(7);
	const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
	// Date.parse takes the 31st of every month.
	if (new Date(date).getUTCDate() !== Number(day)) return NaN;
	const offset = zone.toUpperCase().replace(/(\d\d):?(\d\d)/, '$1:$2');
	return Date.parse(`${date}T${twoDigits(hour)}:${minute}:${second}${fraction}${offset}`);
}

function timeOfNumber(number: number): number {
	if (!(number > 0)) return NaN;
	return number < FIRST_MILLISECONDS ? number * 1000 : number;
}

function timeOf(value: unknown): number {
	if (typeof value === 'number') return timeOfNumber(value);
	if (typeof value !== 'string' || value.length > LONGEST) return NaN;
	const text = value.trim();
	return /^\d+(\.\d+)?$/.test(text) ? timeOfNumber(Number(text)) : timeOfDate(text);
}

/**
 * A moment in seconds, milliseconds or as a date's text (docs/development/gateway.md, Records), as
 * ISO 8601 in UTC: the first of the values that is one. A text without a year ("3 days ago") is
 * none. Null where there is none; never throws.
 */
export function isoTime(...values: unknown[]): string | null {
	const time = values.map(timeOf).find(isWritable);
	return time === undefined ? null : new Date(time).toISOString();
}

/** A moment in whole seconds, by which records are compared; undefined where it is none. Never throws. */
export function secondsOf(value: unknown): number | undefined {
	const time = timeOf(value);
	return isWritable(time) ? Math.floor(time / 1000) : undefined;
}
