import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { DeliveredPage } from '../list/collected';
import type { Query } from '../operations/operation';
import { foundAt } from '../operations/parts/path';
import type { NamedPath } from '../operations/parts/path';
import type { Surroundings } from '../operations/parts/simplified';
import { copyOfJson, wellFormedJson } from '../shared/jsonValues';
import { beginningOf } from '../shared/text';
import { setOwn } from '../shared/values';
import { withCommas } from './phrasing';

/** The form that the user chose. */
interface OutputForm {
	output: 'simplified' | 'raw' | 'selected' | 'pages';
	/** The columns of Output = Selected, or those beside the simplified ones. */
	fields: NamedPath[];
	/** Whether an agent reads the records: Simplified then has nothing empty and no long text. */
	isForModel: boolean;
}

/**
 * A record that n8n would not take for one: it would run the node again, send it to the error output, or lose it
 * (n8n.md, What is taken for a failed item; The first item decides on a retry; $error and $json are unpacked).
 */
function safeForN8n(record: IDataObject): IDataObject {
	const hasDetails = 'message' in record || 'details' in record;
	const looksFailed =
		'error' in record ||
		('$error' in record && '$json' in record) ||
		(hasDetails && Object.keys(record).every((name) => ['message', 'details'].includes(name)));
	return looksFailed ? { record } : record;
}

/** A column for each field, null where the record lacks it. */
function select(record: IDataObject, fields: readonly NamedPath[]): IDataObject {
	const selected: IDataObject = {};
	for (const { name, path } of fields) setOwn(selected, name, foundAt(record, path) ?? null);
	return selected;
}

/** What n8n takes an item with such a field for is no record. */
const MISREAD = ['error', '$error', '$json'];

const withoutMisread = (fields: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(fields).filter(([name]) => !MISREAD.includes(name)));

/** The record with fields beside its own, which win unless they are null. No two records share what is nested. */
function beside(fields: IDataObject, record: IDataObject): IDataObject {
	const added = copyOfJson(fields);
	const own = Object.entries(record).filter(
		([name, value]) => value !== null || !Object.hasOwn(added, name),
	);
	return safeForN8n({ ...added, ...Object.fromEntries(own) });
}

/** Characters of a text that an agent gets; what follows says how many are missing. */
const LONGEST_TEXT = 1000;

function cut(text: string): string {
	if (text.length <= LONGEST_TEXT) return text;
	const kept = beginningOf(text, LONGEST_TEXT);
	const missing = Array.from(text.slice(kept.length)).length;
	return `${kept}… (${withCommas(missing)} more characters)`;
}

/** A simplified record for an agent, which pays for every character: no empty fields, no long texts. */
export const compactRecord = (record: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(record)
			.filter(([, value]) => value !== null)
			.map(([name, value]) => [name, typeof value === 'string' ? cut(value) : value]),
	);

/**
 * Makes the output items of one page, in the form that the user chose.
 * @param fieldsFor what stands beside the fields of each record of an input item
 */
export function itemMaker(
	{ output, fields, isForModel }: OutputForm,
	query: Query,
	fieldsFor: (itemIndex: number) => IDataObject | undefined,
): (page: DeliveredPage, itemIndex: number) => INodeExecutionData[] {
	const jsonOf = (record: IDataObject, around: Surroundings): IDataObject => {
		if (output === 'simplified' && query.simplify) {
			const added = wellFormedJson(select(record, fields));
			const simplified = { ...query.simplify(record, around), ...added };
			return safeForN8n(isForModel ? compactRecord(simplified) : simplified);
		}
		return safeForN8n(output === 'selected' ? select(record, fields) : record);
	};
	return ({ page, records, parentId, next }, itemIndex) => {
		const pairedItem = { item: itemIndex };
		if (output === 'pages') {
			return [{ json: { page, records, next: next() }, pairedItem }];
		}
		const beyond = fieldsFor(itemIndex);
		const added = beyond && withoutMisread(beyond);
		const around = { parentId, now: Date.now() };
		return records.map((record) => {
			const json = jsonOf(record, around);
			return { json: added ? beside(added, json) : json, pairedItem };
		});
	};
}
