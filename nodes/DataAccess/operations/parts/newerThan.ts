import { isObject } from '../../shared/values';
import { isLeftOut } from './inputs';
import { Refusal } from './refusal';
import { secondsOf } from './time';

/** Seconds by which a date may lie ahead of now: a little is a clock's doing, more is a mistake. */
const A_DAY = 86_400;

/** Epoch milliseconds of March 1973. A smaller number is a sheet's own date, which counts days. */
const FIRST_MILLISECONDS = 1e11;

const HAS_ZONE = /\d:\d\d.*(?:Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?)$/i;

/** Milliseconds by which a zone's clocks are ahead of UTC at a moment. */
function aheadAt(moment: number, timeZone: string): number {
	const shown = new Intl.DateTimeFormat('en-US', {
		timeZone,
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
		second: 'numeric',
	}).formatToParts(moment);
	const part = (wanted: string) => Number(shown.find(({ type }) => type === wanted)?.value);
	const [year, month, day] = [part('year'), part('month'), part('day')];
	return Date.UTC(year, month - 1, day, part('hour'), part('minute'), part('second')) - moment;
}

/** Seconds at which a zone's clocks show what UTC's show at `seconds`. */
function inZone(seconds: number, timeZone: string): number {
	const shown = seconds * 1000;
	// The second look is right behind a change of the clocks.
	const guess = shown - aheadAt(shown, timeZone);
	return Math.floor((shown - aheadAt(guess, timeZone)) / 1000);
}

/** Epoch milliseconds of Luxon's DateTime, which an expression gives, or of a Date. */
function millisecondsOf(value: unknown): unknown {
	if (!isObject(value)) return value;
	const { toMillis, getTime } = value as { toMillis?: unknown; getTime?: unknown };
	const read = toMillis ?? getTime;
	return typeof read === 'function' ? (read.call(value) as unknown) : undefined;
}

function secondsIn(given: unknown, timeZone: string): number | undefined {
	const value = millisecondsOf(given);
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim();
	if (/^\d+$/.test(text)) return Number(text) < FIRST_MILLISECONDS ? undefined : secondsOf(text);
	const seconds = secondsOf(text);
	return seconds === undefined || HAS_ZONE.test(text) ? seconds : inZone(seconds, timeZone);
}

/**
 * In whole seconds; undefined where it is left out. A date without a zone is one of the workflow's, as n8n's own
 * are.
 * @throws Refusal for what is no date, or one that no record can be newer than
 */
export function newerThanIn(value: unknown, timeZone: string): number | undefined {
	if (isLeftOut(value)) return undefined;
	const seconds = secondsIn(value, timeZone);
	if (seconds === undefined) {
		throw new Refusal(
			"'Newer Than' must be a date such as 2026-01-31, or an expression such as {{ $now.minus(7, 'days') }}",
		);
	}
	if (seconds > Date.now() / 1000 + A_DAY)
		throw new Refusal("'Newer Than' must not be in the future");
	return seconds;
}
