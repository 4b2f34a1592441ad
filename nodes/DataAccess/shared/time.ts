import { trimmed } from './values';

/** Before and after these years a time is a default that stands for none, such as 0001-01-01 or 1970. */
const EARLIEST = Date.UTC(1990, 0);
const LATEST = Date.UTC(2101, 0) - 1;

const isTime = (time: number) => time >= EARLIEST && time <= LATEST;

/** Seconds or milliseconds: of these years, no number is both. */
const timeOfNumber = (number: number) => Math.floor(isTime(number) ? number : number * 1000);

const EPOCH = /^\d{1,16}(?:\.\d{1,9})?$/;

/** ISO 8601, or a day and perhaps a clock behind a blank. */
const DATE =
	/^(\d{4}-\d{2}-(\d{2}))(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(?: ?(Z|[+-]\d{2}:?\d{2}))?)?$/i;

/** Milliseconds, NaN where it is no date. A date alone is that day as it is written. */
function timeOfDate(text: string, clockZone: string): number {
	const [, date = '', day, clock, seconds = ':00', zone = clockZone] = DATE.exec(text) ?? [];
	// Date.parse takes the 31st of every month.
	if (new Date(date).getUTCDate() !== Number(day)) return NaN;
	return Date.parse(clock === undefined ? date : `${date}T${clock}${seconds}${zone.toUpperCase()}`);
}

function timeOf(value: unknown, zone: string): number {
	if (typeof value === 'number') return timeOfNumber(value);
	const text = trimmed(value);
	return EPOCH.test(text) ? timeOfNumber(Number(text)) : timeOfDate(text, zone);
}

/**
 * The readers of moments, in the forms of docs/development/gateway.md, Records; all else is none. They never throw.
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
