import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { nothingOf } from '../list/collected';
import type { Collected } from '../list/collected';
import type { WatchSummary } from '../list/judgement';
import { apiNameOf } from '../operations/operation';
import type { ApiInput, Query } from '../operations/operation';
import type { Failure } from '../shared/failure';
import { shortened } from './phrasing';

/** The output of an input item, and how its list ended. */
export interface ItemResult extends Omit<Collected, 'start' | 'next'> {
	itemIndex: number;
	items: INodeExecutionData[];
	/** Omitted (like `next`) if nothing is known about the list: null would mean that it has ended. */
	start?: IDataObject | null;
	next?: IDataObject | null;
	/** Names the input in messages; undefined if the input could not be read. */
	inputLabel?: string;
	/** The list compared with earlier runs, if Only New Records is on. */
	watched?: WatchSummary;
}

const LONGEST_LABEL = 60;

/** Returns a label that people recognize an item by: its first field with a value. */
export function inputLabelOf(query: Query, input: ApiInput): string {
	// An input that the user wrote may use the node's field names for other things.
	const fields = query.isWritten ? [] : query.fields;
	const values = fields.map(({ name }) => input[apiNameOf(query, name)]);
	const value = values.find((each) => each !== undefined && each !== '') ?? input;
	return shortened(typeof value === 'string' ? value : JSON.stringify(value), LONGEST_LABEL);
}

/** An item's list and the position at which it starts. A failure must not lose them. */
type ListStart = Partial<Pick<ItemResult, 'list' | 'start'>>;

/** Returns the result of an item that failed before its first request. */
export function failedBefore(
	itemIndex: number,
	failure: Failure,
	{ list, start }: ListStart = {},
): ItemResult {
	return {
		...nothingOf(list),
		start,
		next: start,
		itemIndex,
		items: [],
		reason: 'failure',
		failure,
	};
}

/** Returns the result of an item whose output needed no call. */
export const madeFree = (itemIndex: number, items: INodeExecutionData[]): ItemResult => ({
	...nothingOf(),
	next: null,
	itemIndex,
	items,
	reason: 'end',
});
