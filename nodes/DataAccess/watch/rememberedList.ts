import type { ItemTask } from '../list/itemTask';
import type { StopReason } from '../list/pageEnd';
import type { ListRecord, WatchedList, WatchSummary } from '../list/watchedList';
import { unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { factsOf } from './facts';
import type { FactStore, ListFacts } from './facts';
import { floorOf, FLOORS, leavesOpen } from './floors';
import type { Floor } from './floors';
import { floorsAmong, leavingsOf } from './leavings';
import type { Leavings } from './leavings';

/** How a list is watched. */
interface Watch {
	/** Tells its facts from those of other lists. */
	key: string;
	begins: ItemTask['begins'];
	isNewestFirst: boolean;
	/** What a first run finds is remembered instead of delivered. */
	takesBaseline: boolean;
	/** US dollars per call, and the most that the run may spend. */
	price: number;
	cap: number;
	onEnd(): void;
}

/** A record that was read. */
interface Read extends ListRecord {
	/** No floor covers it. */
	isOpen: boolean;
	isNew: boolean;
}

/** What the lists of a run leave to be remembered. */
export interface FactsToKeep {
	known: string[];
	floors: string[];
	watched: string[];
	/** Those that the lists have asked for, and that must not be forgotten. */
	held: string[];
}

/** One list of a run, beside what is remembered of it. */
export class RememberedList implements WatchedList {
	failure: Failure | undefined;
	/** Nothing of the list was remembered. */
	isFirst = false;
	private readonly facts: ListFacts;
	private readonly asked = new Set<string>();
	private readonly held = new Set<string>();
	/** Everything above the place where the run ended. */
	private readonly passed: Read[] = [];
	/** What Limit has cut off the last page. */
	private rest: Read[] = [];
	private page: Read[] = [];
	private pages = 0;
	private hasNew = false;
	private hasTimes = false;
	/** The time of the last record that has one. */
	private before?: number;
	private leavings?: Leavings;

	constructor(
		private readonly store: Pick<FactStore, 'ask'>,
		private readonly watch: Watch,
	) {
		this.facts = factsOf(watch.key);
	}

	async judge(records: readonly ListRecord[], isLast: boolean, wanted: number) {
		const { isNewestFirst, begins } = this.watch;
		const isBeginning = this.pages === 0;
		this.pages += 1;
		this.hasTimes ||= records.some(({ time }) => time !== undefined);
		let floor: Floor | undefined;
		try {
			const begun = isBeginning ? [this.facts.watched] : [];
			if (!isNewestFirst) await this.ask([...begun, ...this.known(records.slice(0, wanted))]);
			else if (begins === 'resumed') await this.ask([...begun, ...this.known(records)]);
			else floor = await this.lookForFloor(begun, records, isLast);
		} catch (error) {
			this.failure = unreadable(error);
		}
		if (isBeginning) this.isFirst = begins === 'top' && this.held.size === 0 && !this.failure;
		this.page = records.map((record, place) => {
			const isCovered = !leavesOpen(floor, record.time, place);
			return { ...record, isOpen: !isCovered, isNew: !isCovered && !this.isKnown(record) };
		});
		this.before = records.findLast(({ time }) => time !== undefined)?.time ?? this.before;
		return {
			isNew: this.page.map(({ isNew }) => isNew && !this.isBaseline),
			isDone: this.failure !== undefined || this.isDoneAt(floor),
			countsNew: isNewestFirst,
			// On the way through a gap, known pages count towards no bound but Max Cost.
			countsKnownPages: !isNewestFirst || this.isFirst,
		};
	}

	deliver(cutAt: number | undefined): void {
		const passed = this.page.slice(0, cutAt);
		for (const read of passed) this.passed.push(read);
		this.rest = this.page.slice(passed.length);
		this.hasNew = passed.some(({ isNew }) => isNew);
	}

	end(reason: StopReason): WatchSummary {
		this.watch.onEnd();
		const { isFirst, isBaseline, pages, hasNew, passed } = this;
		const fresh = passed.filter(({ isNew }) => isNew).length;
		const leavings = leavingsOf({
			...this.watch,
			...{ reason, isFirst, isBaseline, pages, hasNew, delivered: fresh },
		});
		this.leavings = leavings;
		const { isWatched, leavesOld, hasGap, givesUp, isCut } = leavings;
		return {
			isFirst,
			known: passed.length - fresh,
			baseline: isBaseline && isWatched ? fresh : 0,
			...{ leavesOld, hasGap, givesUp, isCut },
		};
	}

	/**
	 * Adds what the run leaves of this list, if it delivers: nothing where it could not tell what is
	 * new, since what it did not come to must stay within reach.
	 */
	addTo(toKeep: FactsToKeep): void {
		const { leavings, facts, passed, rest, held } = this;
		if (this.failure || !leavings) return;
		for (const fact of held) toKeep.held.push(fact);
		const unheld = (all: readonly string[]) => all.filter((fact) => !held.has(fact));
		if (!this.isBaseline || leavings.isWatched) {
			for (const fact of this.known(passed.filter(({ isNew }) => isNew))) toKeep.known.push(fact);
		}
		const read = leavings.floors === 'all' ? [...passed, ...rest] : passed;
		const times = read.flatMap(({ isOpen, time }) => (isOpen && time !== undefined ? time : []));
		const floors = floorsAmong(times, leavings.floors).map(facts.floor);
		for (const fact of unheld(floors)) toKeep.floors.push(fact);
		if (leavings.isWatched) toKeep.watched.push(...unheld([facts.watched]));
	}

	/** A first run that remembers what it finds. */
	get isBaseline(): boolean {
		return this.isFirst && this.watch.takesBaseline;
	}

	/** Whether nothing new can follow the page. */
	private isDoneAt(floor: Floor | undefined): boolean {
		const { watch, page } = this;
		if (!watch.isNewestFirst || watch.begins === 'resumed' || page.length === 0) return false;
		// Whatever follows the first page is older than all that comes later.
		if (this.isBaseline || floor) return true;
		// Without times, known records are all that tells where the old ones begin.
		return !this.hasTimes && !page.some(({ isNew }) => isNew);
	}

	/**
	 * Asks for what tells where the old records begin, and which of those above are known. Mostly the
	 * floor is at the top, so the rest is asked for only where it is not: what is asked for and does
	 * not hold has to be taken out of n8n's memory again, which is slow.
	 */
	private async lookForFloor(
		begun: readonly string[],
		records: readonly ListRecord[],
		isLast: boolean,
	): Promise<Floor | undefined> {
		const times = records.map(({ time }) => time);
		const { before } = this;
		const distinct = [...new Set(before === undefined ? times : [before, ...times])];
		const floors = distinct.filter((time) => time !== undefined).map(this.facts.floor);
		const newest = times.reduce((most, time) => Math.max(most ?? 0, time ?? 0), 0);
		// A record without a time may be new, even between floors.
		const asked = times.includes(undefined) ? floors : floors.slice(0, FLOORS);
		const find = () =>
			floorOf(before, times, (time) => this.held.has(this.facts.floor(time)), isLast);
		await this.ask([
			...begun,
			...asked,
			...this.known(records.filter(({ time }) => time === newest)),
		]);
		const floor = find();
		if (floor) {
			const open = records.filter(({ time }, place) => leavesOpen(floor, time, place));
			await this.ask(this.known(open));
			return floor;
		}
		await this.ask([...floors, ...this.known(records)]);
		return find();
	}

	private known(records: ReadonlyArray<Pick<ListRecord, 'name'>>): string[] {
		return records.flatMap(({ name }) => (name === undefined ? [] : this.facts.known(name)));
	}

	private isKnown({ name }: ListRecord): boolean {
		return name !== undefined && this.held.has(this.facts.known(name));
	}

	private async ask(facts: readonly string[]): Promise<void> {
		const unasked = [...new Set(facts)].filter((fact) => !this.asked.has(fact));
		if (unasked.length === 0) return;
		for (const fact of unasked) this.asked.add(fact);
		const held = await this.store.ask(unasked);
		for (const fact of unasked) if (held.has(fact)) this.held.add(fact);
	}
}

/** What a run says when n8n's memory cannot be asked. */
export function unreadable(error: unknown): Failure {
	return {
		...unexpected(error),
		cause: 'temporarily-unavailable',
		what: 'n8n could not read which records were returned before',
		advice: "Records that this run returns may come again. Check n8n's database.",
		optionAdvice: "Or turn off 'Only New Records'.",
	};
}
