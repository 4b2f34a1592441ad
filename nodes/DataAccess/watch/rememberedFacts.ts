import { yieldToEventLoop } from '../shared/eventLoop';
import { inSequence } from './inSequence';

/** Values that n8n remembers for one node: no two calls may run in parallel (n8n.md, Deduplication writes as it asks). */
export interface ValueStore {
	/** Tells the store from that of any other node or workflow. */
	id: string;
	/** So many values it may hold. */
	room: number;
	/** So many facts are added in one access at most. */
	addedAtOnce: number;
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

const RECALLED_AT_ONCE = 2500;

/** Where n8n holds few values, more are removed at once (n8n.md, Removing is slow). */
const COMPARED_AT_ONCE = 6_250_000;

/** So few that each access is short, though n8n holds all that it may. */
const RENEWED_AT_ONCE = 50;

/** More would take two accesses, and a kill between them loses records; few runs leave so many. */
export const FACTS_AT_ONCE = 10_000;

const VALUES_OF_FACT = 2;
const secondOf = (fact: string) => `${fact}, second value`;
const valuesOf = (facts: readonly string[]) => facts.flatMap((fact) => [fact, secondOf(fact)]);

/**
 * What is remembered of lists over the executions of a workflow: facts, each a text.
 *
 * n8n's memory of values can only be asked by adding: it tells which of the added values it held before. Those that it
 * did not hold have to be removed again, and a run that is killed before it has done so leaves them there. So that this
 * makes no fact, a fact holds only if two values are there, itself and a second one, and the second is asked for only
 * where the first was found: such a run leaves only one of two.
 */
export class RememberedFacts {
	/** Values, when it was opened. */
	private sizeAtStart = 0;

	constructor(private readonly store: ValueStore) {}

	/** It holds all that it may, so a list that it does not know may be a forgotten one. */
	get isFull(): boolean {
		return this.sizeAtStart >= this.store.room;
	}

	/** Reads the memory, before anything is spent. */
	async load(): Promise<void> {
		this.sizeAtStart = await inSequence(this.store.id, async () => await this.store.count());
	}

	/** Which of these facts hold. It asks by adding, and takes away again what did not hold. */
	async recall(facts: readonly string[]): Promise<ReadonlySet<string>> {
		const holding = new Set<string>();
		await this.inTurn(portionsOf(facts, RECALLED_AT_ONCE), async (portion) => {
			const first = await this.store.add(portion);
			const seconds = first.map(secondOf);
			const proven = new Set(seconds.length > 0 ? await this.store.add(seconds) : []);
			const held = first.filter((fact) => proven.has(secondOf(fact)));
			for (const fact of held) holding.add(fact);
			// What a killed run has left goes, too: with what another one leaves, it would be a fact.
			const staying = new Set(valuesOf(held));
			await this.remove([...portion, ...seconds].filter((value) => !staying.has(value)));
		});
		return holding;
	}

	/**
	 * From now on, these facts hold. They are stored in their order.
	 * @param lasting facts that, if they hold, must not be forgotten where memory runs short
	 * @param onFailure gets the error where the lasting ones cannot be renewed
	 * @returns whether they have filled the memory: from now on, it forgets
	 */
	async keep(
		facts: readonly string[],
		lasting: readonly string[],
		onFailure: (error: unknown) => void = () => {},
	): Promise<boolean> {
		const { room, addedAtOnce } = this.store;
		if (facts.length > 0 && this.sizeAtStart > RENEWED_FROM * room) {
			// Where it fails, what is new is remembered all the same.
			await this.renew(dueOf(lasting, (facts.length * VALUES_OF_FACT) / room)).catch(onFailure);
		}
		// Last, since a Stop in between would lose records that count as delivered.
		await this.inTurn(portionsOf(facts, addedAtOnce), async (portion) => {
			await this.store.add(valuesOf(portion), room);
		});
		return !this.isFull && this.sizeAtStart + facts.length * VALUES_OF_FACT >= room;
	}

	/** Makes those of the facts that hold the newest (n8n.md, The oldest values fall out). */
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
		portions: Iterable<string[]>,
		work: (portion: string[]) => Promise<void>,
	): Promise<void> {
		for (const portion of portions) {
			await inSequence(this.store.id, async () => await work(portion));
			await yieldToEventLoop();
		}
	}
}

/** With so much of the memory taken, facts that must not be forgotten are made the newest. */
const RENEWED_FROM = 0.4;

/** So many facts are renewed by each run: a thousand values. */
const ALWAYS_RENEWED = 500;

/**
 * So often each of more is renewed, on average, while new facts fill the memory once. Until a memory is full, one of
 * three million is never renewed.
 */
const RENEWALS = 25;

/**
 * The facts that a run renews. Chance chooses them, so that nobody has to remember which ones had their turn.
 * @param filled the part of the memory that the run's own facts take
 */
function dueOf(lasting: readonly string[], filled: number): string[] {
	const chance = Math.max(ALWAYS_RENEWED / lasting.length, RENEWALS * filled);
	return lasting.filter(() => Math.random() < chance);
}

/** Each of them once. */
function* portionsOf(facts: readonly string[], size: number): Generator<string[]> {
	const values = [...new Set(facts)];
	for (let at = 0; at < values.length; at += size) yield values.slice(at, at + size);
}

/**
 * Portions of facts to be taken out and added again. Facts of one list, which follow each other, are in different ones:
 * where an access fails halfway, the others still tell that the list is watched.
 */
function partedPortions(facts: string[], size: number): string[][] {
	const count = Math.min(facts.length, 1 + Math.ceil(facts.length / size));
	const portionAt = (index: number) => facts.filter((_fact, at) => at % count === index);
	return Array.from({ length: count }, (_, index) => portionAt(index));
}

/** What would be left half done is tried once more: n8n's database may be busy. */
async function retryOnce<T>(access: () => Promise<T>): Promise<T> {
	return await access().catch(access);
}
