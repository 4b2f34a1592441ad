import type { IDataObject } from 'n8n-workflow';

import type { Query } from '../operations/operation';
import { fingerprintOf } from './fingerprint';
import { mapInTurns } from './mapInTurns';

/** A record as text. One that cannot be written is equal to none. */
function contentOf(record: IDataObject): string {
	try {
		return JSON.stringify(record);
	} catch {
		return String(Math.random());
	}
}

const BY_CONTENT = 'content ';

/** What identifies a record: its id, or its content. */
const nameOf = (id: string | undefined, record: IDataObject) =>
	id === undefined ? `${BY_CONTENT}${contentOf(record)}` : `id ${id}`;

/** Whether a record without an id has this name: it is another one as soon as its content changes. */
export const isContent = (name: string) => name.startsWith(BY_CONTENT);

const areEqual = (one: IDataObject | undefined, other: IDataObject) =>
	one !== undefined && contentOf(one) === contentOf(other);

/** A record of a page, compared with what the list has shown before. */
export interface ShownRecord {
	record: IDataObject;
	/** What identifies it. */
	name: string;
	/** It was not shown before. */
	isFresh: boolean;
	/** The run that this one resumes has delivered it. */
	wasDelivered: boolean;
}

/** A page, compared with what the list has shown before. */
export interface Comparison {
	records: ShownRecord[];
	/** It has a record whose id, or else content, was on no earlier page. */
	hasUnshown: boolean;
	/** Fingerprints of what an earlier run has delivered, and no page up to this one has shown. */
	unused: string[];
	/** From now on, the page counts as shown. */
	accept(): void;
}

/** How many records with a fingerprint an earlier run has delivered that no page has shown yet. */
type Marks = Map<string, number>;

/**
 * The records that a list has shown. A record is fresh unless an earlier run has delivered it, an earlier page had its
 * id, or the last record with its id on its page is equal to it. Two records without an id may be equal by chance. Only
 * a platform that never says that a list has ended repeats a page instead: there, a page on which all is known has no
 * fresh record.
 */
export class ShownRecords {
	private readonly names = new Set<string>();
	private marks: Marks = new Map();
	private hasFresh = false;

	/** @param seen fingerprints of what an earlier run has delivered of the page where the list begins */
	constructor(
		private readonly query: Pick<Query, 'idOf' | 'endsUnannounced'>,
		seen: readonly string[],
	) {
		for (const mark of seen) this.marks.set(mark, (this.marks.get(mark) ?? 0) + 1);
	}

	/** Compares the next page with those before. It changes nothing until the comparison is accepted. */
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
			accept: () => {
				for (const { name } of named) this.names.add(name);
				this.marks = marks;
				this.hasFresh ||= records.some(({ isFresh }) => isFresh);
			},
		};
	}

	/**
	 * Uses up the mark of a record that an earlier run has delivered; false where this is none of them. One without an id
	 * is none once the list has shown a fresh record: further on, an equal content is another record.
	 */
	private consume(marks: Marks, name: string, hasId: boolean): boolean {
		if (marks.size === 0 || (this.hasFresh && !hasId)) return false;
		const mark = fingerprintOf(name);
		const count = marks.get(mark) ?? 0;
		marks.set(mark, Math.max(0, count - 1));
		return count > 0;
	}
}
