import type { IDataObject } from 'n8n-workflow';

import type { Query } from '../operations/operation';
import { fingerprintOf } from './fingerprint';

/** The text by which two records are the same; undefined where a record cannot be written as text. */
function contentOf(record: IDataObject): string | undefined {
	try {
		return JSON.stringify(record);
	} catch {
		return undefined;
	}
}

/** What tells a record from others: its id, or its content; undefined where it has neither. */
export type RecordName = string | undefined;

/** What a page brings that no earlier page has. */
export interface NewRecords {
	/** Places on the page of the records that are new, in their order. */
	fresh: number[];
	/** The names of these new records, in the same order. */
	freshNames: RecordName[];
	/** The names of all records of this page, each once. */
	names: string[];
}

/**
 * The records of one list. Two different records of one page may share an id: both were paid for,
 * both are new; only a true repetition is left out. A record without an id goes by its content.
 */
export class KnownRecords {
	private readonly names = new Set<string>();
	private readonly before: Set<string>;

	/** @param seen fingerprints of the records of the page before the first one */
	constructor(
		private readonly query: Pick<Query, 'idOf'>,
		seen: readonly string[],
	) {
		this.before = new Set(seen);
	}

	/** Looks at a page; what is on it is known only after `add`. */
	look(records: readonly IDataObject[]): NewRecords {
		const fresh: number[] = [];
		const freshNames: RecordName[] = [];
		const isFresh = (index: number, name: RecordName) => {
			fresh.push(index);
			freshNames.push(name);
		};
		const names = new Set<string>();
		const firsts = new Map<string, IDataObject>();
		const twins = new Set<string>();
		records.forEach((record, index) => {
			const id = this.query.idOf(record);
			const content = id === undefined ? contentOf(record) : undefined;
			const name = id === undefined ? `content ${content ?? ''}` : `id ${id}`;
			if (id === undefined && content === undefined) return isFresh(index, undefined);
			const first = firsts.get(name);
			if (this.isKnown(name)) {
				names.add(name);
				return;
			}
			if (!first) {
				firsts.set(name, record);
			} else if (id !== undefined) {
				twins.add(`${name} ${contentOf(first)}`);
				const twin = `${name} ${contentOf(record)}`;
				if (twins.has(twin)) return;
				twins.add(twin);
			}
			names.add(name);
			isFresh(index, name);
		});
		return { fresh, freshNames, names: [...names] };
	}

	/** Takes the records of a page for known from now on. */
	add({ names }: NewRecords): void {
		for (const name of names) this.names.add(name);
	}

	private isKnown(name: string): boolean {
		return this.names.has(name) || (this.before.size > 0 && this.before.has(fingerprintOf(name)));
	}
}

/** Fingerprints of a page's records, for a resume behind it. */
export function fingerprintsOf({ names }: NewRecords): string[] {
	return names.map(fingerprintOf);
}
