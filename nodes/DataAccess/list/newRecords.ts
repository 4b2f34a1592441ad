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

/** What earlier runs have delivered where this one begins. */
export interface DeliveredBefore {
	/** Fingerprints of the records of the page before, which the service may repeat. */
	before: readonly string[];
	/** Fingerprints of the records of the page itself. */
	seen: readonly string[];
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
	/** Places of the records without an id. */
	nameless: number[];
	names: RecordName[];
}

/**
 * The records of one list. Two different records of one page may share an id: both were paid for,
 * both are new; only a true repetition is left out.
 */
export class KnownRecords {
	private readonly names = new Set<RecordName>();
	private readonly before: ReadonlySet<string>;
	private readonly seen: ReadonlySet<string>;

	constructor(
		private readonly query: Pick<Query, 'idOf'>,
		{ before, seen }: DeliveredBefore,
	) {
		this.before = new Set(before);
		this.seen = new Set(seen);
	}

	/**
	 * Looks at a page; what is on it is known only after `add`.
	 * @param skip records without an id at its beginning that an earlier run delivered
	 */
	look(records: readonly IDataObject[], skip = 0): NewRecords {
		const ids = records.map((record) => this.query.idOf(record));
		const names = records.map((record, place) => nameOf(ids[place], record));
		const marks = this.before.size + this.seen.size > 0 ? fingerprintsOf(names) : [];
		const isAmong = (some: ReadonlySet<string>, place: number) => some.has(marks[place] ?? '');
		const page: NewRecords = { isNew: false, fresh: [], nameless: [], names };
		const twins = new Map<string, IDataObject>();
		records.forEach((record, place) => {
			const [id, name] = [ids[place], names[place]];
			const isKnown = name !== undefined && (this.names.has(name) || isAmong(this.before, place));
			if (!isKnown) page.isNew = true;
			if (id === undefined) {
				if (page.nameless.push(place) > skip) page.fresh.push(place);
				return;
			}
			const twin = twins.get(id);
			twins.set(id, record);
			if (isKnown || isAmong(this.seen, place) || (twin && areEqual(twin, record))) return;
			page.fresh.push(place);
		});
		return page;
	}

	/** From now on, the records of this page are known. */
	add({ names }: NewRecords): void {
		for (const name of names) this.names.add(name);
	}
}

/** Fingerprints of a page's records, for a resume: of several that share an id, each has its own. */
export function fingerprintsOf(names: readonly RecordName[]): string[] {
	const times = new Map<string, number>();
	return names.map((name) => {
		if (name === undefined) return '';
		const time = (times.get(name) ?? 0) + 1;
		times.set(name, time);
		return fingerprintOf(time === 1 ? name : `${name} ${time}`);
	});
}
