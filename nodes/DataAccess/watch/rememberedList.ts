import type { StopReason } from '../list/pageEnd';
import type { ListRecord, WatchedList, WatchSummary } from '../list/watchedList';
import { unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { factsOf } from './facts';
import type { ListFacts } from './facts';
import { floorOf, FLOORS, isOpenAbove } from './floors';
import type { Floor } from './floors';
import { floorsAmong, isComplete, leavingsOf } from './leavings';
import type { Leavings } from './leavings';

/** How a list is watched. */
interface Watch {
	/** Tells its facts from those of other lists. */
	key: string;
	/**
	 * When it was last remembered, in epoch milliseconds: a page that was bought before shows neither
	 * what a first run has left as old, nor where that begins.
	 */
	since: number;
	/** The run begins where Resume From continues an earlier one. */
	isResumed: boolean;
	isNewestFirst: boolean;
	/** What a first run finds is remembered instead of delivered. */
	takesBaseline: boolean;
	/** Where Max Cost or the time of a poll ended it after so many pages: no later run would get further. */
	hasHadShare(reason: StopReason, pages: number): boolean;
}

/** A page that was read. */
interface ReadPage {
	records: readonly ListRecord[];
	/** Records that Limit still allowed. */
	wanted: number;
}

/** A record that was judged. */
interface Judged extends ListRecord {
	/** No floor covers it. */
	isOpen: boolean;
	isNew: boolean;
}

/** What the lists of a run leave to be remembered. */
export interface FactsToKeep {
	/** List by list: where a kill parts them, few lists are known without their floors. */
	facts: string[];
	/** What holds of the lists themselves, and must not be forgotten. */
	lasting: string[];
}

/** One list of a run, beside what is remembered of it. */
export class RememberedList implements WatchedList {
	failure: Failure | undefined;
	isFirst = false;
	private readonly facts: ListFacts;
	private readonly asked = new Set<string>();
	private readonly held = new Set<string>();
	/** Pages that were read and not judged. */
	private readonly unjudged: ReadPage[] = [];
	private pages = 0;
	/** The records of the page that was judged last. */
	private page: Judged[] = [];
	/** The records up to where Limit cut, known ones included. */
	private readonly passed: Judged[] = [];
	/** What Limit has cut off the last page. */
	private rest: Judged[] = [];
	private hasTimes = false;
	/** The time of the last record that has one. */
	private before?: number;
	private leavings?: Leavings;

	constructor(private readonly watch: Watch) {
		this.facts = factsOf(watch.key);
	}

	get key(): string {
		return this.watch.key;
	}

	get since(): number {
		return this.watch.since;
	}

	/** It is remembered as watched from now on. */
	get isWatched(): boolean {
		return this.leavings?.isWatched === true;
	}

	get isBaseline(): boolean {
		return this.isFirst && this.watch.takesBaseline;
	}

	get isSteered(): boolean {
		return this.watch.isNewestFirst && !this.isFirst;
	}

	read(records: readonly ListRecord[], wanted: number): void {
		this.unjudged.push({ records, wanted });
	}

	/**
	 * What has to be asked before the pages that were read can be judged. An answer may lead to more;
	 * empty when all is known.
	 */
	unasked(): string[] {
		if (this.failure) return [];
		const facts = new Set(this.unjudged.flatMap((page) => this.factsOn(page)));
		return [...facts].filter((fact) => !this.asked.has(fact));
	}

	/** Takes the answer: which of all facts hold. */
	learn(asked: readonly string[], held: ReadonlySet<string>): void {
		for (const fact of asked) {
			this.asked.add(fact);
			if (held.has(fact)) this.held.add(fact);
		}
	}

	judge() {
		const { records } = this.unjudged.shift() ?? { records: [] };
		if (this.pages === 0) {
			// `watched` may be forgotten: any other fact of the first page shows that it is watched.
			this.isFirst = !this.watch.isResumed && this.held.size === 0 && !this.failure;
		}
		this.pages += 1;
		this.hasTimes ||= records.some(({ time }) => time !== undefined);
		const floor = this.floorOn(records);
		this.page = records.map((record, place) => {
			const isOpen = isOpenAbove(floor, record.time, place);
			return { ...record, isOpen, isNew: isOpen && !this.isKnown(record) && !this.isOld(record) };
		});
		this.before = records.findLast(({ time }) => time !== undefined)?.time ?? this.before;
		return {
			isNew: this.page.map(({ isNew }) => isNew),
			isDone: this.isDoneAt(floor),
			counts: this.whatLimitCounts(),
		};
	}

	deliver(cutAt: number | undefined): void {
		const passed = this.page.slice(0, cutAt);
		for (const record of passed) this.passed.push(record);
		this.rest = this.page.slice(passed.length);
	}

	end(reason: StopReason): WatchSummary {
		const { watch, isFirst, isBaseline, pages, passed, hasTimes } = this;
		const fresh = passed.filter(({ isNew }) => isNew).length;
		const run = {
			...watch,
			reason,
			isFirst,
			isBaseline,
			pages,
			fresh,
			isTimeless: passed.length > 0 && !hasTimes,
			hasHadShare: watch.hasHadShare(reason, pages),
		};
		this.leavings = leavingsOf(run);
		const { isWatched, leavesOld } = this.leavings;
		return {
			isFirst,
			known: passed.length - fresh,
			baseline: isBaseline && isWatched ? fresh : 0,
			leavesOld,
			isReadAgain: this.isSteered && isWatched && !leavesOld && !isComplete(run),
		};
	}

	/**
	 * Adds what the run leaves of this list, if it delivers: nothing where it could not tell what is
	 * new, since what it did not come to must stay within reach.
	 */
	addTo(toKeep: FactsToKeep): void {
		const { leavings, facts, passed, rest, held } = this;
		if (this.failure || !leavings) return;
		for (const fact of held) if (facts.isLasting(fact)) toKeep.lasting.push(fact);
		const keep = (fact: string) => {
			if (!held.has(fact)) toKeep.facts.push(fact);
		};
		if (!this.isBaseline || leavings.isWatched) {
			this.known(passed.filter(({ isNew }) => isNew)).forEach(keep);
		}
		const read = leavings.floors === 'all' ? [...passed, ...rest] : passed;
		const times = read.flatMap(({ isOpen, time }) => (isOpen && time !== undefined ? time : []));
		floorsAmong(times, leavings.floors).map(facts.floor).forEach(keep);
		if (leavings.floors === 'all') this.old(rest).forEach(keep);
		if (leavings.isWatched) keep(facts.watched);
	}

	/** Whether nothing new can follow the page. */
	private isDoneAt(floor: Floor | undefined): boolean {
		const { watch, page } = this;
		if (this.failure) return true;
		if (!watch.isNewestFirst || watch.isResumed || page.length === 0) return false;
		// Whatever follows the first page is older than all that comes later.
		if (this.isBaseline || floor) return true;
		// Without times, known records are all that tells where the old ones begin.
		return !this.hasTimes && page.at(-1)?.isNew === false;
	}

	/** A later run of a list that is newest first returns all that is new; so does a baseline, of its page. */
	private whatLimitCounts(): 'new' | 'all' | 'none' {
		if (!this.watch.isNewestFirst) return 'all';
		const isBounded = this.watch.isResumed || this.failure || (this.isFirst && !this.isBaseline);
		return isBounded ? 'new' : 'none';
	}

	/**
	 * The facts that tell what is new on a page. Mostly a floor is at the top, so the rest is asked for
	 * only where it is not: what is asked for and does not hold has to be taken out of n8n's memory
	 * again, which is slow.
	 */
	private factsOn({ records, wanted }: ReadPage): string[] {
		// Nothing is remembered of it.
		if (this.isFirst) return [];
		const begun = this.pages === 0 ? [this.facts.watched] : [];
		if (!this.watch.isNewestFirst) return [...begun, ...this.known(records.slice(0, wanted))];
		const times = records.map(({ time }) => time);
		const floors = [...new Set([this.before, ...times])]
			.filter((time) => time !== undefined)
			.map(this.facts.floor);
		const newest = times.reduce((most, time) => Math.max(most ?? 0, time ?? 0), 0);
		const top = [
			...begun,
			// A record without a time may be new, even between floors.
			...(times.includes(undefined) ? floors : floors.slice(0, FLOORS)),
			...this.known(records.filter(({ time }) => time === newest)),
		];
		if (top.some((fact) => !this.asked.has(fact))) return top;
		const floor = this.floorOn(records);
		const open = records.filter(({ time }, place) => isOpenAbove(floor, time, place));
		return [...(floor ? [] : floors), ...this.known(open), ...this.old(open)];
	}

	private floorOn(records: readonly ListRecord[]): Floor | undefined {
		if (this.watch.isResumed) return undefined;
		const isFloor = (time: number) => this.held.has(this.facts.floor(time));
		const times = records.map(({ time }) => time);
		return floorOf(this.before, times, isFloor);
	}

	private old(records: readonly ListRecord[]): string[] {
		return records.flatMap(({ name, time }) =>
			name === undefined || time !== undefined ? [] : this.facts.old(name),
		);
	}

	private isOld({ name, time }: ListRecord): boolean {
		if (name === undefined || time !== undefined || this.watch.isResumed) return false;
		return this.held.has(this.facts.old(name));
	}

	private known(records: ReadonlyArray<Pick<ListRecord, 'name'>>): string[] {
		return records.flatMap(({ name }) => (name === undefined ? [] : this.facts.known(name)));
	}

	private isKnown({ name }: ListRecord): boolean {
		return name !== undefined && this.held.has(this.facts.known(name));
	}
}

/** What a run says when n8n's memory cannot be asked. */
export function unreadable(error: unknown): Failure {
	return {
		...unexpected(error),
		cause: 'temporarily-unavailable',
		as: 'memoryUnreadable',
	};
}
