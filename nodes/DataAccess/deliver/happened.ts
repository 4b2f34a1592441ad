import type { IDataObject } from 'n8n-workflow';

import { Account } from '../buy/money';
import type { Spending } from '../buy/money';
import { STOPS } from '../list/pageEnd';
import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import type { ItemResult } from './itemResult';
import { remarksOf } from './listWords';
import type { Remark } from './remarks';

/*
 * All that has happened in a run, as facts, once. In words: of failures in failureWords.ts and failedItem.ts, of lists
 * in listWords.ts, of the run in remarks.ts, and how to go on in nextSteps.ts. Who is told: n8n's panel (hint.ts), the
 * workflow (report.ts), n8n (errors.ts), a model (forModel.ts).
 */

/** What is told of an input item. */
export interface ReportedItem extends ItemResult {
	/**
	 * Also where nothing was wrong with the item: NOT_CALLED where another item's failure ended the calls, MAX_COST
	 * where the cap left it nothing.
	 */
	failure?: Failure;
	/** Its list was read no further, though nobody asked for that. */
	isCut: boolean;
	/** Where a workflow goes on; null where the list has ended, or could keep a loop buying pages for ever. */
	next?: IDataObject | null;
	/** Where the user would want to go on, and no later run does so by itself. */
	rest?: IDataObject | null;
	/** What its calls have cost. */
	spent: Readonly<Spending>;
	/** What is said of its list. */
	remarks: readonly Remark[];
}

export type FailedItem = ReportedItem & { failure: Failure };

/** All that has happened in a run. Hint, report, errors and models are told of it, each in words of its own. */
export interface Happened {
	/** What came of each item. */
	items: readonly ReportedItem[];
	/** Those of which a failure is told. */
	failed: readonly FailedItem[];
	/** What all calls have cost. */
	spent: Readonly<Spending>;
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	/** Pages are used because they are young. */
	reusesPages: boolean;
	/** The user has written the whole request, in Gateway > Run. */
	isWritten: boolean;
	/** What the memory of watched lists has to say, and what seems to be left on. */
	remarks: readonly Remark[];
	records: number;
	/** Pages that were bought before, and the age in milliseconds of the oldest. */
	reused: { pages: number; age: number };
}

/** All but the results may be left out where nothing is bought. */
interface RunResults extends Partial<
	Pick<Happened, 'cap' | 'reusesPages' | 'isWritten' | 'remarks'>
> {
	results: readonly ItemResult[];
	account?: Account;
}

export function happenedIn({ results, account = new Account(), ...facts }: RunResults): Happened {
	const items = results.map((result) =>
		reportedItem(result, account.ofItem(result.itemIndex), results.length === 1),
	);
	return {
		spent: account.total,
		cap: Infinity,
		reusesPages: false,
		isWritten: false,
		remarks: [],
		...facts,
		items,
		failed: items.filter((item): item is FailedItem => item.failure !== undefined),
		records: items.reduce((sum, { records }) => sum + records, 0),
		reused: items.reduce(
			({ pages, age }, { reused }) => ({
				pages: pages + reused.pages,
				age: Math.max(age, reused.age),
			}),
			{ pages: 0, age: 0 },
		),
	};
}

function reportedItem(
	result: ItemResult,
	spent: Readonly<Spending>,
	isOnly: boolean,
): ReportedItem {
	const { reason, next, watched, pages } = result;
	const stop = STOPS[reason];
	// The service claims more after these.
	const isDeadEnd = stop === 'doubtful';
	const isCut = stop === 'bounded' || stop === 'broken' || (isDeadEnd && isOnly);
	// At Limit or at known records there is no reason to go on; but where the rest of a watched list is old there is.
	const hasRest = watched
		? pages > 0 && !watched.isReadAgain && (isCut || watched.leavesOld)
		: isCut;
	return {
		...result,
		failure: reportedFailure(result),
		isCut,
		next: isDeadEnd ? null : next,
		rest: hasRest ? next : null,
		spent,
		remarks: remarksOf(result),
	};
}

function reportedFailure({ reason, pages, failure }: ItemResult): Failure | undefined {
	if (reason === 'halted') return failureOf('NOT_CALLED');
	return reason === 'maxCost' && pages === 0 ? failureOf('MAX_COST') : failure;
}

/** The failure that stops a workflow which does not go on: one that was met, not only told. */
export const stopperIn = ({ failed }: Happened) =>
	failed.find(({ reason }) => reason === 'failure');
