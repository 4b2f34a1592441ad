import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { DeliveredPage } from '../list/collected';
import type { Query } from '../operations/operation';
import { valueAtPath, newParser } from '../operations/parts/path';
import type { NamedPath, Parser, RequestedPath } from '../operations/parts/path';
import type { Surroundings } from '../operations/parts/simplified';
import { copyOfJson, wellFormedJson } from '../shared/jsonValues';
import { mapInTurns } from '../shared/mapInTurns';
import { beginningOf } from '../shared/text';
import { warning } from './remarks';
import type { Remark } from './remarks';
import { RequestedPaths } from './requestedPaths';

/** The output that the user chose. */
interface OutputForm {
	output: 'simplified' | 'raw' | 'selected' | 'pages';
	/** The columns of Output = Selected, or the additional ones of Simplified. */
	columns: Array<NamedPath & RequestedPath>;
	/** An agent reads the records, so Simplified leaves out empty fields and cuts long texts. */
	isForModel: boolean;
}

/**
 * Returns the record, wrapped if n8n would misread it: n8n would run the node again, send the record to the error
 * output, or lose it
 * (n8n.md, What is taken for a failed item; The first item decides on a retry; $error and $json are unpacked).
 */
function safeForN8n(record: IDataObject): IDataObject {
	const looksFailed = 'error' in record || ('$error' in record && '$json' in record);
	return looksFailed ? { record } : record;
}

/** Returns the columns of a record; null for fields that it lacks. */
const select = (record: IDataObject, columns: readonly NamedPath[], parse: Parser): IDataObject =>
	Object.fromEntries(
		columns.map(({ name, path }) => [name, valueAtPath(record, path, parse) ?? null]),
	) as IDataObject;

/** Fields by which n8n misreads an item (safeForN8n). */
const MISREAD = ['error', '$error', '$json'];

/**
 * Returns the record with the input item's fields added. The record's own fields win unless they are null. Nested values
 * are copied for each record (n8n.md, Input items are shared).
 */
function withInputFields(record: IDataObject, inputFields: IDataObject): IDataObject {
	const added = Object.entries(copyOfJson(inputFields)).filter(([name]) => !MISREAD.includes(name));
	const own = Object.entries(record).filter(
		([name, value]) => value !== null || !Object.hasOwn(inputFields, name),
	);
	return Object.fromEntries([...added, ...own]);
}

/** Characters of a text that an agent gets. A note after them counts the missing ones. */
const LONGEST_TEXT = 1000;

function beginningForModel(text: string): string {
	if (text.length <= LONGEST_TEXT) return text;
	const beginning = beginningOf(text, LONGEST_TEXT);
	const more = Array.from(text.slice(beginning.length)).length;
	return `${beginning}… (${more} more characters)`;
}

/** Returns a record without empty fields and long texts, because an agent pays for every character. */
export const compactRecord = (record: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(record)
			.filter(([, value]) => value !== null)
			.map(([name, value]) => [name, typeof value === 'string' ? beginningForModel(value) : value]),
	);

const UNFILLED: Remark[] = [
	warning(
		'The records of a page fill only the ID column of Simplified: the platform seems to have changed its response',
	),
	{ ...warning('To get all their fields, set Output to Raw'), isForUser: true },
];

const isFilled = (simple: IDataObject) =>
	Object.entries(simple).some(
		([name, value]) => value !== null && !['id', 'parentId'].includes(name),
	);

/** Makes the output items of a run, and remembers what its records lack. */
export class ItemMaker {
	private readonly paths: RequestedPaths;
	private hasUnfilledPage = false;

	/** @param inputFieldsFor returns the fields that each record or page of an input item gets in addition */
	constructor(
		private readonly form: OutputForm,
		private readonly query: Query,
		private readonly inputFieldsFor: (itemIndex: number) => IDataObject | undefined,
	) {
		this.paths = new RequestedPaths([...form.columns, ...(query.idPath ? [query.idPath] : [])]);
	}

	/** Remarks about the records. Read this after all pages have been delivered. */
	get remarks(): Remark[] {
		return [...this.paths.remarks, ...(this.hasUnfilledPage ? UNFILLED : [])];
	}

	/** Returns the items of a page, and records what its records lack. */
	async make(
		{ page, records, parentId, next }: DeliveredPage,
		itemIndex: number,
	): Promise<INodeExecutionData[]> {
		const pairedItem = { item: itemIndex };
		const inputFields = this.inputFieldsFor(itemIndex);
		const around = { parentId, now: Date.now() };
		const made = await mapInTurns(records, (record) => {
			const parse = newParser();
			this.paths.checkIn(record, parse);
			const { shown, isUnfilled } = this.shapeOf(record, around, parse);
			const own = safeForN8n(shown);
			const json = inputFields ? withInputFields(own, inputFields) : own;
			return { item: { json, pairedItem }, isUnfilled };
		});
		if (this.form.output === 'pages') {
			// Its own null wins, too: the `next` of an input item would resume a list that has ended.
			const added = inputFields && withInputFields({}, inputFields);
			return [{ json: { ...added, page, records, next: next() }, pairedItem }];
		}
		this.hasUnfilledPage ||= made.length > 0 && made.every(({ isUnfilled }) => isUnfilled);
		return made.map(({ item }) => item);
	}

	/** Returns a record as the user wants it, and whether Simplified found only an ID in it. */
	private shapeOf(
		record: IDataObject,
		around: Surroundings,
		parse: Parser,
	): { shown: IDataObject; isUnfilled?: boolean } {
		const { output, columns, isForModel } = this.form;
		const { simplify } = this.query;
		if (output === 'selected') return { shown: select(record, columns, parse) };
		if (output !== 'simplified' || !simplify) return { shown: record };
		const simple = simplify(record, around);
		const all = { ...simple, ...wellFormedJson(select(record, columns, parse)) };
		return { shown: isForModel ? compactRecord(all) : all, isUnfilled: !isFilled(simple) };
	}
}
