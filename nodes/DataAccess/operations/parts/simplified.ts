import type { IDataObject } from 'n8n-workflow';

import { isoTime, timesIn } from '../../shared/time';
import { valueAt } from '../../shared/values';
import { addressOf } from './address';
import { countOf } from './count';
import { identifierOf } from './identifier';
import { pathOf } from './path';
import { shownText, noteText, plainText, titleText } from './plainText';

/**
 * The record of Output = Simplified, in the order in which people read a table. A value that the platform does not send
 * is null.
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
	/** The ID of what its list belongs to: an image's note, a reply's comment, an answer's question. */
	parentId: string | null;
};

type Value = string | number | null;

/** What simplifying a record needs beside the record. */
export interface Surroundings {
	/** The parent of the page's records. */
	parentId?: string;
	/** Milliseconds. */
	now: number;
}

export interface Source {
	type: 'string' | 'number';
	/** Dot paths in the raw record; the first one with a readable value is used. */
	paths: readonly string[];
	/** If no path has one, the page's `parentId` is used. */
	isElseOfPage?: boolean;
	/** Never throws: a value that cannot be read is null. */
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

/** Makers of sources. Each takes the paths at which the value may be. */
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
	/** The ID of what the list belongs to. Only some platforms repeat it in each record. */
	parent(...paths: string[]): Source {
		const source = id(...paths);
		const read: Source['read'] = (record, around) =>
			source.read(record, around) ?? shownText(around.parentId);
		return { ...source, isElseOfPage: true, read };
	},
};

/** null for a field that no record of the platform has. */
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
