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
interface NewRecords {
	/** At least one is new: its id, or its content if it has no id, was on no earlier page. */
	isNew: boolean;
	/**
	 * Places on the page of the records to deliver, in their order: what is new, and what has no id,
	 * since equal content alone does not prove that a record is the same.
	 */
	fresh: number[];
	/** The ids of all records of this page, and the contents of those that have none. */
	ids: Array<string | undefined>;
	contents: Array<string | undefined>;
}

/** The name of the record at this place on the page. */
export function nameAt({ ids, contents }: NewRecords, index: number): RecordName {
	const [id, content] = [ids[index], contents[index]];
	if (id !== undefined) return `id ${id}`;
	return content === undefined ? undefined : `content ${content}`;
}

/**
 * The records of one list. Two different records of one page may share an id: both were paid for,
 * both are new; only a true repetition is left out.
 */
export class KnownRecords {
	private readonly ids = new Set<string | undefined>();
	private readonly contents = new Set<string | undefined>();
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
		const ids = records.map((record) => this.query.idOf(record));
		const contents = records.map((record, index) =>
			ids[index] === undefined ? contentOf(record) : undefined,
		);
		const page: NewRecords = { isNew: false, fresh: [], ids, contents };
		const twins = new Twins();
		records.forEach((record, index) => {
			const id = ids[index];
			const isKnown = this.isKnown(page, index);
			if (!isKnown) page.isNew = true;
			if (id !== undefined && (isKnown || twins.isRepeated(id, record))) return;
			page.fresh.push(index);
		});
		return page;
	}

	/** From now on, the records of this page are known. */
	add({ ids, contents }: NewRecords): void {
		for (const id of ids) this.ids.add(id);
		for (const content of contents) this.contents.add(content);
	}

	private isKnown(page: NewRecords, index: number): boolean {
		const [id, content] = [page.ids[index], page.contents[index]];
		if (id === undefined && content === undefined) return false;
		if (id === undefined ? this.contents.has(content) : this.ids.has(id)) return true;
		return this.before.size > 0 && this.before.has(fingerprintOf(nameAt(page, index) ?? ''));
	}
}

/** Fingerprints of a page's records, for a resume after it. */
export function fingerprintsOf(page: NewRecords): string[] {
	const names = new Set(page.ids.map((_, index) => nameAt(page, index)));
	return [...names].flatMap((name) => (name === undefined ? [] : fingerprintOf(name)));
}
