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
	/** Whether an agent reads the records: Simplified then has nothing empty and no long text. */
	isForModel: boolean;
}

/**
 * n8n takes a record with a top-level `error`, or with nothing but error, message and details, for
 * a failed item: it would run the node again or send the record to the error output. One with
 * `$error` and `$json` it unpacks, outside of any On Error: the record would be lost, or all output.
 */
function safeForN8n(record: IDataObject): IDataObject {
	const hasDetails = 'message' in record || 'details' in record;
	const looksFailed =
		'error' in record ||
		('$error' in record && '$json' in record) ||
		(hasDetails && Object.keys(record).every((name) => ['message', 'details'].includes(name)));
	return looksFailed ? { record } : record;
}

/** Makes the output items of one page, in the form that the user chose. */
export function itemMaker(
	{ output, fields, isForModel }: OutputForm,
	query: Query,
): (page: DeliveredPage, itemIndex: number) => INodeExecutionData[] {
	const paths = outermostPaths(fields);
	const jsonOf = (record: IDataObject): IDataObject => {
		if (output === 'simplified' && query.simplify) {
			const simplified = query.simplify(record);
			return isForModel ? compactRecord(simplified) : simplified;
		}
		return safeForN8n(output === 'selected' ? select(record, paths) : record);
	};
	return ({ page, records, next }, itemIndex) => {
		const pairedItem = { item: itemIndex };
		if (output === 'pages') {
			return [{ json: { page, records, next: next() }, pairedItem }];
		}
		return records.map((record) => ({ json: jsonOf(record), pairedItem }));
	};
}
