const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const MONTH = MONTHS.join('|');
const TIME = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`;
const WEEKDAY = 'Mon|Tue|Wed|Thu|Fri|Sat|Sun';
const LONG_WEEKDAY = 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday';

/** The three forms of a date in HTTP (RFC 9110, section 5.6.7), to the letter. */
const DATES = [
	// Sun, 06 Nov 1994 08:49:37 GMT
	`(?:${WEEKDAY}), (?<day>\\d\\d) (?<month>${MONTH}) (?<year>\\d{4}) ${TIME} GMT`,
	// Sunday, 06-Nov-94 08:49:37 GMT
	`(?:${LONG_WEEKDAY}), (?<day>\\d\\d)-(?<month>${MONTH})-(?<year>\\d\\d) ${TIME} GMT`,
	// Sun Nov  6 08:49:37 1994
	`(?:${WEEKDAY}) (?<month>${MONTH}) (?<day>\\d\\d| \\d) ${TIME} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/** A year of two digits is never more than 50 years ahead (RFC 9110, section 5.6.7). */
function fullYear(digits: string, now: number): number {
	if (digits.length === 4) return Number(digits);
	const thisYear = new Date(now).getUTCFullYear();
	const year = Math.floor(thisYear / 100) * 100 + Number(digits);
	return year > thisYear + 50 ? year - 100 : year;
}

/** Epoch milliseconds of a date in HTTP; undefined where it is none, or a day that does not exist. */
function timeOf(text: string | undefined, now: number): number | undefined {
	const found = DATES.map((form) => form.exec(text ?? '')).find((match) => match !== null);
	if (!found?.groups) return undefined;
	const { year = '', month = '', day, hour, minute, second } = found.groups;
	const [days, hours, minutes, seconds] = [day, hour, minute, second].map(Number);
	const date = Date.UTC(fullYear(year, now), MONTHS.indexOf(month), days);
	const isReal =
		new Date(date).getUTCDate() === days &&
		Number(hours) < 24 &&
		Number(minutes) < 60 &&
		// A leap second is written as 60.
		Number(seconds) <= 60;
	if (!isReal) return undefined;
	return date + (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
}

function headerOf(headers: Record<string, unknown>, name: string): string | undefined {
	const key = Object.keys(headers).find((known) => known.toLowerCase() === name);
	const value = key === undefined ? undefined : headers[key];
	return typeof value === 'string' ? value.trim() : undefined;
}

/**
 * How long the service asks to wait, from `Retry-After` (docs/gateway.md, Failures; RFC 9110,
 * section 10.2.3): whole seconds, or a date, which is measured against the answer's own `Date` where
 * it has one, since the clocks of two machines differ.
 * @param now epoch milliseconds on this machine's clock
 * @returns seconds, more than 0 and finite; undefined where the header is missing, is of no form that
 * the standard allows, or names a moment that is not in the future: the caller then backs off
 */
export function retryAfterOf(
	headers: Record<string, unknown>,
	now: number = Date.now(),
): number | undefined {
	const value = headerOf(headers, 'retry-after');
	if (value === undefined) return undefined;
	if (/^\d+$/.test(value)) return Math.min(Number(value), Number.MAX_SAFE_INTEGER) || undefined;
	const until = timeOf(value, now);
	const sent = timeOf(headerOf(headers, 'date'), now) ?? now;
	return until !== undefined && until > sent ? (until - sent) / 1000 : undefined;
}
