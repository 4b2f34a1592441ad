import type { IDataObject } from 'n8n-workflow';

import { Expenses } from '../buy/money';
import type { Spending } from '../buy/money';
import { STOPS } from '../list/pageEnd';
import { failureOf } from '../shared/failure';
import type { Failed, Failure } from '../shared/failure';
import type { ItemResult } from './itemResult';
import { remarksOf } from './listWords';
import type { Remark } from './remarks';

/*
 * The outcome of a run, as one value. The words for failures are in failureWords.ts and failedItem.ts, for lists in
 * listWords.ts, for the run in remarks.ts, and for next steps in nextSteps.ts. Four files print the value: for n8n's
 * panel (hint.ts), the workflow (report.ts), n8n (errors.ts), and a model (forModel.ts).
 */

/** The outcome of an input item. */
export interface ReportedItem extends ItemResult {
	/**
	 * Also set if the item itself did not fail: NOT_CALLED if another item's failure ended all calls, MAX_COST if the cap
	 * left nothing for it.
	 */
	failure?: Failure;
	/** Reading ended before the list did, and no setting of the user wanted that. */
	isCut: boolean;
	/** The position to resume from; null if the list has ended, or if resuming could buy pages forever. */
	next?: IDataObject | null;
	/** The position of records that no later run reads by itself; null if there are none. */
	rest?: IDataObject | null;
	/** The cost of its calls. */
	spent: Readonly<Spending>;
	/** Remarks about its list. */
	remarks: readonly Remark[];
}

export type FailedItem = ReportedItem & Failed;

/** The outcome of a run, from which hint, report, errors and the text for models are printed. */
export interface Happened {
	/** The outcome of each item. */
	items: readonly ReportedItem[];
	/** Items with a failure. */
	failed: readonly FailedItem[];
	/** The cost of all calls. */
	spent: Readonly<Spending>;
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	/** US dollars that the next call would count as. */
	price: number;
	/** Reuse Pages is on. */
	reusesPages: boolean;
	/** The user wrote the whole request (Gateway > Run). */
	isWritten: boolean;
	/** Remarks about the memory of watched lists, and about options that seem to be left on. */
	remarks: readonly Remark[];
	records: number;
	/** Pages that were bought earlier, and the age of the oldest in milliseconds. */
	reused: { pages: number; age: number };
}

/** If nothing is bought, the results suffice. */
interface RunResults extends Partial<
	Pick<Happened, 'cap' | 'price' | 'reusesPages' | 'isWritten' | 'remarks'>
> {
	results: readonly ItemResult[];
	expenses?: Expenses;
}

export function happenedIn({ results, expenses = new Expenses(), ...facts }: RunResults): Happened {
	const items = results.map((result) =>
		reportedItem(result, expenses.ofItem(result.itemIndex), results.length === 1),
	);
	return {
		spent: expenses.total,
		cap: Infinity,
		price: 0,
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
	// After these ends, the service claims that there is more.
	const isDeadEnd = stop === 'doubtful';
	const isCut = ['bounded', 'broken'].includes(stop) || (isDeadEnd && isOnly);
	// Limit and known records end a list as intended. But if the rest of a watched list is marked old, no later run
	// reads it.
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

/** Returns the item whose failure ends a workflow with On Error = Stop. NOT_CALLED and MAX_COST end none. */
export const stopperIn = ({ failed }: Happened) =>
	failed.find(({ reason }) => reason === 'failure');
