import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

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
	inputLabel?: string;
	/** How its list compares with what earlier runs delivered, where only new records are wanted. */
	watched?: WatchSummary;
}

const LONGEST_LABEL = 60;

/** What an item asks for, as people tell it from others: the first of its fields that holds something. */
export function inputLabelOf(query: Query, input: ApiInput): string {
	// An input that the user has written may have a name of the node's for something else.
	const fields = query.isWritten ? [] : query.fields;
	const values = fields.map(({ name }) => input[apiNameOf(query, name)]);
	const value = values.find((each) => each !== undefined && each !== '') ?? input;
	return shortened(typeof value === 'string' ? value : JSON.stringify(value), LONGEST_LABEL);
}

/** What is known of an item's list, and of where it begins: a failure must not lose its place. */
type ListStart = Partial<Pick<ItemResult, 'list' | 'begin'>>;

/** An item whose list failed before anything of it was asked for. */
export function failedBefore(
	itemIndex: number,
	failure: Failure,
	{ list, begin }: ListStart = {},
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
