import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Spending } from '../buy/money';
import { nothingOf } from '../list/collected';
import type { Collected } from '../list/collected';
import type { WatchSummary } from '../list/judgement';
import { STOPS } from '../list/pageEnd';
import { apiNameOf } from '../operations/operation';
import type { ApiInput, Query } from '../operations/operation';
import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { shortened } from './phrasing';

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
	const fields = query.isWritten ? [] : query.fields;
	const names = fields.map(({ name }) => apiNameOf(query, name));
	const value = names.map((name) => input[name]).find((each) => each !== undefined && each !== '');
	const text = typeof value === 'string' ? value : JSON.stringify(value ?? input);
	return shortened(text, LONGEST_NAME);
}

export type FailedResult = ItemResult & { failure: Failure };

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

/**
 * The failure that is told of an item, also where nothing was wrong with it: NOT_CALLED where another item's failure
 * ended the calls, MAX_COST where the cap left it nothing.
 */
export function toldFailure(result: ItemResult): Failure | undefined {
	const { reason, items, pages, watched, failure } = result;
	if (reason === 'halted') return failureOf('NOT_CALLED');
	// A watched list that was read has told whether it has new records.
	const isTold = watched !== undefined && pages > 0;
	return reason === 'maxCost' && items.length === 0 && !isTold ? failureOf('MAX_COST') : failure;
}

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
