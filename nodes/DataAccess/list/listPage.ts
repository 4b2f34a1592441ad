import type { IDataObject } from 'n8n-workflow';

import type { ReadPage } from '../operations/operation';
import { fingerprintOf } from './fingerprint';
import type { ListRecord, PageToJudge } from './judgement';
import type { StopReason } from './pageEnd';
import type { Place } from './place';
import type { Shown } from './shownRecords';

/** Only older records follow where more than so many are older for each that is not, whatever is pinned or strewn in. */
export const OLDER_PER_NEWER = 4;

/** A record that this run has not shown, and that the run which it resumes has not delivered. */
export interface FreshRecord extends ListRecord {
	/** Its index on the page. */
	index: number;
	record: IDataObject;
}

/** A page that was bought, and what of it can be delivered. */
export interface ListPage extends PageToJudge, Pick<Shown, 'names' | 'deliveredBefore'> {
	read: ReadPage;
	records: readonly FreshRecord[];
	/** Records that Limit still allows. */
	wanted: number;
	/** Only records that are older than the user wants can follow. */
	isBehindDate: boolean;
	/** Why no further page may be bought; undefined where one may. */
	end?: StopReason;
	/** Where it can be read again. */
	place: Place;
	/** Where the list goes on behind the page; null where nothing follows. */
	behind: Place | null;
	/** To be called when its records are delivered: until then, it is kept like a page of a failed run. */
	markDelivered(): void;
}

/**
 * Where the list goes on.
 * @param cutAt the first of the page's fresh records that is left behind; undefined where none is
 */
export function placeBehind(
	{ place, behind, names, deliveredBefore, records }: ListPage,
	cutAt: number | undefined,
): Place | null {
	const firstLeft = cutAt === undefined ? undefined : records[cutAt]?.index;
	if (firstLeft === undefined) return behind;
	const isDelivered = new Set(deliveredBefore);
	const seen = names.filter((_, index) => index < firstLeft || isDelivered.has(index));
	return { ...place, seen: [...place.seen, ...seen.map(fingerprintOf)] };
}

/**
 * The fresh records of a page, as they are judged and remembered, and whether only older ones than are wanted can
 * follow: on this page alone, more than four are older for each one that is not. So neither pinned old records on top
 * nor some that are strewn in end anything.
 * @param times of all its records, in whole seconds
 * @param newerThan whole seconds; left out where all are wanted
 */
export function recordsOn(
	{ records: all }: ReadPage,
	{ names, fresh }: Pick<Shown, 'names' | 'fresh'>,
	times: ReadonlyArray<number | undefined>,
	newerThan = -Infinity,
): Pick<ListPage, 'records' | 'showsTimes' | 'isBehindDate'> {
	const now = Date.now() / 1000;
	const isTooOld = (time = Infinity) => time < newerThan;
	const records = fresh.map((index) => {
		const time = times[index];
		return {
			index,
			record: all[index] as IDataObject,
			name: names[index] as string,
			// A time that lies ahead is none: as a floor, it would hide all that comes until then.
			time: time !== undefined && time > now ? undefined : time,
			isTooOld: isTooOld(time),
		};
	});
	const shown = times.filter((time) => time !== undefined);
	const older = shown.filter(isTooOld).length;
	return {
		records,
		showsTimes: shown.length > 0,
		isBehindDate: older > OLDER_PER_NEWER * (shown.length - older),
	};
}
