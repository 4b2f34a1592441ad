import type { IDataObject } from 'n8n-workflow';

import type { Position, Query, ReadPage } from '../operations/operation';
import { fingerprintsOf } from './shownRecords';
import type { RecordName, ShownRecords } from './shownRecords';
import { endOfPage, isEndOfList } from './pageEnd';
import type { StopReason } from './pageEnd';
import type { ResumePoint } from './position';
import type { PageToJudge } from './watched';

/** A place from which a list can be read. */
export type ListPlace = Omit<ResumePoint, 'list'>;

export interface ListPage {
	read: ReadPage;
	/** Places on the page of the records that neither a page before nor an earlier run has had. */
	fresh: number[];
	names: readonly RecordName[];
	/** Why no further page may be bought; undefined where one may. */
	end?: StopReason;
	/**
	 * Where the list continues; null where nothing follows.
	 * @param cutAt the first of its fresh records that is left behind; undefined where none is
	 */
	next(cutAt: number | undefined): ListPlace | null;
}

interface Way {
	at: ListPlace;
	/** Where the next page is. */
	behind: Position;
	/** The list was read there before. */
	isRepeated: boolean;
	/** Epoch milliseconds at which the page was there. */
	boughtAt: number;
}

/** Looks at the next page of a list, once. */
export function pageAt(
	{ at, behind, isRepeated, boughtAt }: Way,
	read: ReadPage,
	shown: ShownRecords,
	{ endsUnannounced = false }: Pick<Query, 'endsUnannounced'>,
): ListPage {
	const { hasUnshown, names, ...found } = shown.look(read.records);
	const fresh = hasUnshown || !endsUnannounced ? found.fresh : [];
	const end = endOfPage(read, hasUnshown, isRepeated, endsUnannounced);
	// With a smaller Page Size, what an earlier run has delivered reaches over several pages: the rest goes into next.
	const unused = fresh.length === 0 ? shown.unused : [];
	return {
		read,
		fresh,
		names,
		end,
		next(cutAt) {
			if (cutAt === undefined) {
				return isEndOfList(end) ? null : { position: behind, seen: unused, at: boughtAt };
			}
			const delivered = fingerprintsOf(names.slice(0, fresh[cutAt]));
			return { ...at, seen: [...new Set([...at.seen, ...delivered])] };
		},
	};
}

export const recordAt = ({ read, fresh }: ListPage, index: number) =>
	read.records[fresh[index] as number] as IDataObject;

const isOlder = (time: number | undefined, newerThan: number | undefined) =>
	time !== undefined && newerThan !== undefined && time < newerThan;

const timesOn = ({ read }: ListPage, { sortTimeOf }: Query) =>
	read.records.map((record) => sortTimeOf?.(record));

/**
 * What Newer Than makes of a page: which of its fresh records are wanted (one without a time is), and whether only
 * older ones can follow. The last time tells that, so that a pinned old record on top ends nothing.
 * @param newerThan whole seconds; undefined where all are wanted
 */
export function recentOn(page: ListPage, query: Query, newerThan?: number) {
	const times = newerThan === undefined ? [] : timesOn(page, query);
	const last = times.findLast((time) => time !== undefined);
	return {
		isWanted: page.fresh.map((place) => !isOlder(times[place], newerThan)),
		isPast: isOlder(last, newerThan),
	};
}

/**
 * Its fresh records, as they are remembered. A time that lies ahead is none: as a floor, it would hide
 * all that comes until then.
 */
export function pageToJudge(
	page: ListPage,
	query: Query,
	wanted: number,
	newerThan?: number,
): PageToJudge {
	const now = Date.now() / 1000;
	const times = timesOn(page, query);
	const records = page.fresh.map((place) => {
		const time = times[place];
		// What cannot be named is never met again.
		const name = page.names[place] ?? `${now} ${place}`;
		return {
			name,
			time: time !== undefined && time > now ? undefined : time,
			isTooOld: isOlder(time, newerThan),
		};
	});
	return { records, showsTimes: times.some((time) => time !== undefined), wanted };
}
