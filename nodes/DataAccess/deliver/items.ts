import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { DeliveredPage } from '../list/collect';
import type { Query } from '../operations/operation';
import { outermostPaths, select } from './selectedFields';

/** The form that the user chose. */
export interface OutputForm {
	output: 'simplified' | 'raw' | 'selected' | 'pages';
	/** Dot paths of Output = Selected. */
	fields: string[];
}

/**
 * n8n takes a record with a top-level `error`, or with nothing but error, message and details, for
 * a failed item: it would run the node again or send the record to the error output.
 */
function safeForN8n(record: IDataObject): IDataObject {
	const names = Object.keys(record);
	const looksFailed =
		'error' in record ||
		(names.length > 0 && names.every((name) => ['error', 'message', 'details'].includes(name)));
	return looksFailed ? { record } : record;
}

/** Makes the output items of one page, in the form that the user chose. */
export function itemMaker(
	{ output, fields }: OutputForm,
	query: Query,
): (page: DeliveredPage, itemIndex: number) => INodeExecutionData[] {
	const paths = outermostPaths(fields);
	const jsonOf = (record: IDataObject): IDataObject => {
		if (output === 'simplified' && query.simplify) return { ...query.simplify(record) };
		return safeForN8n(output === 'selected' ? select(record, paths) : record);
	};
	return ({ page, records, next, spending }, itemIndex) => {
		const pairedItem = { item: itemIndex };
		if (output === 'pages') {
			const { calls, cost, isEstimate: costIsEstimate } = spending;
			return [{ json: { page, records, next, calls, cost, costIsEstimate }, pairedItem }];
		}
		return records.map((record) => ({ json: jsonOf(record), pairedItem }));
	};
}
