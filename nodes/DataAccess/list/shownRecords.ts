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

/** What a page shows. */
export interface Shown {
	/** It has a record whose id, or else content, was on no earlier page. */
	hasUnshown: boolean;
	/** Indexes of the records that were not shown before. */
	fresh: number[];
	/** Indexes of those that an earlier run has delivered. */
	deliveredBefore: number[];
	names: string[];
}

/**
 * The records that a list has shown. A record is fresh unless an earlier run has delivered it, an earlier page had its
 * id, or the last record with its id on its page is equal to it. Two records without an id may be equal by chance. Only
 * a platform that never says that a list has ended repeats a page instead: there, a page on which all is known has no
 * fresh record.
 */
export class ShownRecords {
	private readonly names = new Set<string>();
	/** How many records with a fingerprint an earlier run has delivered that no page has shown yet. */
	private readonly seen = new Map<string, number>();
	private hasFresh = false;

	/** @param seen fingerprints of what an earlier run has delivered of the page where the list begins */
	constructor(
		private readonly query: Pick<Query, 'idOf' | 'endsUnannounced'>,
		seen: readonly string[],
	) {
		for (const mark of seen) this.seen.set(mark, (this.seen.get(mark) ?? 0) + 1);
	}

	/** Fingerprints of what an earlier run has delivered and no page has shown yet. */
	get unused(): string[] {
		return [...this.seen].flatMap(([mark, count]) => Array<string>(count).fill(mark));
	}

	/** The list shows its next page. */
	async add(records: readonly IDataObject[]): Promise<Shown> {
		const ids = await mapInTurns(records, (record) => this.query.idOf(record));
		const names = await mapInTurns(records, (record, index) => nameOf(ids[index], record));
		const hasUnshown = names.some((name) => !this.names.has(name));
		const shown: Shown = { hasUnshown, fresh: [], deliveredBefore: [], names };
		if (this.query.endsUnannounced && !hasUnshown) return shown;
		const last = new Map<string, IDataObject>();
		await mapInTurns(records, (record, index) => {
			const name = names[index] as string;
			const hasId = ids[index] !== undefined;
			if (this.useUp(name, hasId)) shown.deliveredBefore.push(index);
			else if (!hasId || !(this.names.has(name) || areEqual(last.get(name), record))) {
				shown.fresh.push(index);
			}
			last.set(name, record);
		});
		for (const name of names) this.names.add(name);
		this.hasFresh ||= shown.fresh.length > 0;
		return shown;
	}

	/**
	 * Uses up one of the records that an earlier run has delivered; false where this is none of them. One without an id
	 * is none once the list has shown a fresh record: further on, an equal content is another record.
	 */
	private useUp(name: string, hasId: boolean): boolean {
		if (this.seen.size === 0 || (this.hasFresh && !hasId)) return false;
		const mark = fingerprintOf(name);
		const count = this.seen.get(mark) ?? 0;
		this.seen.set(mark, Math.max(0, count - 1));
		return count > 0;
	}
}
