import type { IDataObject } from 'n8n-workflow';

import type { Query } from '../operations/operation';
import { fingerprintOf } from './fingerprint';

/** Undefined where a record cannot be written as text. */
function contentOf(record: IDataObject): string | undefined {
	try {
		return JSON.stringify(record);
	} catch {
		return undefined;
	}
}

function areEqual(one: IDataObject, other: IDataObject): boolean {
	const content = contentOf(one);
	return content !== undefined && content === contentOf(other);
}

/** What identifies a record: its id, or its content; undefined where it has neither. */
export type RecordName = string | undefined;

function nameOf(id: string | undefined, record: IDataObject): RecordName {
	if (id !== undefined) return `id ${id}`;
	const content = contentOf(record);
	return content === undefined ? undefined : `content ${content}`;
}

/** What a page shows. */
export interface Shown {
	/** It has a record whose id, or else content, was on no earlier page. */
	hasUnshown: boolean;
	/** Indexes of the records that were not shown before. */
	fresh: number[];
	names: RecordName[];
}

/**
 * The records that a list has shown. One is fresh unless an earlier run has delivered it, or, if it has an id, an
 * earlier page had that id, or the last record with it on the page is equal. Without an id, equal content proves
 * nothing, but where the platform repeats a page instead of saying that the list has ended.
 */
export class ShownRecords {
	private readonly names = new Set<RecordName>();
	/** Fingerprints that no record has used up yet. */
	private readonly seen: Set<string>;
	/** How many of them each name still has. */
	private readonly remaining = new Map<string, number>();
	private hasFresh = false;

	/** @param seen fingerprints of what an earlier run has delivered of the page where the list begins */
	constructor(
		private readonly query: Pick<Query, 'idOf' | 'endsUnannounced'>,
		seen: readonly string[],
	) {
		this.seen = new Set(seen);
	}

	/** Fingerprints of what an earlier run has delivered and no page has shown yet. */
	get unused(): string[] {
		return [...this.seen];
	}

	/** The list shows its next page. */
	add(records: readonly IDataObject[]): Shown {
		const ids = records.map((record) => this.query.idOf(record));
		const names = records.map((record, index) => nameOf(ids[index], record));
		const areShown = names.map((name) => name !== undefined && this.names.has(name));
		const hasUnshown = areShown.includes(false);
		const lastWithId = new Map<string, IDataObject>();
		const fresh: number[] = [];
		for (const [index, record] of records.entries()) {
			const [id, name] = [ids[index], names[index]];
			const twin = id === undefined ? undefined : lastWithId.get(id);
			if (id !== undefined) lastWithId.set(id, record);
			const hasEqualTwin = () => twin !== undefined && areEqual(twin, record);
			const isRepeated = id !== undefined && (areShown[index] || hasEqualTwin());
			const isDelivered = name !== undefined && this.useUp(name, id !== undefined);
			if (!isRepeated && !isDelivered) fresh.push(index);
		}
		for (const name of names) this.names.add(name);
		const isRepeatedPage = this.query.endsUnannounced === true && !hasUnshown;
		if (isRepeatedPage) return { hasUnshown, fresh: [], names };
		this.hasFresh ||= fresh.length > 0;
		return { hasUnshown, fresh, names };
	}

	/**
	 * Whether an earlier run has delivered this record; it is then used up. Without an id it counts only until
	 * a page has something else: further on, an equal content is another record.
	 */
	private useUp(name: string, hasId: boolean): boolean {
		if (this.seen.size === 0 || (this.hasFresh && !hasId)) return false;
		// The last mark first: those that are left over for `next` then still count from one.
		const left = this.remaining.get(name) ?? this.countOf(name);
		this.remaining.set(name, Math.max(0, left - 1));
		return left > 0 && this.seen.delete(markOf(name, left));
	}

	private countOf(name: string): number {
		let count = 0;
		while (this.seen.has(markOf(name, count + 1))) count += 1;
		return count;
	}
}

const markOf = (name: string, time: number) => fingerprintOf(time === 1 ? name : `${name} ${time}`);

/** Fingerprints of a page's records; of several with one id or content, each has its own. */
export function fingerprintsOf(names: readonly RecordName[]): string[] {
	const times = new Map<string, number>();
	return names.map((name) => {
		if (name === undefined) return '';
		const time = (times.get(name) ?? 0) + 1;
		times.set(name, time);
		return markOf(name, time);
	});
}
