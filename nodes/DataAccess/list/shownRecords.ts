import type { IDataObject } from 'n8n-workflow';

import type { Query } from '../operations/operation';
import { mapInTurns } from '../shared/mapInTurns';
import { fingerprintOf } from './fingerprint';

/** Returns the record as JSON. A record that cannot be serialized equals no other. */
function contentOf(record: IDataObject): string {
	try {
		return JSON.stringify(record);
	} catch {
		return String(Math.random());
	}
}

const BY_CONTENT = 'content ';

/** Returns what identifies a record: its ID, or else its content. */
const nameOf = (id: string | undefined, record: IDataObject) =>
	id === undefined ? `${BY_CONTENT}${contentOf(record)}` : `id ${id}`;

/** Returns whether the name is of a record without an ID, which counts as another record once its content changes. */
export const isContent = (name: string) => name.startsWith(BY_CONTENT);

const areEqual = (one: IDataObject | undefined, other: IDataObject) =>
	one !== undefined && contentOf(one) === contentOf(other);

/** A record of a page, compared with what the list has shown on previous pages. */
export interface ShownRecord {
	record: IDataObject;
	/** What identifies it. */
	name: string;
	/** No previous page has shown it. */
	isFresh: boolean;
	/** The run that this one resumes delivered it. */
	wasDelivered: boolean;
}

/** A page, compared with the previous pages of its list. */
export interface Comparison {
	records: ShownRecord[];
	/** It has a record whose ID, or else content, was on no previous page. */
	hasUnshown: boolean;
	/** Fingerprints of records that an earlier run delivered, and that no page up to this one has shown. */
	unused: string[];
	/** Call this on delivery: from then on the page counts as shown. */
	markShown(): void;
}

/** By fingerprint, the number of records that an earlier run delivered and that no page has shown yet. */
type Marks = Map<string, number>;

/**
 * The records that a list has shown. A record is fresh unless an earlier run delivered it, a previous page had its ID,
 * or the last record with its ID on the same page is equal to it. Two records without an ID may be equal by chance. A
 * platform that never announces the end of a list repeats a page instead: if all records of such a page were shown, by
 * ID or content, none is fresh.
 */
export class ShownRecords {
	private readonly names = new Set<string>();
	private marks: Marks = new Map();
	private hasFresh = false;

	/** @param seen fingerprints of the records that an earlier run delivered of the first page */
	constructor(
		private readonly query: Pick<Query, 'idOf' | 'endsUnannounced'>,
		seen: readonly string[],
	) {
		for (const mark of seen) this.marks.set(mark, (this.marks.get(mark) ?? 0) + 1);
	}

	/** Compares the next page with the previous ones. Changes nothing until the page is marked as shown. */
	async compare(page: readonly IDataObject[]): Promise<Comparison> {
		const named = await mapInTurns(page, (record) => {
			const id = this.query.idOf(record);
			return { record, hasId: id !== undefined, name: nameOf(id, record) };
		});
		const hasUnshown = named.some(({ name }) => !this.names.has(name));
		const isRepeated = this.query.endsUnannounced === true && !hasUnshown;
		const marks = new Map(this.marks);
		const last = new Map<string, IDataObject>();
		const records = await mapInTurns(named, ({ record, hasId, name }) => {
			const wasDelivered = !isRepeated && this.consume(marks, name, hasId);
			const isShown = hasId && (this.names.has(name) || areEqual(last.get(name), record));
			last.set(name, record);
			return { record, name, wasDelivered, isFresh: !isRepeated && !wasDelivered && !isShown };
		});
		return {
			records,
			hasUnshown,
			unused: [...marks].flatMap(([mark, count]) => Array<string>(count).fill(mark)),
			markShown: () => {
				for (const { name } of named) this.names.add(name);
				this.marks = marks;
				this.hasFresh ||= records.some(({ isFresh }) => isFresh);
			},
		};
	}

	/**
	 * Consumes the mark of a record that an earlier run delivered, and returns whether there was one. A record without an
	 * ID has none once the list has shown a fresh record: from there on, equal content belongs to another record.
	 */
	private consume(marks: Marks, name: string, hasId: boolean): boolean {
		if (marks.size === 0 || (this.hasFresh && !hasId)) return false;
		const mark = fingerprintOf(name);
		const count = marks.get(mark) ?? 0;
		marks.set(mark, Math.max(0, count - 1));
		return count > 0;
	}
}
