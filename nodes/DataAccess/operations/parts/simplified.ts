import type { IDataObject } from 'n8n-workflow';

import { isoTime, timesIn } from '../../shared/time';
import { valueAt } from '../../shared/values';
import { addressOf } from './address';
import { countOf } from './count';
import { identifierOf } from './identifier';
import { pathOf } from './path';
import { shownText, noteText, plainText, titleText } from './plainText';

/**
 * The record of Output = Simplified, in the order in which people read a table. What a platform does not tell is
 * null.
 */
export type SimplifiedRecord = {
	title: string | null;
	text: string | null;
	mediaUrl: string | null;
	url: string | null;
	authorName: string | null;
	createdAt: string | null;
	likeCount: number | null;
	commentCount: number | null;
	id: string | null;
	authorId: string | null;
	/** What its list belongs to: of an image its note, of a reply its comment, of an answer its question. */
	parentId: string | null;
};

type Value = string | number | null;

/** What a record does not tell. */
export interface Surroundings {
	/** The page's. */
	parentId?: string;
	/** Milliseconds. */
	now: number;
}

export interface Source {
	type: 'string' | 'number';
	/** Dot paths in the raw record; the first that holds something readable counts. */
	paths: readonly string[];
	/** Where none does, the page's own parent counts. */
	isElseOfPage?: boolean;
	/** Never throws: what cannot be read is null. */
	read(record: IDataObject, around: Surroundings): Value;
}

const sourceWith =
	(type: Source['type'], readerOf: (value: unknown) => Value) =>
	(...paths: string[]): Source => {
		const ways = paths.map(pathOf);
		const read: Source['read'] = (record) =>
			ways.reduce<Value>((found, way) => found ?? readerOf(valueAt(record, way)), null);
		return { type, paths, read };
	};

const id = sourceWith('string', (value) => shownText(identifierOf(value)));

/** Each by the paths at which it may stand. */
export const column = {
	id,
	text: sourceWith('string', shownText),
	noteText: sourceWith('string', noteText),
	title: sourceWith('string', titleText),
	html: sourceWith('string', plainText),
	address: sourceWith('string', addressOf),
	count: sourceWith('number', countOf),
	time: sourceWith('string', isoTime),
	timeIn: (zone: string) => sourceWith('string', timesIn(zone).isoTime),
	/** The id of what the list belongs to, which only some platforms repeat in each record. */
	parent(...paths: string[]): Source {
		const source = id(...paths);
		const read: Source['read'] = (record, around) =>
			source.read(record, around) ?? shownText(around.parentId);
		return { ...source, isElseOfPage: true, read };
	},
};

/** null where no record of the platform has it. */
type Sources = Record<keyof SimplifiedRecord, Source | null>;

export type Simplify = ((record: IDataObject, around: Surroundings) => SimplifiedRecord) & {
	readonly sources: Sources;
};

export function simplifyWith(sources: Sources): Simplify {
	const entries = Object.entries(sources);
	const simplify = (record: IDataObject, around: Surroundings) =>
		Object.fromEntries(
			entries.map(([field, source]) => [field, source?.read(record, around) ?? null]),
		) as SimplifiedRecord;
	return Object.assign(simplify, { sources });
}
