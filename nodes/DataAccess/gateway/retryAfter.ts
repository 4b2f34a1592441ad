import { numberOf, objectOf, trimmed } from '../shared/values';

/** Returns when the gateway responded, in epoch milliseconds on its clock; NaN if unknown. */
export const headerTime = ({ date }: Record<string, unknown>): number => Date.parse(trimmed(date));

const RETRY_AFTER = /^retry[-_]?after$/i;

/** Seconds. A longer wait would end after the last date that JavaScript can hold. */
const LONGEST = 8.64e12;

/**
 * Returns the seconds that the service asks to wait, from the header Retry-After or a field of that name. A date is
 * compared with the response's own `Date`, because the clocks of two machines differ. Returns undefined if there is no
 * such value, or if it is not in the future.
 */
export function waitIn(headers: Record<string, unknown>, body?: unknown): number | undefined {
	const fields = objectOf(body);
	const all = Object.entries({ ...headers, ...fields, ...objectOf(fields.error) });
	const [, value] = all.find(([name]) => RETRY_AFTER.test(name)) ?? [];
	const now = headerTime(headers) || Date.now();
	const seconds = numberOf(value) ?? (Date.parse(trimmed(value)) - now) / 1000;
	return seconds > 0 && seconds <= LONGEST ? Math.ceil(seconds * 10) / 10 : undefined;
}
