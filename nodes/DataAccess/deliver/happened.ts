import type { IDataObject } from 'n8n-workflow';

import { Account } from '../buy/money';
import { STOPS } from '../list/pageEnd';
import type { StopReason } from '../list/pageEnd';
import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import type { ItemResult } from './itemResult';
import type { Remark } from './remarks';

/*
 * All that has happened in a run, as facts, once. In words: of failures in failureWords.ts and failedItem.ts, of lists
 * in listWords.ts and goOn.ts, of the run in remarks.ts. Who is told: n8n's panel (hint.ts), the workflow
 * (report.ts), n8n (errors.ts), a model (forModel.ts).
 */

/** What is told of an input item. */
export interface ToldItem extends ItemResult {
	/**
	 * Also where nothing was wrong with the item: NOT_CALLED where another item's failure ended the calls, MAX_COST
	 * where the cap left it nothing.
	 */
	failure?: Failure;
	/** Where a workflow goes on; null where the list has ended, or could keep a loop buying pages for ever. */
	next?: IDataObject | null;
	/** Where the user would want to go on, and no later run does so by itself. */
	rest?: IDataObject;
	/** The run got further in the list than where it began. */
	hasMoved: boolean;
}

export type FailedItem = ToldItem & { failure: Failure };

/** All that has happened in a run. Hint, report, errors and models are told of it, each in words of its own. */
export interface Happened {
	/** What came of each item. */
	items: readonly ToldItem[];
	/** Those of which a failure is told. */
	failed: readonly FailedItem[];
	account: Pick<Account, 'total' | 'ofItem'>;
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	/** Pages are used because they are young. */
	reusesPages: boolean;
	/** What the memory of watched lists has to say, and what seems to be left on. */
	remarks: readonly Remark[];
	records: number;
	/** Pages that were bought before, and the age in milliseconds of the oldest. */
	reused: { pages: number; age: number };
}

/** All but the results may be left out where nothing is bought. */
interface Facts extends Partial<Pick<Happened, 'account' | 'cap' | 'reusesPages' | 'remarks'>> {
	results: readonly ItemResult[];
}

export function happenedIn({ results, ...facts }: Facts): Happened {
	const items = results.map((result) => toldOf(result, results.length === 1));
	const sum = (of: (item: ToldItem) => number) => items.reduce((all, item) => all + of(item), 0);
	return {
		account: new Account(),
		cap: Infinity,
		reusesPages: false,
		remarks: [],
		...facts,
		items,
		failed: items.filter((item): item is FailedItem => item.failure !== undefined),
		records: sum(({ records }) => records),
		reused: {
			pages: sum(({ reused }) => reused.pages),
			age: items.reduce((oldest, { reused }) => Math.max(oldest, reused.age), 0),
		},
	};
}

function toldOf(result: ItemResult, isOnly: boolean): ToldItem {
	const { reason, begin, next } = result;
	// The service claims more after these.
	const isDeadEnd = STOPS[reason] === 'doubtful';
	const isCut = isDeadEnd ? isOnly : ['failure', 'halted', 'maxCost'].includes(reason);
	return {
		...result,
		failure: toldFailure(result),
		next: isDeadEnd ? null : next,
		rest: next && isLeft(result, isCut) ? next : undefined,
		hasMoved: JSON.stringify(begin) !== JSON.stringify(next),
	};
}

function toldFailure({ reason, items, pages, watched, failure }: ItemResult): Failure | undefined {
	if (reason === 'halted') return failureOf('NOT_CALLED');
	// A watched list that was read has told whether it has new records.
	const isTold = watched !== undefined && pages > 0;
	return reason === 'maxCost' && items.length === 0 && !isTold ? failureOf('MAX_COST') : failure;
}

/** At Limit or at known records there is no reason to go on; but where the rest of a watched list is old there is. */
function isLeft({ watched, pages }: ItemResult, isCut: boolean): boolean {
	if (!watched) return isCut;
	return pages > 0 && !watched.isReadAgain && (isCut || watched.leavesOld);
}

/** The failure that stops a workflow which does not go on: one that was met, not only told. */
export const stopperIn = ({ failed }: Happened) =>
	failed.find(({ reason }) => reason === 'failure');

export const hasEnded = ({ items }: Pick<Happened, 'items'>, wanted: StopReason) =>
	items.some(({ reason }) => reason === wanted);

export const isOnlyItem = ({ items }: Pick<Happened, 'items'>) => items.length === 1;
