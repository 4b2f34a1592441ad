/** Epoch milliseconds of a date as HTTP writes it. */
const timeOf = (text: string) =>
	text.endsWith(' GMT') ? Date.parse(text) || undefined : undefined;

function headerOf(headers: Record<string, unknown>, name: string): string {
	const key = Object.keys(headers).find((known) => known.toLowerCase() === name);
	const value = key === undefined ? undefined : headers[key];
	return typeof value === 'string' ? value.trim() : '';
}

/** Epoch milliseconds on the gateway's clock when it answered. */
export const headerTime = (headers: Record<string, unknown>): number | undefined =>
	timeOf(headerOf(headers, 'date'));

/**
 * Seconds that the service asks to wait, from `Retry-After`: a number, or a date, which is measured against the
 * answer's own `Date`, since the clocks of two machines differ. undefined where it is no moment in the future.
 */
export function retryAfterOf(
	headers: Record<string, unknown>,
	now: number = Date.now(),
): number | undefined {
	const value = headerOf(headers, 'retry-after');
	if (/^\d+$/.test(value)) return Math.min(Number(value), Number.MAX_SAFE_INTEGER) || undefined;
	const seconds = ((timeOf(value) ?? 0) - (headerTime(headers) ?? now)) / 1000;
	return seconds > 0 ? seconds : undefined;
}
