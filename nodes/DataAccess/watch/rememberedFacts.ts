import { inSequence } from '../shared/parallel';
import { giveWay } from '../shared/turn';
import { dueFor, partedPortions } from './renewal';

/** Values that n8n remembers for one node. It has no lock: no two calls may run in parallel. */
export interface ValueStore {
	/** Tells the store from that of any other node or workflow. */
	id: string;
	/** How many values it holds. */
	count(): Promise<number>;
	/**
	 * Adds values; there is no other way to ask for them.
	 * @param values each of them once
	 * @param bound so many of all values stay, those that were added last
	 * @returns those that it held before
	 */
	add(values: string[], bound?: number): Promise<string[]>;
	remove(values: string[]): Promise<void>;
}

/** With more, each access would slow n8n down. */
export const MOST_VALUES = 60_000;

/** When so much of a memory is taken, facts that are needed are made the newest. */
const MANY = 0.8;

const ASKED_AT_ONCE = 2500;

/** Removing compares each value with all that n8n holds, on its one thread: where it holds few, more are removed. */
const REMOVED_AT_ONCE = 100;
const COMPARED_AT_ONCE = 24_000 * REMOVED_AT_ONCE;

/** Few runs leave more: a kill between two accesses would part them. */
const KEPT_AT_ONCE = 10_000;

const VALUES_OF_FACT = 2;
const secondOf = (fact: string) => `${fact}, second value`;
const valuesOf = (facts: readonly string[]) => facts.flatMap((fact) => [fact, secondOf(fact)]);

/**
 * What is remembered of lists over the executions of a workflow: facts, each a text, in n8n's memory of values, which tells whether it holds a value only by adding it: a run that is killed, or
 * fails, before it has removed such values leaves them behind. So each fact is two values, and the second is asked for
 * only where the first was found: what one such run leaves are halves, which mean nothing.
 */
export class RememberedFacts {
	/** How many there were when it was opened. */
	private values = 0;

	constructor(
		private readonly store: ValueStore,
		private readonly keptAtOnce = KEPT_AT_ONCE,
		private readonly room = MOST_VALUES,
	) {}

	/** It may have forgotten a list that it does not know. */
	get isFull(): boolean {
		return this.values >= this.room;
	}

	/** Reads the memory, before anything is spent. */
	async open(): Promise<void> {
		this.values = await inSequence(this.store.id, async () => await this.store.count());
	}

	/** Which of these facts hold. */
	async ask(facts: readonly string[]): Promise<ReadonlySet<string>> {
		const holding = new Set<string>();
		await this.inPortions(facts, ASKED_AT_ONCE, async (portion) => {
			const first = await this.store.add(portion);
			const seconds = first.map(secondOf);
			const second = seconds.length > 0 ? await this.store.add(seconds) : [];
			const proven = new Set(second);
			const held = first.filter((fact) => proven.has(secondOf(fact)));
			for (const fact of held) holding.add(fact);
			// Halves that an earlier run left go, too: with another failure they would be facts.
			const staying = new Set(valuesOf(held));
			await this.remove([...portion, ...seconds].filter((value) => !staying.has(value)));
		});
		return holding;
	}

	/**
	 * From now on, these facts hold. They are stored in their order.
	 * @param lasting facts that hold, and must not be forgotten where memory runs short
	 */
	async keep(facts: readonly string[], lasting: readonly string[]): Promise<void> {
		await this.inPortions(facts, this.keptAtOnce, async (portion) => {
			await this.store.add(valuesOf(portion), this.room);
		});
		const isNearlyFull = this.values > MANY * this.room;
		if (facts.length === 0 || !isNearlyFull) return;
		const due = dueFor([...new Set(lasting)], facts, this.room / VALUES_OF_FACT);
		try {
			for (const portion of partedPortions(due, REMOVED_AT_ONCE / VALUES_OF_FACT)) {
				await this.renew(valuesOf(portion));
			}
		} catch {
			// What is new is remembered all the same.
		}
	}

	/** Facts that were just kept hold no more. */
	async takeBack(facts: readonly string[]): Promise<void> {
		await this.inPortions(facts, ASKED_AT_ONCE, async (portion) => {
			await this.remove(valuesOf(portion));
		});
	}

	/** Makes values the newest: where n8n holds a value, adding it again does not move it. */
	private async renew(values: string[]): Promise<void> {
		await inSequence(this.store.id, async () => {
			await this.store.remove(values);
			await insist(async () => await this.store.add(values, this.room));
		});
		await giveWay();
	}

	private async remove(values: readonly string[]): Promise<void> {
		const held = this.values + ASKED_AT_ONCE;
		const atOnce = Math.max(REMOVED_AT_ONCE, Math.floor(COMPARED_AT_ONCE / held));
		for (const portion of portionsOf(values, atOnce)) {
			await insist(async () => await this.store.remove(portion));
		}
	}

	private async inPortions(
		facts: readonly string[],
		size: number,
		work: (portion: string[]) => Promise<void>,
	): Promise<void> {
		for (const portion of portionsOf([...new Set(facts)], size)) {
			await inSequence(this.store.id, async () => await work(portion));
			await giveWay();
		}
	}
}

function* portionsOf(values: readonly string[], size: number): Generator<string[]> {
	for (let at = 0; at < values.length; at += size) yield values.slice(at, at + size);
}

/** What would be left half done is tried once more: n8n's database may be busy. */
async function insist<T>(access: () => Promise<T>): Promise<T> {
	return await access().catch(access);
}
