import { numberOf, objectOf, trimmed } from '../shared/values';

/** Epoch milliseconds on the gateway's clock when it answered; NaN where it does not say. */
export const headerTime = ({ date }: Record<string, unknown>): number => Date.parse(trimmed(date));

const RETRY_AFTER = /^retry[-_]?after$/i;

/** Seconds. A longer wait ends on no day that a calendar holds. */
const LONGEST = 8.64e12;

/**
 * Seconds that the service asks to wait, by the header Retry-After or a field of that name: a number of seconds, or
 * a date, which is measured against the answer's own `Date`, since the clocks of two machines differ. undefined where
 * it is no moment in the future.
 */
export function waitIn(headers: Record<string, unknown>, body?: unknown): number | undefined {
	const fields = objectOf(body);
	const all = Object.entries({ ...headers, ...fields, ...objectOf(fields.error) });
	const [, value] = all.find(([name]) => RETRY_AFTER.test(name)) ?? [];
	const now = headerTime(headers) || Date.now();
	const seconds = numberOf(value) ?? (Date.parse(trimmed(value)) - now) / 1000;
	return seconds > 0 && seconds <= LONGEST ? Math.ceil(seconds * 10) / 10 : undefined;
}
