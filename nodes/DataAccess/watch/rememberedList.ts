import type { StopReason } from '../list/pageEnd';
import type { Judged, ListRecord, WatchedList, WatchSummary } from '../list/watchedList';
import type { Position } from '../operations/operation';
import type { Failure } from '../shared/failure';
import { Doubt, topmostOf, topOf } from './doubt';
import type { RecordValues } from './doubt';
import { Gaps } from './gaps';
import type { GapStore } from './gaps';
import { isSealedBy, judge, NOTHING_READ } from './model';
import type { Rules, Standing } from './model';
import { noChanges } from './deliveredValues';
import type { ValueChanges, DeliveredValues } from './deliveredValues';
import { unreadable } from './valueStore';

/** Marks of a list beside its records: watching has started, and what proves it. */
const [STARTED, PROOF] = ['started', 'proof'] as const;

/** Ends of a poll after which the next one can go on. */
const POLL_BOUNDS: readonly StopReason[] = ['maxPages', 'maxCost', 'outOfTime'];

/** Ends of a baseline that nobody chose: the next run takes it again, instead of returning the rest. */
const CUT_SHORT: readonly StopReason[] = ['failure', 'halted'];

/** What is asked of a list. */
interface ListSetup extends Omit<Rules, 'isFirst'> {
	/** Identifies its memory among those of other lists. */
	key: string;
	/** Records, and pages, that the user wants at most. */
	limit: number;
	maxPages: number;
	/** US dollars per call. */
	price: number;
	/** Where gaps are kept, if positions of this list stay good. */
	gaps?: GapStore;
	onEnd(): void;
}

/** A record that was looked at. */
interface Look extends Standing {
	/** Undefined for a record that nothing identifies. */
	values?: RecordValues;
	isIdHeld: boolean;
	isSealHeld: boolean;
	isCheckHeld: boolean;
	/** Values that the memory has of it, but a killed run may have left. */
	left: readonly string[];
}

const UNKNOWN: Look = {
	isKnown: false,
	isSealed: false,
	isIdHeld: false,
	isSealHeld: false,
	isCheckHeld: false,
	left: [],
};

interface Taken extends Look {
	isNew: boolean;
}

/** One list of a run, beside what n8n remembers of it. */
export class RememberedList implements WatchedList {
	failure: Failure | undefined;
	private isFirst = true;
	private isStarted = false;
	private reading = NOTHING_READ;
	private pages = 0;
	private pageSize = 0;
	/** Those records of the last page that are looked at. */
	private page: Taken[] = [];
	private readonly passed: Taken[] = [];
	/** What a first run has left on its last page, where that counts as old. */
	private old: Taken[] = [];
	private delivered = 0;
	private reason: StopReason = 'failure';
	private readonly gaps?: Gaps;
	private readonly doubt?: Doubt;
	private hasJumped = false;

	constructor(
		private readonly values: DeliveredValues,
		private readonly list: ListSetup,
	) {
		if (list.gaps) this.gaps = new Gaps(list.gaps);
		if (values.doubt !== undefined) this.doubt = new Doubt(values.doubt);
	}

	async look(records: readonly ListRecord[], isLast: boolean): Promise<Judged> {
		const { isNewestFirst } = this.list;
		this.pageSize ||= records.length;
		let looks: Look[];
		try {
			looks = await this.looksAt(records);
		} catch (error) {
			this.failure = unreadable(error);
			looks = records.map(() => UNKNOWN);
		}
		this.pages += 1;
		const { isFirst } = this;
		const page = { records: looks, isLast };
		const verdict = judge(this.reading, page, { ...this.list, isFirst });
		const { isNew, reach, reading } = verdict;
		this.reading = reading;
		this.page = looks
			.slice(0, reach)
			.map((look, index) => ({ ...look, isNew: isNew[index] === true }));
		const isMet = verdict.isMet || this.failure !== undefined;
		const seals = looks.map(({ time, values }) => ({ time, seal: values?.seal }));
		const goOnAt = isMet ? undefined : this.gaps?.goOnAt(seals, isLast);
		this.hasJumped = goOnAt !== undefined;
		return {
			isNew,
			reach,
			isMet,
			goOnAt,
			countsNew: isNewestFirst,
			countsQuiet: !isNewestFirst || isFirst,
		};
	}

