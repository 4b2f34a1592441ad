import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { DeliveredPage } from '../list/collect';
import type { Query } from '../operations/operation';
import { compactRecord } from './compact';
import { outermostPaths, select } from './selectedFields';

/** The form that the user chose. */
interface OutputForm {
	output: 'simplified' | 'raw' | 'selected' | 'pages';
	/** The paths of Output = Selected. */
	fields: string[][];
	/** Whether an agent reads the records: it gets nothing empty and no long text. */
	isCompact: boolean;
}

/**
 * n8n takes a record with a top-level `error`, or with nothing but error, message and details, for
 * a failed item: it would run the node again or send the record to the error output. One with
 * `$error` and `$json` it unpacks, outside of any On Error: the record would be lost, or all output.
 */
function safeForN8n(record: IDataObject): IDataObject {
	const names = Object.keys(record);
	const looksFailed =
		'error' in record ||
		('$error' in record && '$json' in record) ||
		(names.length > 0 && names.every((name) => ['error', 'message', 'details'].includes(name)));
	return looksFailed ? { record } : record;
}

/** Makes the output items of one page, in the form that the user chose. */
export function itemMaker(
	{ output, fields, isCompact }: OutputForm,
	query: Query,
): (page: DeliveredPage, itemIndex: number) => INodeExecutionData[] {
	const paths = outermostPaths(fields);
	const short = (record: IDataObject) => (isCompact ? compactRecord(record) : record);
	const jsonOf = (record: IDataObject): IDataObject => {
		if (output === 'simplified' && query.simplify) return short({ ...query.simplify(record) });
		return safeForN8n(short(output === 'selected' ? select(record, paths) : record));
	};
	return ({ page, records, next, spending }, itemIndex) => {
		const pairedItem = { item: itemIndex };
		if (output === 'pages') {
			const { calls, cost, isEstimate: costIsEstimate } = spending;
			const raw = records.map(short);
			const json = { page, records: raw, next: next(), calls, cost, costIsEstimate };
			return [{ json, pairedItem }];
		}
		return records.map((record) => ({ json: jsonOf(record), pairedItem }));
	};
}
