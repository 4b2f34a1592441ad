import type { Account } from '../buy/money';
import type { StopReason } from '../list/pageEnd';
import { toldFailure } from './itemResult';
import type { FailedResult, ItemResult } from './itemResult';
import type { Remark } from './remarks';

/*
 * All that has happened in a run, as facts, once. In words: of failures in failureWords.ts and failedItem.ts, of lists
 * in listWords.ts and goOn.ts, of the run in remarks.ts. Who is told: n8n's panel (hint.ts), the workflow
 * (report.ts), n8n (errors.ts), a model (forModel.ts).
 */

/** All that has happened in a run. Hint, report, errors and models are told of it, each in words of its own. */
export interface Happened {
	/** What came of each item. */
	results: readonly ItemResult[];
	/** Those of which a failure is told, with that. */
	failed: readonly FailedResult[];
	account: Pick<Account, 'total' | 'ofItem'>;
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	/** Minutes for which another run uses its pages. */
	minutesOfReuse: number;
	/** What the memory of watched lists has to say, and what seems to be left on. */
	remarks: readonly Remark[];
	records: number;
	/** Pages that were bought before, and the age in milliseconds of the oldest. */
	reused: { pages: number; age: number };
}

export function happenedIn(
	facts: Pick<Happened, 'results' | 'account' | 'cap' | 'minutesOfReuse' | 'remarks'>,
): Happened {
	const { results } = facts;
	const sum = (of: (result: ItemResult) => number) =>
		results.reduce((all, result) => all + of(result), 0);
	return {
		...facts,
		failed: results.flatMap((result) => {
			const failure = toldFailure(result);
			return failure ? [{ ...result, failure }] : [];
		}),
		records: sum(({ records }) => records),
		reused: {
			pages: sum(({ reused }) => reused.pages),
			age: results.reduce((oldest, { reused }) => Math.max(oldest, reused.age), 0),
		},
	};
}

/** The failure that stops a workflow which does not go on: one that was met, not only told. */
export const stopperIn = ({ failed }: Happened) =>
	failed.find(({ reason }) => reason === 'failure');

export const hasEnded = ({ results }: Pick<Happened, 'results'>, wanted: StopReason) =>
	results.some(({ reason }) => reason === wanted);

export const isOnlyItem = ({ results }: Pick<Happened, 'results'>) => results.length === 1;