	take(cutAt: number | undefined): void {
		const taken = this.page.slice(0, cutAt);
		for (const look of taken) this.passed.push(look);
		this.delivered += taken.filter(({ isNew }) => isNew).length;
		// In any other order, what Limit cuts off may move up to where it is wanted.
		const leavesOld = this.isFirst && (this.list.isNewestFirst || this.isBaseline);
		this.old = leavesOld ? this.page.slice(taken.length) : [];
		this.gaps?.pass(
			taken.flatMap(({ values }) => values?.seal ?? []),
			this.hasJumped,
		);
	}

	end(reason: StopReason, rest: Position | null): WatchSummary {
		this.reason = reason;
		this.list.onEnd();
		const { list, pages, pageSize, passed, isFirst, delivered } = this;
		const { isNewestFirst, price } = list;
		const { isBaseline } = this;
		const saves = reason === 'known' && !isBaseline;
		const calls = saves ? savedCalls({ ...list, pages, pageSize }) : 0;
		const isSealed = isSealedBy(reason, isFirst);
		const isOpen = isNewestFirst && pages > 0 && !isSealed;
		// Without a page, the gaps are what they were.
		const getsFurther =
			pages > 0 && this.gaps?.end(isSealed, POLL_BOUNDS.includes(reason) ? rest : null);
		const isStuck = isOpen && reason === 'maxCost' && delivered === 0 && !isFirst && !getsFurther;
		return {
			isNewestFirst,
			isFirst,
			known: isBaseline ? 0 : passed.filter(({ isNew }) => !isNew).length,
			baseline: isBaseline && !CUT_SHORT.includes(reason) ? passed.length : 0,
			leavesOld: isNewestFirst && isFirst && !isBaseline && ['limit', 'maxPages'].includes(reason),
			saved: calls === null ? null : { calls, cost: calls * price },
			hasGap: isOpen,
			lacks: isStuck ? price : 0,
		};
	}

	private get isBaseline(): boolean {
		return this.isFirst && this.list.takesBaseline;
	}

	/**
	 * This first run was cut short, for example by Max Cost or a failure. Other input items with this
	 * list must then not seal it.
	 */
	get isLeftOpen(): boolean {
		return this.isFirst && this.pages > 0 && !isSealedBy(this.reason, true);
	}

	get key(): string {
		return this.list.key;
	}

	/** What the run brought is delivered: its gaps are kept for the next one. */
	keepGaps(): void {
		this.gaps?.keep();
	}

	/**
	 * What the run leaves of this list, if it delivers: nothing where it could not tell what is new,
	 * since what it did not come to must stay within reach.
	 * @param isOpen whether the first run of another item has left the same list open
	 */
	changes(isOpen: boolean): ValueChanges {
		const { list, passed, old, isFirst, reason } = this;
		const { isBaseline } = this;
		const changes = noChanges();
		if (this.failure || this.pages === 0) return changes;
		if (isBaseline && CUT_SHORT.includes(reason)) return changes;
		// In any other list, the order proves nothing, so there is no proof to wait for.
		const isSealed = !list.isNewestFirst || (isSealedBy(reason, isFirst) && !(isFirst && isOpen));
		const note = (isHeld: boolean, value: string) =>
			(isHeld ? changes.met : changes.added).push(value);
		const isDelivered = ({ isNew, isKnown }: Taken) => isNew || isKnown || isBaseline;
		// Ids before seals: a seal alone makes a record old.
		for (const look of passed) {
			if (look.values && isDelivered(look)) note(look.isIdHeld, look.values.id);
		}
		if (this.isStarted || passed.some(isDelivered) || isSealedBy(reason, isFirst)) {
			const into = this.isStarted ? changes.met : changes.marks;
			into.push(this.valueOf(STARTED), this.valueOf(PROOF));
		}
		const read = isSealed ? [...passed, ...old] : passed;
		for (const { values, isSealHeld } of read) {
			if (values && (isSealed || isSealHeld)) note(isSealHeld, values.seal);
		}
		const topmost = isSealed && topmostOf(passed.flatMap(({ values }) => values ?? []));
		if (topmost) {
			// No look tells whether the memory has it.
			changes.marks.push(topOf(topmost));
			changes.met.push(topOf(topmost));
		}
		for (const { values, isCheckHeld } of read) {
			const check = values && this.doubt?.checkOf(values);
			if (check) (isCheckHeld ? changes.met : changes.marks).push(check);
		}
		if (this.doubt) {
			const stays = new Set([...changes.added, ...changes.marks]);
			changes.gone = read.flatMap(({ left }) => left.filter((value) => !stays.has(value)));
		}
		return changes;
	}

