import type { Spending } from '../buy/spending';
import type { StopReason } from '../list/pageEnd';
import type { Remark } from '../list/watchedList';
import { hasFailed, withWhatWasLeftOut } from './results';
import type { FailedResult, ItemResult } from './results';

/** What a run spent: for one of its items, and in all its tries. */
export interface Accounts {
	total: Readonly<Spending>;
	ofItem(itemIndex: number): Readonly<Spending>;
}

/** What has happened in a run. Hint, error, report and agent are told of it, each in words of its own. */
export interface Happened {
	/** In input order. */
	results: readonly ItemResult[];
	account: Accounts;
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	/** What the memory of watched lists has to say. */
	remarks: readonly Remark[];
	sums: Sums;
}

/** What came of all items together. */
export interface Sums {
	records: number;
	/** Pages that other executions bought, and the age in milliseconds of the oldest. */
	reused: { pages: number; age: number };
	/** Pages that another use of the tool in this execution asked for before. */
	askedBefore: number;
	/** With those that another one's failure, or the cap, left nothing. */
	failed: FailedResult[];
}

/** What has happened, with its sums. */
export function happenedIn(facts: Omit<Happened, 'sums'>): Happened {
	const { results } = facts;
	const sums: Sums = {
		records: 0,
		reused: { pages: 0, age: 0 },
		askedBefore: 0,
		failed: results.map(withWhatWasLeftOut).filter(hasFailed),
	};
	for (const { records, reused, askedBefore } of results) {
		sums.records += records;
		sums.reused.pages += reused.pages;
		sums.reused.age = Math.max(sums.reused.age, reused.age);
		sums.askedBefore += askedBefore;
	}
	return { ...facts, sums };
}

/** Whether some item's list ended in a way. */
export const hasEnded = ({ results }: Pick<Happened, 'results'>, wanted: StopReason) =>
	results.some(({ reason }) => reason === wanted);

/** With a single input item, no text need name it. */
export const isOnlyItem = ({ results }: Pick<Happened, 'results'>) => results.length === 1;

/** Whether a call without a known outcome may have been charged. */
export function mayBeCharged(
	{ failure }: Pick<ItemResult, 'failure'>,
	{ possible }: Readonly<Spending>,
): boolean {
	return failure?.charged === 'maybe' || possible > 0;
}
