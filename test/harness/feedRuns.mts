import type { IDataObject } from 'n8n-workflow';

import type { Buying, Feed } from './feed.mts';

/** What the user sets for a run, and what happens to it. */
export interface Run extends Buying {
	firstRun: 'emit' | 'baseline';
	limit: number;
	pageSize: number;
	/** Accesses of the memory until the process is killed, and until one fails. */
	killedIn: number;
	failsIn: number;
	/** Facts that are remembered with one access. */
	keptAtOnce: number;
	/** Of its list, where it is not the newest first. */
	order?: 'default';
}

/** A run that nothing bounds. */
export const ALL: Run = {
	...{ firstRun: 'emit', limit: 10_000, pageSize: 12, keptAtOnce: 1000, grows: 0 },
	...{ calls: Infinity, failsAfter: Infinity, killedIn: Infinity, failsIn: Infinity },
};

/** What became of one run over its feeds. */
export interface Outcome {
	/** What it delivered of each feed; nothing where it was lost. */
	ids: string[][];
	/** What it had begun to remember as delivered when its process was killed. */
	inDoubt: string[][];
	/** Pages that it bought of each feed, and those of them with a record that it delivered. */
	pages: number[];
	fruitful: number[];
	/** How each feed's list ended, and where it goes on. */
	report: IDataObject[];
	/** All that it said. */
	said: string;
	isLost: boolean;
}

/** One run. */
export interface Setting {
	feeds: Feed[];
	/** Where the gateway is: pages that were paid for are kept apart by it. */
	address: string;
	run: Run;
	resumeFrom?: unknown;
}

/** @param bought pages, in the order in which they were bought, with what is on them */
export function outcomeOf(
	{ feeds }: Setting,
	bought: ReadonlyArray<{ feed: number; ids: string[] }>,
	ids: string[][],
	rest: Partial<Outcome>,
): Outcome {
	const of = (place: number) => bought.filter(({ feed }) => feed === place);
	const fruitfulOf = (place: number) =>
		of(place).filter((page) => page.ids.some((id) => ids[place]!.includes(id)));
	return {
		...{ ids, inDoubt: feeds.map(() => []), report: [], said: '', isLost: false },
		pages: feeds.map((_, place) => of(place).length),
		fruitful: feeds.map((_, place) => fruitfulOf(place).length),
		...rest,
	};
}

/** Nobody got what the run would have delivered. */
export const lost = (outcome: Outcome): Outcome => ({
	...outcome,
	ids: outcome.ids.map(() => []),
	inDoubt: outcome.ids,
	isLost: true,
});

/** What a run says of records that no later one returns. */
export const OLD = /counts? as old from now on|remembering the existing records/;
