import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Account, Spending } from '../buy/spending';
import { nothingOf } from '../list/collected';
import type { Collected } from '../list/collected';
import { STOPS } from '../list/pageEnd';
import type { StopReason } from '../list/pageEnd';
import type { WatchSummary } from '../list/judgement';
import { apiNameOf, isWritten } from '../operations/operation';
import type { ApiInput, Query } from '../operations/operation';
import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { shortened } from './phrasing';
import type { Remark } from './remarks';

/** An input item's share of the output, and how its list ended. */
export interface ItemResult extends Omit<Collected, 'begin' | 'next'> {
	itemIndex: number;
	items: INodeExecutionData[];
	/** Left out, as `next`, where nothing is known of the list: null would say that it has ended. */
	begin?: IDataObject | null;
	next?: IDataObject | null;
	/** What it asks for, where that could be read. */
	asked?: string;
	/** How its list compares with what earlier runs delivered, where only new records are wanted. */
	watched?: WatchSummary;
}

const LONGEST_NAME = 60;

/** What an item asks for, as people tell it from others: the first of its fields that holds something. */
export function askedOf(query: Query, input: ApiInput): string {
	const fields = isWritten(query) ? [] : query.fields;
	const names = fields.map(({ name }) => apiNameOf(query, name));
	const value = names.map((name) => input[name]).find((each) => each !== undefined && each !== '');
	const text = typeof value === 'string' ? value : JSON.stringify(value ?? input);
	return shortened(text, LONGEST_NAME);
}

export type FailedResult = ItemResult & { failure: Failure };

const hasFailed = (result: ItemResult): result is FailedResult => result.failure !== undefined;

/** What is known of an item's list, and of where it begins: a failure must not lose its place. */
export type KnownPlace = Partial<Pick<ItemResult, 'list' | 'begin'>>;

/** An item whose list failed before anything of it was asked for. */
export function failedBefore(
	itemIndex: number,
	failure: Failure,
	{ list, begin }: KnownPlace = {},
): ItemResult {
	return {
		...nothingOf(list),
		begin,
		next: begin,
		itemIndex,
		items: [],
		reason: 'failure',
		failure,
	};
}

/** An item whose items were made without a call. */
export const madeFree = (itemIndex: number, items: INodeExecutionData[]): ItemResult => ({
	...nothingOf(),
	itemIndex,
	items,
	reason: 'end',
});

/** An item that was not looked at, since the run had ended before. */
export const untouched = (itemIndex: number): ItemResult => ({
	...madeFree(itemIndex, []),
	reason: 'halted',
});

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

/** Whether a call without a known outcome may have been charged. */
export const mayBeCharged = (
	{ failure }: Pick<ItemResult, 'failure'>,
	{ possible }: Readonly<Spending>,
) => failure?.charged === 'maybe' || possible > 0;

/** The service claims more after these, and could keep a loop buying pages for ever. */
export const isDeadEnd = ({ reason }: Pick<ItemResult, 'reason'>) => STOPS[reason] === 'doubtful';

/**
 * Whether the user would want to continue this item's list, and no later run does so by itself. At Limit
 * or at known records there is no reason to; but where the rest of a watched list is old there is.
 */
export function isCutShort(result: ItemResult): boolean {
	const { reason, next, pages, watched } = result;
	if (!next || watched?.isReadAgain || (watched && pages === 0)) return false;
	const isCut = ['failure', 'halted', 'maxCost'].includes(reason) || isDeadEnd(result);
	return isCut || watched?.leavesOld === true;
}

/** Whether the run got no further in this list: its position is then the one that it began with. */
export const isAtBeginning = ({ begin, next }: Pick<ItemResult, 'begin' | 'next'>) =>
	JSON.stringify(begin) === JSON.stringify(next);
