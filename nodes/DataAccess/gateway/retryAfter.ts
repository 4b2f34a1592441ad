import type { Failure } from '../shared/failure';
import { timesIn } from '../shared/time';
import { trimmed } from '../shared/values';

const times = timesIn('Z');

/** A date of HTTP, or a moment as all are written; NaN where it is none. */
const millisecondsOf = (value: unknown): number =>
	/^[a-z]{3}, /i.test(String(value)) ? Date.parse(String(value)) : times.millisecondsOf(value);

const headersNamed = (headers: Record<string, unknown>, form: RegExp) =>
	Object.entries(headers).filter(([name]) => form.test(name));

/** Epoch milliseconds on the gateway's clock when it answered. */
export const headerTime = (headers: Record<string, unknown>): number | undefined =>
	headersNamed(headers, /^date$/i)
		.map(([, value]) => millisecondsOf(value))
		.find(Number.isFinite);

/** As in "6m0s", "PT30S", "2 minutes", "7". */
const SPAN = /^(?:pt)?(?:\d+(?:\.\d+)?(?: ?(?:ms|milli|[smhd])[a-z]*\.?|(?=,|$))[ ,]{0,2}){1,5}$/i;

/** A number and its unit, which may be written out. */
const MEASURE = /(\d[\d.]*) ?(ms|milli|[smhd])?/g;

const MILLISECONDS = { ms: 1, milli: 1, s: 1e3, m: 6e4, h: 3.6e6, d: 8.64e7 };

type Unit = keyof typeof MILLISECONDS;

/** @param usual the unit of a number without one */
function millisecondsIn(span: string, usual: Unit): number {
	let sum = 0;
	for (const [, many, unit = usual] of span.toLowerCase().matchAll(MEASURE)) {
		sum += Number(many) * MILLISECONDS[unit as Unit];
	}
	return sum;
}

// As in "limit=10, remaining=0, reset=5", or its later form with t.
const RESET = /(?:^|[\s,;])(?:reset|t)=(\d[\d.]*)/i;

const WITHOUT_MORE = /^"?([^";]*)/;

// From so many seconds on, a number is no span: it counts from 1970, in seconds or finer.
const EPOCH = 1.5e9;

/** Milliseconds to wait; not above 0 where it names no moment in the future. */
function waitIn(name: string, written: string, clock: number): number {
	const [, value = ''] = RESET.exec(written) ?? WITHOUT_MORE.exec(written) ?? [];
	const moment = Number(value) < EPOCH ? NaN : millisecondsOf(value);
	if (Number.isFinite(moment)) return moment - clock;
	return SPAN.test(value) ? millisecondsIn(value, /ms$|milli/i.test(name) ? 'ms' : 's') : 0;
}

/**
 * Seconds that the service asks to wait, by any header, or field of a refusal, that names a wait: a number of seconds,
 * or of milliseconds where its name says so, a span, or a moment, which is measured against the answer's own `Date`,
 * since the clocks of two machines differ. Of several the longest, but Retry-After comes first: others stand on answers
 * too that are no rate limit. undefined where it is no moment in the future.
 */
export function waitAskedBy(
	headers: Record<string, unknown>,
	{ code }: Pick<Failure, 'code'>,
	now: number = Date.now(),
): number | undefined {
	const clock = headerTime(headers) ?? now;
	const waitBy = (form: RegExp) => {
		const named = headersNamed(headers, form);
		return Math.max(0, ...named.map(([name, value]) => waitIn(name, trimmed(value), clock)));
	};
	const isLimit = code === 'RATE_LIMITED';
	const wait =
		waitBy(/retry[-_]?(?:after|in|delay)|(?:^|[-_])wait/i) ||
		(isLimit ? waitBy(/rate-?limit.*reset|^ratelimit$/i) : 0);
	return Math.min(Math.ceil(wait / 100) / 10, Number.MAX_SAFE_INTEGER) || undefined;
}
