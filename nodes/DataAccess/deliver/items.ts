import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Query } from '../operations/operation';
import type { DeliveredPage } from '../list/collect';
import type { Settings } from '../ask/settings';

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

/** Puts a value under a dot path; a number in the path is a place in a list. */
function put(target: IDataObject, path: string[], value: unknown): void {
	let holder: Record<string, unknown> = target;
	path.forEach((name, depth) => {
		if (depth === path.length - 1) {
			holder[name] = value;
			return;
		}
		if (!Object.hasOwn(holder, name)) holder[name] = /^\d+$/.test(path[depth + 1]) ? [] : {};
		holder = holder[name] as Record<string, unknown>;
	});
}

function valueAt(record: unknown, path: string[]): unknown {
	let value = record;
	for (const name of path) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
		value = (value as Record<string, unknown>)[name];
	}
	return value ?? null;
}

/** The named fields of a record where they stand in it; what it lacks is null. */
function select(record: IDataObject, fields: string[]): IDataObject {
	const selected: IDataObject = {};
	const paths = fields.map((field) => field.split('.'));
	// A field inside another that is named too comes with it, and must not change the record.
	const isInside = (path: string[], other: string[]) =>
		other.length < path.length && other.every((name, depth) => path[depth] === name);
	const outermost = paths.filter((path) => !paths.some((other) => isInside(path, other)));
	for (const path of outermost) {
		put(selected, path, valueAt(record, path));
	}
	return selected;
}

/** The output items of one page, in the form that the user chose. */
export function itemsOf(
	{ page, records, next, spending }: DeliveredPage,
	{ output, fields }: Pick<Settings, 'output' | 'fields'>,
	operation: Query,
	itemIndex: number,
): INodeExecutionData[] {
	if (output === 'pages') {
		const { calls, cost, isEstimate: costIsEstimate } = spending;
		return [
			{
				json: { page, records, next, calls, cost, costIsEstimate },
				pairedItem: { item: itemIndex },
			},
		];
	}
	const jsonOf = (record: IDataObject): IDataObject => {
		if (output === 'simplified') return operation.simplify(record);
		return safeForN8n(output === 'raw' ? record : select(record, fields));
	};
	return records.map((record) => ({ json: jsonOf(record), pairedItem: { item: itemIndex } }));
}
