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
	/** It may have forgotten a list that it does not know. Left out, it has only one. */
	readonly isFull?: boolean;
	/**
	 * Which of these facts hold.
	 * @throws what n8n throws
	 */
	ask(facts: readonly string[]): Promise<ReadonlySet<string>>;
	/**
	 * From now on, these facts hold. They are stored in their order.
	 * @param lasting facts that hold, and must not be forgotten where memory runs short
	 * @throws what n8n throws
	 */
	keep(facts: readonly string[], lasting: readonly string[]): Promise<void>;
}

/** The facts of one list. */
export interface ListFacts {
	watched: string;
	/** @param name begins with "id " or "content " */
	known(name: string): string;
	floor(time: number): string;
	/** A record without a time was old when the list was first read. */
	old(name: string): string;
	/** Whether a fact is one of the list itself, and of none of its records. */
	isLasting(fact: string): boolean;
}

/** @param key tells the list from others, and its memory from one that was reset */
export function factsOf(key: string): ListFacts {
	const watched = `${key} watched`;
	const floors = `${key} floor `;
	return {
		watched,
		known: (name) => `${key} ${name}`,
		floor: (time) => `${floors}${time}`,
		old: (name) => `${floors}${name}`,
		isLasting: (fact) => fact === watched || fact.startsWith(floors),
	};
}
