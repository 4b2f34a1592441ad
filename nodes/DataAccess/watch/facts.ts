// Facts are kept with n8n's deduplication helper (rememberedFacts.ts), since nothing else that n8n has lasts
// (n8n.md, Static data is lost in queue mode; Data tables are refused; Node context).

import type { ListRecord } from '../list/judgement';

/**
 * All facts of one list, and whether they hold.
 * @param key tells it from others, and its memory from one that was reset
 * @param recalled whether each fact that was asked for holds
 */
export const factsOf = (key: string, recalled: ReadonlyMap<string, boolean>) => ({
	/** Earlier runs are remembered. */
	watched: `${key} watched`,
	/** When it was read, the list said that it is empty: all of its records came later. */
	empty: `${key} empty`,
	/** The record was delivered, or taken by a baseline. */
	known: ({ name }: ListRecord) => `${key} ${name}`,
	/** The record was delivered, but what stands below it may be new. */
	loose: ({ name }: ListRecord) => `${key} loose ${name}`,
	/** When the record had this time, or none, everything behind it was delivered or old. */
	floor: ({ name, time }: ListRecord) => `${key} floor ${time} ${name}`,
	isUnrecalled: (fact: string) => !recalled.has(fact),
	/** It was asked for, and holds. */
	holds: (fact: string) => recalled.get(fact) === true,
	/** Nobody has asked for it, or it holds. */
	mayHold: (fact: string) => recalled.get(fact) !== false,
});

export type ListFacts = ReturnType<typeof factsOf>;

/** What a record is to a run. Only new ones are delivered. */
type RecordState =
	/** Nothing that is remembered says otherwise. */
	| 'new'
	/** It is known, or at a floor. The run ends at such records (endOfRun.ts). */
	| 'done'
	/** It is loose: the run reads on below it. */
	| 'loose'
	/** It stands where the run ended, below all that is new. No fact need tell that. */
	| 'old';

export interface JudgedRecord extends ListRecord {
	isKnown: boolean;
	isAtFloor: boolean;
	state: RecordState;
}

/** What the facts tell of records, before it is known which of them are old. */
export function compare(facts: ListFacts, records: readonly ListRecord[]): JudgedRecord[] {
	const { known, floor, loose, holds } = facts;
	return records.map((record) => {
		const isKnown = holds(known(record));
		const isAtFloor = holds(floor(record));
		const notDone = holds(loose(record)) ? 'loose' : 'new';
		return { ...record, isKnown, isAtFloor, state: isKnown || isAtFloor ? 'done' : notDone };
	});
}
