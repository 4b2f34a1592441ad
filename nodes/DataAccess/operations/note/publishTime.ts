import type { IDataObject } from 'n8n-workflow';

import { isoTime } from '../../shared/time';
import { objectOf, trimmed } from '../../shared/values';
import { identifierOf } from '../parts/identifier';

/** A note's ID begins with the second in which it was made. */
const NOTE_ID = /^([\da-f]{8})[\da-f]{16}$/i;

/** The platform began in 2013. */
const PLATFORM_BEGAN = Date.UTC(2013, 0);

const MIDNIGHT = 'T00:00:00.000Z';

const EIGHT_HOURS = 28_800_000;

/** Returns the day of a moment on the platform, which shows days in +08:00. */
const dayOf = (time: number) => new Date(time + EIGHT_HOURS).toISOString().slice(0, 10);

/** Returns the first day between two others that a text such as 05-11 can mean; undefined if there is none. */
function dayBetween(first: string, last: string, shown: unknown): string | undefined {
	// Because 02-29 comes every four years.
	const days = [0, 1, 2, 3, 4].map(
		(later) => `${Number(first.slice(0, 4)) + later}-${trimmed(shown)}`,
	);
	return days.find((day) => day >= first && day <= last && isoTime(day + MIDNIGHT) !== null);
}

/**
 * Returns when a note was published (docs/development/gateway.md, Records). Its ID contains the second, but may have been
 * made a day early. The platform shows a moment, a day, a day without a year, or how long ago. Never throws.
 * @param now milliseconds; an ID with a later time was not made from a time
 */
export function publishedAt({ note_info: note }: IDataObject, now: number): string | null {
	const { note_id: id, publish_time: time } = objectOf(note);
	const { text: shown = time } = objectOf(time);
	const written = isoTime(shown);
	const [, seconds] = NOTE_ID.exec(String(identifierOf(id))) ?? [];
	const made = Number(`0x${seconds}`) * 1000;
	const isMoment = written?.endsWith(MIDNIGHT) === false;
	if (isMoment || !(made >= PLATFORM_BEGAN && made <= now)) return written;
	const day = written?.slice(0, 10) ?? dayBetween(dayOf(made), dayOf(now), shown);
	return !day || day === dayOf(made) ? new Date(made).toISOString() : day + MIDNIGHT;
}
