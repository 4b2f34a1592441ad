import type { IDataObject } from 'n8n-workflow';

import type { Query } from '../operations/operation';
import { fingerprintOf } from './fingerprint';

/** The text that only equal records share; undefined where a record cannot be written as text. */
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

/** Which records of a page are new. */
export interface NewRecords {
	/** It has a record whose id, or else content, was on no earlier page. */
	hasNew: boolean;
	/**
	 * Places on the page of the records to deliver: what is new, and what has no id, since equal content
	 * alone does not prove that a record is the same.
	 */
	fresh: number[];
	names: RecordName[];
}

/**
 * The records that a list has shown. Two different records of one page may share an id: both were paid
 * for, both are new; only a true repetition is left out.
 */
export class ShownRecords {
	private readonly names = new Set<RecordName>();
	private readonly seen: ReadonlySet<string>;

	/** @param seen fingerprints of what an earlier run has delivered of the first page */
	constructor(
		private readonly query: Pick<Query, 'idOf'>,
		seen: readonly string[],
	) {
		this.seen = new Set(seen);
	}

	/** Looks at a page; what is on it counts as shown only after `add`. */
	look(records: readonly IDataObject[]): NewRecords {
		const ids = records.map((record) => this.query.idOf(record));
		const names = records.map((record, place) => nameOf(ids[place], record));
		const marks = this.seen.size > 0 ? fingerprintsOf(names) : [];
		const twins = new Map<string, IDataObject>();
		let hasNew = false;
		const fresh: number[] = [];
		records.forEach((record, place) => {
			const [id, name] = [ids[place], names[place]];
			const isShown = name !== undefined && this.names.has(name);
			if (!isShown) hasNew = true;
			const twin = id === undefined ? undefined : twins.get(id);
			if (id !== undefined) twins.set(id, record);
			const isRepeated = id !== undefined && (isShown || (twin && areEqual(twin, record)));
			if (!isRepeated && !this.seen.has(marks[place] ?? '')) fresh.push(place);
		});
		return { hasNew, fresh, names };
	}

	/** The records of this page have been shown. */
	add({ names }: NewRecords): void {
		for (const name of names) this.names.add(name);
	}
}

/** Fingerprints of a page's records, for a resume: of several with one id or content, each has its own. */
export function fingerprintsOf(names: readonly RecordName[]): string[] {
	const times = new Map<string, number>();
	return names.map((name) => {
		if (name === undefined) return '';
		const time = (times.get(name) ?? 0) + 1;
		times.set(name, time);
		return fingerprintOf(time === 1 ? name : `${name} ${time}`);
	});
}
