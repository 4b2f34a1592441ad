import type { PageEnd, StopReason } from './pageEnd';

/** What decides which records of a page are delivered. */
export interface PageToTake {
	/** Records of the page that are fresh in this run. */
	count: number;
	/** Which of them are new to the user; left out, all are. */
	isNew?: readonly boolean[];
	/** How many of them are looked at; left out, all are. */
	reach?: number;
	/** Nothing new can follow. */
	isMet?: boolean;
	/** The list is read on at another place, whatever the page's end says. */
	goesOn?: boolean;
	/** Whether Limit counts the new records only, and the pages that have some; else all of them. */
	countsNew?: boolean;
	/** Whether Max Pages counts pages without a new record; left out, it does. */
	countsQuiet?: boolean;
	end: PageEnd;
}

/** How much more of the list is wanted, Infinity for all. */
export interface Room {
	records: number;
	pages: number;
}

/** What a page's records become. */
export interface Step {
	/** The places of those that are delivered. */
	taken: number[];
	/** The place of the first new record that the limit leaves behind; undefined where it leaves none. */
	cutAt?: number;
	/** What is still wanted after this page. */
	room: Room;
	/** Why no further page is bought; undefined where one is. */
	stop?: StopReason;
}

/** One page of a list: what is new, where it is cut, and whether the list is read on. */
export function stepOf(page: PageToTake, room: Room): Step {
	const { count, isNew, reach = count, isMet = false, end } = page;
	const { countsNew = true, countsQuiet = true, goesOn = false } = page;
	const places = Array.from({ length: Math.min(count, reach) }, (_, place) => place);
	const wanted = isNew ? places.filter((place) => isNew[place]) : places;
	const counting = countsNew ? wanted : places;
	const cutAt = counting[room.records];
	const taken = cutAt === undefined ? wanted : wanted.filter((place) => place < cutAt);
	const left = {
		records: room.records - Math.min(room.records, counting.length),
		pages: room.pages - (countsQuiet || taken.length > 0 ? 1 : 0),
	};
	return { taken, cutAt, room: left, stop: stopOf() };

	function stopOf(): StopReason | undefined {
		if (cutAt !== undefined) return 'limit';
		if (end.reason && !goesOn) return end.reason;
		if (isMet) return 'known';
		if (left.records <= 0) return 'limit';
		return left.pages <= 0 ? 'maxPages' : undefined;
	}
}
