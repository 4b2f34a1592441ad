import type { Account } from '../buy/spending';
import type { StopReason } from '../list/pageEnd';
import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import type { FailedResult, ItemResult } from './itemResult';
import type { Remark } from './remarks';

/*
 * All that has happened in a run, as facts, once. In words: of failures in failureWords.ts and failedItem.ts, of lists
 * in listWords.ts and goOn.ts, of the run in remarks.ts. Who is told: n8n's panel and a trigger's log (hint.ts,
 * pollWords.ts), the workflow (report.ts), n8n (errors.ts), a model (forModel.ts).
 */

const hasFailed = (result: ItemResult): result is FailedResult => result.failure !== undefined;

/** All that has happened in a run. Hint, report, errors and models are told of it, each in words of its own. */
export interface Happened {
	/** What came of each item, with the failure that is told of it. */
	results: readonly ItemResult[];
	/** Those that have a failure. */
	failed: readonly FailedResult[];
	account: Pick<Account, 'total' | 'ofItem'>;
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	/** Minutes for which another run uses its pages. */
	reuse: number;
	/** What the memory of watched lists has to say, and what seems to be left on. */
	remarks: readonly Remark[];
	records: number;
	/** Pages that were bought before, and the age in milliseconds of the oldest. */
	reused: { pages: number; age: number };
}

export function happenedIn(
	facts: Pick<Happened, 'results' | 'account' | 'cap' | 'reuse' | 'remarks'>,
): Happened {
	const results = facts.results.map((each) => ({ ...each, failure: failureToTell(each) }));
	const sum = (of: (result: ItemResult) => number) =>
		results.reduce((all, result) => all + of(result), 0);
	return {
		...facts,
		results,
		failed: results.filter(hasFailed),
		records: sum(({ records }) => records),
		reused: {
			pages: sum(({ reused }) => reused.pages),
			age: results.reduce((oldest, { reused }) => Math.max(oldest, reused.age), 0),
		},
	};
}

/**
 * The failure of an item, also where nothing was wrong with it: NOT_CALLED where another item's failure ended
 * the calls, MAX_COST where the cap left it nothing.
 */
function failureToTell(result: ItemResult): Failure | undefined {
	const { reason, items, pages, watched, failure } = result;
	if (reason === 'halted') return failureOf('NOT_CALLED');
	// A watched list that was read has told whether it has new records.
	const isTold = watched !== undefined && pages > 0;
	return reason === 'maxCost' && items.length === 0 && !isTold ? failureOf('MAX_COST') : failure;
}

/** The failure that stops a workflow which does not go on: one that was met, not only told. */
export const stopperIn = ({ failed }: Happened) =>
	failed.find(({ reason }) => reason === 'failure');

export const hasEnded = ({ results }: Pick<Happened, 'results'>, wanted: StopReason) =>
	results.some(({ reason }) => reason === wanted);

export const isOnlyItem = ({ results }: Pick<Happened, 'results'>) => results.length === 1;
