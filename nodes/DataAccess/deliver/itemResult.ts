import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Spending } from '../buy/money';
import { nothingOf } from '../list/collected';
import type { Collected } from '../list/collected';
import type { WatchSummary } from '../list/judgement';
import { apiNameOf } from '../operations/operation';
import type { ApiInput, Query } from '../operations/operation';
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

/** Whether a call without a known outcome may have been charged. */
export const mayBeCharged = (
	{ failure }: Pick<ItemResult, 'failure'>,
	{ possible }: Readonly<Spending>,
) => failure?.charged === 'maybe' || possible > 0;
