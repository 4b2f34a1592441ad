import type { IDataObject } from 'n8n-workflow';

import type { Position, Query, ReadPage } from '../operations/operation';
import { fingerprintsOf } from './shownRecords';
import type { RecordName, ShownRecords } from './shownRecords';
import { endOfPage, isEndOfList } from './pageEnd';
import type { StopReason } from './pageEnd';
import type { ResumePoint } from './position';
import type { ListRecord } from './watched';

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
}

/** Looks at the next page of a list, once. */
export function pageAt(
	{ at, behind, isRepeated }: Way,
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
			if (cutAt === undefined) return isEndOfList(end) ? null : { position: behind, seen: unused };
			const delivered = fingerprintsOf(names.slice(0, fresh[cutAt]));
			return { ...at, seen: [...new Set([...at.seen, ...delivered])] };
		},
	};
}

export const recordAt = ({ read, fresh }: ListPage, index: number) =>
	read.records[fresh[index] as number] as IDataObject;

/**
 * Its fresh records, as they are remembered. A time that lies ahead is none: as a floor, it would hide
 * all that comes until then.
 */
export function recordsToWatch(page: ListPage, { sortTimeOf }: Query): ListRecord[] {
	const now = Date.now() / 1000;
	return page.fresh.map((place, index) => {
		const time = sortTimeOf?.(recordAt(page, index));
		return { name: page.names[place], time: time !== undefined && time > now ? undefined : time };
	});
}
