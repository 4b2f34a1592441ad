import type { IDataObject } from 'n8n-workflow';

import { operations } from '../harness/operations.mts';
import { queries } from '../../nodes/DataAccess/operations/queries.ts';
import type { BuiltInQuery as Query } from '../../nodes/DataAccess/operations/operation.ts';
import { SaysNotThere, UnrecognisedShape } from '../../nodes/DataAccess/operations/parts/shape.ts';

/** A payload as docs/development/gateway.md describes it, with an input that requests it. */
export interface Page {
	label: string;
	query: Query;
	input: IDataObject;
	payload: any;
	/** Number of records. */
	records: number;
}

/** Returns the query of the built package for the service's name of an operation. */
export function queryOf(name: string): Query {
	const { resource, operation } = operations.find((each) => each.name === name)!;
	return queries.find((each) => each.resource === resource && each.name === operation)!;
}

/** Pages of all operations, with all forms in which they mark the end of a list. */
export const pages: Page[] = operations.flatMap(({ name, pages: rows, input }) =>
	rows.map(([label, payload, records]) => ({
		label: `${name}: ${label}`,
		query: queryOf(name),
		input: input('a'),
		payload,
		records,
	})),
);

/** Reads a payload as the node does. Returns undefined for one of the two expected errors, and throws any other. */
export function pageRead(query: Query, payload: any, input: IDataObject) {
	try {
		return query.readPage(payload, input);
	} catch (error) {
		if (error instanceof UnrecognisedShape || error instanceof SaysNotThere) return undefined;
		throw error;
	}
}

/** Returns the paths to all parts of a value, including the value itself. */
export function pathsIn(value: unknown): string[][] {
	if (typeof value !== 'object' || value === null) return [[]];
	const inner = Object.entries(value).flatMap(([key, part]) =>
		pathsIn(part).map((path) => [key, ...path]),
	);
	return [[], ...inner];
}

/** Returns a copy of a value with another one at a path. */
export function withAt(value: any, [key, ...rest]: string[], other: unknown): any {
	if (key === undefined) return other;
	const changed = Array.isArray(value) ? [...value] : { ...value };
	changed[key] = withAt(value?.[key], rest, other);
	return changed;
}
