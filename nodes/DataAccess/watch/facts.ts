import type { ListRecord } from '../list/watched';

/** What is remembered of lists over the executions of a workflow. A fact is a text. */
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

/** All facts that can be remembered of one list. */
export interface ListFacts {
	/** Whether any of these is remembered, as far as they were asked for. */
	hold(facts: readonly string[]): boolean;
	/** That the list is watched. */
	watched: string;
	/** That these records were delivered, or counted as existing; of one without a name there is none. */
	known(records: readonly ListRecord[]): string[];
	/** Of those that have no time: that they were old when the list was first read. */
	old(records: readonly ListRecord[]): string[];
	/** That everything older than each of these records is done, while it has this time. */
	floors(records: readonly ListRecord[]): string[];
}

/**
 * @param key tells the list from others, and its memory from one that was reset
 * @param holds whether a fact is remembered, as far as it was asked for
 */
export function factsOf(key: string, holds: (fact: string) => boolean): ListFacts {
	const named = (begin: (record: ListRecord) => string, records: readonly ListRecord[]) =>
		records.flatMap((record) =>
			record.name === undefined ? [] : `${key} ${begin(record)}${record.name}`,
		);
	const isTimed = ({ time }: ListRecord) => time !== undefined;
	return {
		hold: (facts) => facts.some(holds),
		watched: `${key} watched`,
		known: (records) => named(() => '', records),
		old: (records) =>
			named(
				() => 'old ',
				records.filter((record) => !isTimed(record)),
			),
		floors: (records) => named(({ time }) => `floor ${time} `, records.filter(isTimed)),
	};
}
