// Facts are kept with n8n's deduplication helper (rememberedFacts.ts), since nothing else that n8n has lasts
// (n8n.md, Static data is lost in queue mode; Data tables are refused; Node context).
//
// Of a list they tell that it is *watched*; of a record that it is *known*, *loose* or at a *floor*. A loose one was
// returned by a run that was cut: it does not come again, but ends no run, since new ones may stand below it. Known,
// it would hide these; left out, it would come twice. docs/development/memory.md has an example of four runs.

import type { ListRecord } from '../list/judgement';

/**
 * All facts of one list, and whether they hold.
 * @param key tells it from others, and its memory from one that was reset
 * @param recalled whether each fact that was asked for holds
 */
export const factsOf = (key: string, recalled: ReadonlyMap<string, boolean>) => ({
	watched: `${key} watched`,
	/** The record was delivered, or remembered by a baseline. */
	known: ({ name }: ListRecord) => `${key} ${name}`,
	/** It was delivered by a run that was cut: what stands below it may be new. */
	loose: ({ name }: ListRecord) => `${key} loose ${name}`,
	/** When the record had this time, or none, everything behind it was done. */
	floor: ({ name, time }: ListRecord) => `${key} floor ${time} ${name}`,
	isUnasked: (fact: string) => !recalled.has(fact),
	/** It was asked for, and holds. */
	holds: (fact: string) => recalled.get(fact) === true,
	/** Nobody has asked for it, or it holds. */
	mayHold: (fact: string) => recalled.get(fact) !== false,
});

export type ListFacts = ReturnType<typeof factsOf>;
