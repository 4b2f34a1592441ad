/**
 * What is remembered of lists over the executions of a workflow. A fact is a text. There are three
 * kinds: a list is watched; a record is known, since it was delivered or counted as existing; a sort
 * time is a floor, so that everything older in the list is done.
 */
export interface FactStore {
	/**
	 * Reads the memory, before anything is spent.
	 * @throws what n8n throws
	 */
	open(): Promise<void>;
	/** It may have forgotten a list that it does not know. */
	readonly isFull: boolean;
	/**
	 * Which of these facts hold.
	 * @throws what n8n throws
	 */
	ask(facts: readonly string[]): Promise<ReadonlySet<string>>;
	/**
	 * From now on, these facts hold. They are stored in their order.
	 * @throws what n8n throws
	 */
	keep(facts: readonly string[]): Promise<void>;
	/**
	 * Takes facts back that have just been kept.
	 * @throws what n8n throws
	 */
	drop(facts: readonly string[]): Promise<void>;
	/**
	 * Makes facts that hold the newest ones, as often as is needed: the oldest are forgotten first.
	 * @throws what n8n throws
	 */
	renew(facts: readonly string[]): Promise<void>;
}

/** The facts of one list. */
export interface ListFacts {
	watched: string;
	known(name: string): string;
	floor(time: number): string;
}

/** @param key tells the list from others, and its memory from one that was reset */
export function factsOf(key: string): ListFacts {
	return {
		watched: `${key} watched`,
		known: (name) => `${key} ${name}`,
		floor: (time) => `${key} floor ${time}`,
	};
}
