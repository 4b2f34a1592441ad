import { tryToParseDateTime } from 'n8n-workflow';

import { isObject } from '../../shared/values';
import { isLeftOut } from './inputs';
import { Refusal } from './refusal';

/** Milliseconds by which a date may be in the future: clocks differ a little, and more is a mistake. */
const A_DAY = 86_400_000;

/** Epoch milliseconds since March 1973. A smaller number is a sheet's own date, which counts days. */
const MILLISECONDS = /^\d{12,15}$/;

/** n8n's parser takes other dates, too (n8n.md, Dates are read loosely). */
const ISO_DATE = /^\d{4}-\d{2}-(\d{2})(?:[T ][\d:.]{5,18}(?:Z|[+-][\d:]{4,5})?)?$/i;

/** Whether a value is a Date, of any realm. */
const isDate = (given: unknown) => isObject(given) && typeof given.getTime === 'function';

/** Returns milliseconds; NaN if the value is no date. */
function timeIn(given: unknown, timeZone: string): number {
	try {
		// The text of Luxon's DateTime, which an expression gives, is ISO 8601.
		const text = String(isDate(given) ? Number(given) : given).trim();
		if (MILLISECONDS.test(text)) return Number(text);
		const [, day] = ISO_DATE.exec(text) ?? [];
		// n8n's parser takes the 31st of every month.
		const isThere = new Date(text.slice(0, 10)).getUTCDate() === Number(day);
		return isThere ? tryToParseDateTime(text, timeZone).toMillis() : NaN;
	} catch {
		// The value has no text, or n8n's parser does not take it for a date.
		return NaN;
	}
}

const NO_DATE =
	"'Newer Than' must be a date such as 2026-01-31, or an expression such as {{ $now.minus(7, 'days') }}";

/**
 * Returns whole seconds; undefined if omitted. A date without a zone is in the workflow's time zone, as in n8n's own
 * nodes.
 * @throws Refusal if the value is no date, or a date in the future
 */
export function newerThanIn(value: unknown, timeZone: string): number | undefined {
	if (isLeftOut(value)) return undefined;
	const time = timeIn(value, timeZone);
	if (Number.isNaN(time)) throw new Refusal(NO_DATE);
	if (time > Date.now() + A_DAY) throw new Refusal("'Newer Than' must not be in the future");
	return Math.floor(time / 1000);
}
