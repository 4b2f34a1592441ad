// Facts are kept with n8n's deduplication helper (rememberedFacts.ts), since nothing else that n8n has lasts
// (n8n.md, Static data is lost in queue mode; Data tables are refused; Node context).

import type { ListRecord } from '../list/judgement';

/**
 * Returns the facts of one list, and functions that say whether they hold.
 * @param key distinguishes the list from others, and its memory from one that was reset
 * @param recalled whether each recalled fact holds
 */
export const factsOf = (key: string, recalled: ReadonlyMap<string, boolean>) => ({
	/** Earlier runs are remembered. */
	watched: `${key} watched`,
	/** The list said that it was empty when it was read, so all of its records came later. */
	empty: `${key} empty`,
	/** The record was delivered, or taken by a baseline. */
	known: ({ name }: ListRecord) => `${key} ${name}`,
	/** The record was delivered, but records below it may be new. */
	loose: ({ name }: ListRecord) => `${key} loose ${name}`,
	/** When the record showed this time, or none, everything below it had been delivered or was old. */
	floor: ({ name, time }: ListRecord) => `${key} floor ${time} ${name}`,
	isUnrecalled: (fact: string) => !recalled.has(fact),
	/** Returns whether the fact was recalled, and holds. */
	holds: (fact: string) => recalled.get(fact) === true,
	/** Returns whether the fact is not known to be false. */
	mayHold: (fact: string) => recalled.get(fact) !== false,
});

export type ListFacts = ReturnType<typeof factsOf>;

/** What a record is to a run. Only new ones are delivered. */
type RecordState =
	/** No remembered fact says otherwise. */
	| 'new'
	/** It is known, or at a floor. The run ends at such records (endOfRun.ts). */
	| 'done'
	/** It is loose: the run reads on below it. */
	| 'loose'
	/** It is below the end of the run, and so below all new records. It needs no fact of its own. */
	| 'old';

export interface JudgedRecord extends ListRecord {
	isKnown: boolean;
	isAtFloor: boolean;
	state: RecordState;
}

/** Returns the records with their states by the facts, before the old ones are marked. */
export function compare(facts: ListFacts, records: readonly ListRecord[]): JudgedRecord[] {
	const { known, floor, loose, holds } = facts;
	return records.map((record) => {
		const isKnown = holds(known(record));
		const isAtFloor = holds(floor(record));
		const notDone = holds(loose(record)) ? 'loose' : 'new';
		return { ...record, isKnown, isAtFloor, state: isKnown || isAtFloor ? 'done' : notDone };
	});
}
