import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { SIMPLIFIED_FIELDS } from '../harness/operations.mts';
import { SaysNotThere, UnrecognisedShape } from '../../nodes/DataAccess/operations/parts/shape.ts';
import { queries } from '../../nodes/DataAccess/operations/queries.ts';
import type { BuiltInQuery as Query } from '../../nodes/DataAccess/operations/operation.ts';
import { anyValue, RUNS, TRAPS } from './anyValue.mts';
import { pages } from './pages.mts';

const PARSED_TRAPS: unknown[] = TRAPS.map((trap) => JSON.parse(trap));

/** Returns the paths to all parts of a value, including the value itself. */
function pathsIn(value: unknown): string[][] {
	if (typeof value !== 'object' || value === null) return [[]];
	const inner = Object.entries(value).flatMap(([key, part]) =>
		pathsIn(part).map((path) => [key, ...path]),
	);
	return [[], ...inner];
}

/** Returns a copy of a value with another one at a path. */
function withAt(value: any, [key, ...rest]: string[], other: unknown): unknown {
	if (key === undefined) return other;
	const changed = Array.isArray(value) ? [...value] : { ...value };
	changed[key] = withAt(value[key], rest, other);
	return changed;
}

const isFieldValue = (value: unknown) =>
	value === null || typeof value === 'string' || Number.isFinite(value);

const FIELDS = SIMPLIFIED_FIELDS.join();

// Problems are collected, because an assertion for each of a million values would take minutes.
function wrongWithRecord(query: Query, record: IDataObject): string[] {
	const id = query.idOf(record);
	const simplified = query.simplify(record, { now: Date.now() });
	return [
		...(id === undefined || (typeof id === 'string' && id !== '') ? [] : ['its id']),
		...(Object.keys(simplified).join() === FIELDS ? [] : ['the names of its fields']),
		...Object.entries(simplified).flatMap(([field, value]) => (isFieldValue(value) ? [] : [field])),
	];
}

/** Number of pages that could be read in spite of the trap. If none could, the tests would prove nothing. */
let pagesRead = 0;
afterAll(() => expect(pagesRead).toBeGreaterThan(1000));

const isPositionValue = (value: unknown) => typeof value === 'string' || Number.isFinite(value);

/** Reads a payload as the node does. Only the two expected errors may be thrown. */
function wrongWith(query: Query, payload: unknown, input: IDataObject): string[] {
	const holdsPage: unknown = query.holdsPage(payload);
	try {
		const { records, nextInputs } = query.readPage(payload, input);
		pagesRead += 1;
		return [
			...(typeof holdsPage === 'boolean' ? [] : ['holdsPage']),
			...records.flatMap((record) => wrongWithRecord(query, record)),
			...Object.keys(nextInputs ?? {}).filter((name) => !isPositionValue(nextInputs?.[name])),
		];
	} catch (error) {
		if (error instanceof UnrecognisedShape || error instanceof SaysNotThere) return [];
		throw error;
	}
}

test.each(pages)('$label: each trap at each path', ({ query, payload, input }) => {
	const wrong = pathsIn(payload).flatMap((path) =>
		PARSED_TRAPS.flatMap((trap, at) => {
			const problems = wrongWith(query, withAt(payload, path, trap), input);
			return problems.map((what) => [path.join('.'), TRAPS[at]!.slice(0, 40), what]);
		}),
	);
	expect(wrong).toEqual([]);
});

describe.each(queries)('$resource: $name', (query) => {
	test('reads any object as a record', () => {
		const property = fc.property(fc.object({ withBigInt: true, withNullPrototype: true }), (any) =>
			expect(wrongWithRecord(query, any as IDataObject)).toEqual([]),
		);
		fc.assert(property, { numRuns: RUNS });
	});

	test('accepts any input, or refuses it with a message', () => {
		const names = Object.keys(query.input.shape);
		const property = fc.property(fc.constantFrom(...names), anyValue, (name, value) => {
			const { success, data, error } = query.input.shape[name]!.safeParse(value);
			if (success) expect(['string', 'number', 'boolean', 'undefined']).toContain(typeof data);
			else expect(error?.issues[0]?.message).toMatch(/^(Must|Is required)/);
		});
		fc.assert(property, { numRuns: RUNS });
	});
});
