import type { IDataObject } from 'n8n-workflow';

import { operations } from '../harness/operations.mts';
import { queries } from '../../nodes/DataAccess/operations/queries.ts';
import type { BuiltInQuery as Query } from '../../nodes/DataAccess/operations/operation.ts';

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

/** Returns a page as buy/ hands it to a list: new, and of no earlier run. */
export const boughtPage = <Page,>(page: Page) =>
	({ kind: 'page', page, boughtAt: 0, isReused: false, age: 0, markDelivered() {} }) as const;
