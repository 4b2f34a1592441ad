import type { IDataObject } from 'n8n-workflow';

import { operations } from '../harness/operations.mts';
import { queries } from '../../nodes/DataAccess/operations/queries.ts';
import type { KnownQuery as Query } from '../../nodes/DataAccess/operations/operation.ts';

/** A payload as docs/development/gateway.md describes it, with an input that asks for it. */
export interface Page {
	label: string;
	query: Query;
	input: IDataObject;
	payload: any;
	/** How many records it holds. */
	records: number;
}

/** The query of the built package that the service knows by this name. */
export function queryOf(name: string): Query {
	const { resource, operation } = operations.find((each) => each.name === name)!;
	return queries.find((each) => each.resource === resource && each.name === operation)!;
}

/** Pages of all operations, and the forms in which they say that there is no more. */
export const pages: Page[] = operations.flatMap(({ name, pages: rows, input }) =>
	rows.map(([label, payload, records]) => ({
		label: `${name}: ${label}`,
		query: queryOf(name),
		input: input('a'),
		payload,
		records,
	})),
);
