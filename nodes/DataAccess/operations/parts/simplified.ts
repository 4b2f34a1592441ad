import type { IDataObject } from 'n8n-workflow';

import { countOf } from './count';
import { pathOf, valueAt } from './path';
import { plainText } from './plainText';
import { firstText } from './text';
import { isoTime } from './time';

/**
 * The flat record of Output = Simplified: the same ten names on every platform, ready for a sheet
 * or a message (docs/development/gateway.md, Records). What a platform does not tell is null.
 */
export interface SimplifiedRecord {
	[field: string]: string | number | null;
	id: string | null;
	url: string | null;
	title: string | null;
	text: string | null;
	authorId: string | null;
	authorName: string | null;
	/** ISO 8601 in UTC. */
	createdAt: string | null;
	likeCount: number | null;
	commentCount: number | null;
	mediaUrl: string | null;
}

type Value = string | number | null;

/** Where a field of a simplified record comes from, and what is made of it. */
export interface Source {
	type: 'string' | 'number';
	/** Dot paths in the raw record; the first that holds something readable counts. */
	paths: readonly string[];
	/** Never throws: what cannot be read is null. */
	read(record: IDataObject): Value;
}

const sourceWith =
	(type: Source['type'], readerOf: (...values: unknown[]) => Value) =>
	(...paths: string[]): Source => {
		const ways = paths.map(pathOf);
		return { type, paths, read: (record) => readerOf(...ways.map((way) => valueAt(record, way))) };
	};

/** A text as it is. */
export const asText = sourceWith('string', firstText);

/** A text that may be HTML. */
export const asPlainText = sourceWith('string', plainText);

/** A moment, in whichever form. */
export const asTime = sourceWith('string', isoTime);

/** A count that may be a text such as "10万+". */
export const asCount = sourceWith('number', countOf);

const NOTHING: Source = { type: 'string', paths: [], read: () => null };

/** What each field comes from; null where no record of the platform has it. */
type Sources = Record<
	| 'id'
	| 'url'
	| 'title'
	| 'text'
	| 'authorId'
	| 'authorName'
	| 'createdAt'
	| 'likeCount'
	| 'commentCount'
	| 'mediaUrl',
	Source | null
>;

/** Makes simplified records; its `sources` say how, for the documents. */
export type Simplify = ((record: IDataObject) => SimplifiedRecord) & { readonly sources: Sources };

export function simplifyWith(sources: Sources): Simplify {
	const entries = Object.entries(sources).map(
		([field, source]) => [field, source ?? NOTHING] as const,
	);
	const simplify = (record: IDataObject) =>
		Object.fromEntries(
			entries.map(([field, source]) => [field, source.read(record)]),
		) as SimplifiedRecord;
	return Object.assign(simplify, { sources });
}
