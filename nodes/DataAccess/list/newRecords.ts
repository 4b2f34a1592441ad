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

/** What identifies a record: its id, or its content; undefined where it has neither. */
export type RecordName = string | undefined;

function contentName(record: IDataObject): RecordName {
	const content = contentOf(record);
	return content === undefined ? undefined : `content ${content}`;
}

/** The records of one page that share an id, told apart by their content. */
class Twins {
	private readonly firsts = new Map<string, IDataObject>();
	private readonly contents = new Set<string>();

	/** Whether the page already has this very record. To save time, only twins are written as text. */
	isRepeated(id: string, record: IDataObject): boolean {
		const first = this.firsts.get(id);
		if (!first) {
			this.firsts.set(id, record);
			return false;
		}
		this.contents.add(`${id} ${contentOf(first)}`);
		const content = `${id} ${contentOf(record)}`;
		if (this.contents.has(content)) return true;
		this.contents.add(content);
		return false;
	}
}

/** Which records of a page are new. */
export interface NewRecords {
	/** At least one is new: its id, or its content if it has no id, was on no earlier page. */
	isNew: boolean;
	/**
	 * Places on the page of the records to deliver, in their order: what is new, and what has no id,
	 * since equal content alone does not prove that a record is the same.
	 */
	fresh: number[];
	/** The names of these new records, in the same order. */
	freshNames: RecordName[];
	/** The names of all records of this page, each once. */
	names: string[];
}

/**
 * The records of one list. Two different records of one page may share an id: both were paid for,
 * both are new; only a true repetition is left out.
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
		const names = new Set<string>();
		const twins = new Twins();
		let isNew = false;
		records.forEach((record, index) => {
			const id = this.query.idOf(record);
			const name = id === undefined ? contentName(record) : `id ${id}`;
			const isKnown = name !== undefined && this.isKnown(name);
			if (name !== undefined) names.add(name);
			if (!isKnown) isNew = true;
			if (id !== undefined && (isKnown || twins.isRepeated(id, record))) return;
			fresh.push(index);
			freshNames.push(name);
		});
		return { isNew, fresh, freshNames, names: [...names] };
	}

	/** From now on, the records of this page are known. */
	add({ names }: NewRecords): void {
		for (const name of names) this.names.add(name);
	}

	private isKnown(name: string): boolean {
		return this.names.has(name) || (this.before.size > 0 && this.before.has(fingerprintOf(name)));
	}
}

/** Fingerprints of a page's records, for a resume after it. */
export function fingerprintsOf({ names }: NewRecords): string[] {
	return names.map(fingerprintOf);
}
