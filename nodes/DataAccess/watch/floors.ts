import type { ListRecord } from '../list/watched';

/** A record of a page, by the facts of it that hold. */
export interface Marked extends ListRecord {
	isKnown: boolean;
	isAtFloor: boolean;
	isLoose: boolean;
	/** Known or at a floor. */
	isDone: boolean;
}

/** A record at a floor that has a time, and how many of those behind it are older, or newer and not done. */
export interface Candidate {
	time: number;
	older: number;
	newer: number;
}

/** So many must be older for each one that is newer and not done. */
const OLDER_PER_NEWER = 4;

/** Counts times that are before or behind another one, in few steps each, whatever their order (a Fenwick tree). */
class TimeCounts {
	private readonly times: number[];
	private readonly counts: number[];
	private total = 0;

	/** @param times all that may be added */
	constructor(times: Iterable<number>) {
		this.times = [...new Set(times)].sort((a, b) => a - b);
		this.counts = Array<number>(this.times.length + 1).fill(0);
	}

	add(time: number): void {
		this.total += 1;
		const { counts } = this;
		for (let at = this.rankOf(time) + 1; at < counts.length; at += at & -at)
			counts[at] = (counts[at] as number) + 1;
	}

	before(time: number): number {
		let count = 0;
		for (let at = this.rankOf(time); at > 0; at -= at & -at) count += this.counts[at] as number;
		return count;
	}

	/** Times are whole seconds. */
	behind(time: number): number {
		return this.total - this.before(time + 1);
	}

	private rankOf(time: number): number {
		let [low, high] = [0, this.times.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.times[middle] as number) < time) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

/**
 * Finds the topmost record at a proven floor, one that older records follow. So it is no pinned record, which
 * newer ones follow, and no edited one, whose new time is no floor; an advertisement below, or some disorder,
 * changes nothing.
 * @param candidates of the pages before, which this page may prove
 * @returns its place on the page, -1 on one before, undefined where none is proven
 */
export function floorOn(
	candidates: readonly Candidate[],
	records: readonly Marked[],
): { place?: number; candidates: Candidate[] } {
	const times = records.flatMap(({ time }) => time ?? []);
	const [all, undone] = [new TimeCounts(times), new TimeCounts(times)];
	const found: Array<Candidate & { place: number }> = [];
	for (let place = records.length - 1; place >= 0; place--) {
		const { time, isAtFloor, isDone } = records[place] as Marked;
		if (time === undefined) continue;
		if (isAtFloor) found.push({ place, time, older: all.before(time), newer: undone.behind(time) });
		all.add(time);
		if (!isDone) undone.add(time);
	}
	const before = candidates.map(({ time, older, newer }) => ({
		place: -1,
		time,
		older: older + all.before(time),
		newer: newer + undone.behind(time),
	}));
	const topmostFirst = [...before, ...found.reverse()];
	const proven = topmostFirst.find(({ older, newer }) => older > OLDER_PER_NEWER * newer);
	return { place: proven?.place, candidates: topmostFirst };
}
