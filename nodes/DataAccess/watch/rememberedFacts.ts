import { yieldToEventLoop } from '../shared/eventLoop';
import { inSequence } from './inSequence';

/** Values that n8n remembers for one node: no two calls may run in parallel (n8n.md, Deduplication writes as it asks). */
export interface ValueStore {
	/** Distinguishes the store from those of other nodes and workflows. */
	id: string;
	/** How many values it may hold. */
	room: number;
	/** How many facts one access may add. */
	addedAtOnce: number;
	/** How many values it holds. */
	count(): Promise<number>;
	/**
	 * Adds values; there is no other way to query them.
	 * @param values without duplicates
	 * @param bound how many of all values stay, the latest ones
	 * @returns the values that the store already held
	 */
	add(values: string[], bound?: number): Promise<string[]>;
	remove(values: string[]): Promise<void>;
}

/** With more, each access would slow n8n down. */
export const MOST_VALUES = 60_000;

const RECALLED_AT_ONCE = 2500;

/** If n8n holds few values, more are removed at once (n8n.md, Removing is slow). */
const COMPARED_AT_ONCE = 6_250_000;

/** So few that each access is short even if n8n's memory is full. */
const RENEWED_AT_ONCE = 50;

/** More would take two accesses, and a kill between them loses records; few runs leave so many. */
export const FACTS_AT_ONCE = 10_000;

const VALUES_OF_FACT = 2;
const secondOf = (fact: string) => `${fact}, second value`;
const valuesOf = (facts: readonly string[]) => facts.flatMap((fact) => [fact, secondOf(fact)]);

/**
 * The facts that are remembered about lists over the executions of a workflow. Each fact is a text.
 *
 * n8n's store has no query. Adding values returns those that it already held; the others must be removed again, and a
 * run that is killed before that leaves them in the store. So a fact holds only if the store has two values, the fact and a
 * second one. The second is added only if the first was held, so a killed run leaves only one of the two.
 */
export class RememberedFacts {
	/** How many values the store held when it was loaded. */
	private sizeAtStart = 0;

	constructor(private readonly store: ValueStore) {}

	/** Whether the store is full, so that an unknown list may be a forgotten one. */
	get isFull(): boolean {
		return this.sizeAtStart >= this.store.room;
	}

	/** Reads the memory, before anything is spent. */
	async load(): Promise<void> {
		this.sizeAtStart = await inSequence(this.store.id, async () => await this.store.count());
	}

	/** Returns those of the facts that hold. Adds them to query them, and removes those that did not hold. */
	async recall(facts: readonly string[]): Promise<ReadonlySet<string>> {
		const holding: string[] = [];
		await this.inTurn(portionsOf(facts, RECALLED_AT_ONCE), async (portion) => {
			const first = await this.store.add(portion);
			const seconds = first.map(secondOf);
			const proven = new Set(seconds.length > 0 ? await this.store.add(seconds) : []);
			const held = first.filter((fact) => proven.has(secondOf(fact)));
			holding.push(...held);
			// Remove what a killed run has left, too: with the rest of another killed run, it would make a fact.
			const staying = new Set(valuesOf(held));
			await this.remove([...portion, ...seconds].filter((value) => !staying.has(value)));
		});
		return new Set(holding);
	}

	/**
	 * Renews lasting facts if memory runs short. This can take seconds.
	 * @param lasting facts that, if they hold, must not be forgotten
	 * @param added how many facts will be stored
	 */
	async makeRoom(lasting: readonly string[], added: number): Promise<void> {
		const { room } = this.store;
		if (added === 0 || this.sizeAtStart <= RENEWED_FROM * room) return;
		await this.renew(dueOf(lasting, (added * VALUES_OF_FACT) / room));
	}

	/**
	 * Stores these facts, in their order.
	 * @returns whether these facts have filled the memory, which forgets from now on
	 */
	async keep(facts: readonly string[]): Promise<boolean> {
		const { room, addedAtOnce } = this.store;
		await this.inTurn(portionsOf(facts, addedAtOnce), async (portion) => {
			await this.store.add(valuesOf(portion), room);
		});
		return !this.isFull && this.sizeAtStart + facts.length * VALUES_OF_FACT >= room;
	}

	/** Makes the facts that hold the newest ones (n8n.md, The oldest values fall out). */
	private async renew(facts: readonly string[]): Promise<void> {
		const held = [...(await this.recall(facts))];
		await this.inTurn(partedPortions(held, RENEWED_AT_ONCE), async (portion) => {
			await this.store.remove(valuesOf(portion));
			await retryOnce(async () => await this.store.add(valuesOf(portion), this.store.room));
		});
	}

	private async remove(values: readonly string[]): Promise<void> {
		const atOnce = Math.floor(COMPARED_AT_ONCE / (this.sizeAtStart + RECALLED_AT_ONCE));
		for (const portion of portionsOf(values, atOnce)) {
			await retryOnce(async () => await this.store.remove(portion));
		}
	}

	private async inTurn(
		portions: string[][],
		work: (portion: string[]) => Promise<void>,
	): Promise<void> {
		for (const portion of portions) {
			await inSequence(this.store.id, async () => await work(portion));
			await yieldToEventLoop();
		}
	}
}

/** The part of the memory that must be taken before lasting facts are renewed. */
const RENEWED_FROM = 0.4;

/** How many facts each run renews at least, on average. */
const ALWAYS_RENEWED = 500;

/**
 * How often a lasting fact is renewed, on average, while new facts fill the whole memory. Because nothing is renewed in
 * its first 0.4, a fact is renewed 15 times until the memory is full, and one in three million (e^-15) never is.
 */
const RENEWALS = 25;

/**
 * Returns the facts that a run renews. They are chosen at random, so there is no turn to remember.
 * @param filled the part of the memory that the run's own facts take
 */
function dueOf(lasting: readonly string[], filled: number): string[] {
	const chance = Math.max(ALWAYS_RENEWED / lasting.length, RENEWALS * filled);
	return lasting.filter(() => Math.random() < chance);
}

/** Returns the facts in portions, without duplicates. */
function portionsOf(facts: readonly string[], size: number): string[][] {
	const values = [...new Set(facts)];
	const count = Math.ceil(values.length / size);
	return Array.from({ length: count }, (_, at) => values.slice(at * size, (at + 1) * size));
}

/**
 * Returns portions of facts to be removed and added again. Facts of one list, which follow each other, are in different
 * portions: if an access fails halfway, the others still show that the list is watched.
 */
function partedPortions(facts: string[], size: number): string[][] {
	const count = Math.min(facts.length, 1 + Math.ceil(facts.length / size));
	const portionAt = (index: number) => facts.filter((_fact, at) => at % count === index);
	return Array.from({ length: count }, (_, index) => portionAt(index));
}

/** Retries an access once, because n8n's database may be busy, and the work would be left half done. */
async function retryOnce<T>(access: () => Promise<T>): Promise<T> {
	return await access().catch(access);
}
