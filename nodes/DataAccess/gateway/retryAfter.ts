function headerOf(headers: Record<string, unknown>, name: string): string {
	const key = Object.keys(headers).find((known) => known.toLowerCase() === name);
	const value = key === undefined ? undefined : headers[key];
	return typeof value === 'string' ? value.trim() : '';
}

/** Epoch milliseconds on the gateway's clock when it answered. */
export function headerTime(headers: Record<string, unknown>): number | undefined {
	const date = headerOf(headers, 'date');
	return date.endsWith(' GMT') ? Date.parse(date) || undefined : undefined;
}

/** Seconds that the service asks to wait; undefined where `Retry-After` is no such number. */
export function retryAfterOf(headers: Record<string, unknown>): number | undefined {
	const value = headerOf(headers, 'retry-after');
	return /^\d+$/.test(value)
		? Math.min(Number(value), Number.MAX_SAFE_INTEGER) || undefined
		: undefined;
}
