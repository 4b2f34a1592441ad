import { trimmed } from './values';

/** In milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;

/** A time outside these years is a default that means "no time", such as 0001-01-01 or 1970. */
const EARLIEST = Date.UTC(1990, 0);
const LATEST = Date.UTC(2101, 0) - 1;

const isTime = (time: number) => time >= EARLIEST && time <= LATEST;

/** Reads seconds or milliseconds. In these years, no number can be both. */
const timeOfNumber = (number: number) => Math.floor(isTime(number) ? number : number * 1000);

const EPOCH = /^\d{1,16}(?:\.\d{1,9})?$/;

/** ISO 8601, or a day, optionally followed by a blank and a time of day. */
const DATE =
	/^(\d{4}-\d{2}-(\d{2}))(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(?: ?(Z|[+-]\d{2}:?\d{2}))?)?$/i;

/** Returns milliseconds; NaN if the text is no date. A date alone is midnight UTC, so that its day does not change. */
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
 * Returns readers of times in the forms of docs/development/gateway.md, Records. They never throw.
 * @param zone the platform's time zone, for times of day without one
 */
export const timesIn = (zone: string) => ({
	/** Returns epoch milliseconds; NaN if the value is no time. */
	millisecondsOf: (value: unknown) => timeOf(value, zone),

	/** Returns null if the value is no time. */
	isoTime(value: unknown): string | null {
		const time = timeOf(value, zone);
		return isTime(time) ? new Date(time).toISOString() : null;
	},

	/** Returns whole seconds, by which records are compared. */
	secondsOf(value: unknown): number | undefined {
		const time = timeOf(value, zone);
		return isTime(time) ? Math.floor(time / 1000) : undefined;
	},
});

/** For all platforms except the photo-sharing one. */
export const { isoTime, secondsOf } = timesIn('+08:00');