	/**
	 * Looks up the seals first: where nothing is new, all records are sealed, and no id is needed. A
	 * sealed record was delivered or is old. Which of the two matters only in a resumed run, and
	 * while the record is in doubt.
	 */
	private async looksAt(records: readonly ListRecord[]): Promise<Look[]> {
		const { isNewestFirst, isResumed } = this.list;
		const all = records.map(({ name, time: sortTime }) => {
			const time = isNewestFirst ? sortTime : undefined;
			return { time, values: name === undefined ? undefined : this.valuesOf(name, time) };
		});
		const named = all.flatMap(({ values }) => values ?? []);
		const isBeginning = this.pages === 0;
		const { doubt } = this;
		const [started, proof] = [this.valueOf(STARTED), this.valueOf(PROOF)];
		const first = await this.values.known([
			...(isBeginning ? [started] : []),
			...named.map(({ seal }) => seal),
			...(doubt ? named.map((values) => doubt.checkOf(values)) : []),
		]);
		const isChecked = (values: RecordValues) => !doubt || first.has(doubt.checkOf(values));
		const asksId = (values: RecordValues) =>
			isResumed || !first.has(values.seal) || !isChecked(values);
		const mayBegin = isBeginning && !first.has(started);
		const second = await this.values.known([
			...(isBeginning && doubt && !mayBegin ? [proof] : []),
			...named.filter(asksId).map(({ id }) => id),
			...(named.every(isChecked) ? [] : named.map(topOf)),
		]);
		const isFound = (value: string) => first.has(value) || second.has(value);
		const left = new Set(doubt?.leftOf(named, isChecked, isFound));
		const isHeld = (value: string) => isFound(value) && !left.has(value);
		if (isBeginning) {
			// The mark proves nothing if a run that was killed was only looking for it.
			this.isStarted = isHeld(started) && (!doubt || isHeld(proof));
			// A mark may be forgotten before the records are.
			const isKnown = named.some(({ id, seal }) => isHeld(id) || isHeld(seal));
			this.isFirst = !this.isStarted && !isKnown;
		}
		return all.map(({ time, values }): Look => {
			if (!values) return { time, ...UNKNOWN };
			const isSealHeld = isHeld(values.seal);
			const isIdHeld = isHeld(values.id) || (isSealHeld && !asksId(values));
			return {
				time,
				values,
				isIdHeld,
				isSealHeld,
				isCheckHeld: isChecked(values),
				left: [values.id, values.seal, topOf(values)].filter((value) => left.has(value)),
				isKnown: isIdHeld,
				isSealed: isSealHeld,
			};
		});
	}

	private valuesOf(name: string, time: number | undefined): RecordValues {
		return { id: this.valueOf(name), seal: this.valueOf(`seal ${time ?? ''} ${name}`), time };
	}

	private valueOf(name: string): string {
		return `${this.list.key} ${name}`;
	}
}

/**
 * The calls that a list would have taken had all its records been wanted, beyond those made.
 * @returns null where nobody can tell, since everything was wanted
 */
function savedCalls({
	limit,
	maxPages,
	pages,
	pageSize,
}: Record<'limit' | 'maxPages' | 'pages' | 'pageSize', number>): number | null {
	if (pageSize === 0) return 0;
	const wanted = Math.min(Math.ceil(limit / pageSize), maxPages);
	return wanted === Infinity ? null : Math.max(0, wanted - pages);
}
