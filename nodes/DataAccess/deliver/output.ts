import type { INodeExecutionData } from 'n8n-workflow';

import { errorItemsOf } from './errors';
import type { Accounts } from './errors';
import { withWhatWasLeftOut } from './results';
import type { ItemResult } from './results';

/** The items of the run's one output: records in input order, then the error items of Continue. */
export interface Output {
	items: INodeExecutionData[];
	/** The first item is an error: n8n then counts the run as failed, and runs the node again. */
	isFailed: boolean;
}

/** @param goesOn whether failures become items */
export function outputOf(results: ItemResult[], goesOn: boolean, accounts: Accounts): Output {
	const items: INodeExecutionData[] = [];
	for (const result of results) for (const item of result.items) items.push(item);
	const isFailed = items.length === 0;
	const errors = goesOn ? errorItemsOf(results.map(withWhatWasLeftOut), accounts) : [];
	for (const item of errors) items.push(item);
	return { items, isFailed: isFailed && errors.length > 0 };
}
