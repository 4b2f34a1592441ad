import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { eachOperation, SIMPLIFIED_FIELDS } from '../harness/operations.mts';
import type { BuiltInQuery as Query } from '../../nodes/DataAccess/operations/operation.ts';
import { anyValue, RUNS, TRAPS } from './anyValue.mts';
import { pageRead, pages, pathsIn, queryOf, withAt } from './pages.mts';

const PARSED_TRAPS: unknown[] = TRAPS.map((trap) => JSON.parse(trap));

const TIME = /^(?:199\d|20\d\d|2100)-\d\d-\d\dT[\d:.]{12}Z$/;
/** Half of a character, and control characters other than a tab and a line feed. */
const ILL_FORMED = /\p{Cs}|[\0-\x08\x0b-\x1f\x7f-\x9f]/u;
const ADDRESS = /^https?:[^\s\p{Cc}\p{Cs}"<>]+$/iu;

/** Whether a column of Simplified may hold a value other than null. */
function mayHold(field: string, value: unknown): boolean {
	if (field.endsWith('Count'))
		return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
	if (typeof value !== 'string' || value.trim() === '' || ILL_FORMED.test(value)) return false;
	if (field === 'createdAt') return TIME.test(value);
	return !/url/i.test(field) || ADDRESS.test(value);
}

const FIELDS = SIMPLIFIED_FIELDS.join();

// Problems are collected, because an assertion for each of a million values would take minutes.
function wrongWithRecord(query: Query, record: IDataObject): string[] {
	const id = query.idOf(record);
	const simplified = query.simplify(record, { now: Date.now() });
	return [
		...(id === undefined || (typeof id === 'string' && id.trim() !== '') ? [] : ['its id']),
		...(Object.keys(simplified).join() === FIELDS ? [] : ['the names of its fields']),
		...Object.entries(simplified).flatMap(([field, value]) =>
			value === null || mayHold(field, value) ? [] : [field],
		),
	];
}

/** Number of pages that could be read in spite of the trap. If none could, the tests would prove nothing. */
let pagesRead = 0;
afterAll(() => expect(pagesRead).toBeGreaterThan(1000));

const isPositionValue = (value: unknown) => typeof value === 'string' || Number.isFinite(value);

function wrongWith(query: Query, payload: unknown, input: IDataObject): string[] {
	const holdsPage: unknown = query.holdsPage(payload);
	const page = pageRead(query, payload, input);
	if (!page) return [];
	pagesRead += 1;
	const { records, nextInputs } = page;
	return [
		...(typeof holdsPage === 'boolean' ? [] : ['holdsPage']),
		...records.flatMap((record) => wrongWithRecord(query, record)),
		...Object.keys(nextInputs ?? {}).filter((name) => !isPositionValue(nextInputs?.[name])),
	];
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

const anyText = fc.string({ unit: 'binary' });
const anyPart = fc.oneof(
	anyValue,
	anyText.map((text) => `//a${text}`),
);

describe.each(eachOperation)('%s', (_label, { name, payload, input, simplified: [[, record]] }) => {
	const query = queryOf(name);

	test('reads any value at any place of a page', () => {
		const page = payload([record]);
		const property = fc.property(fc.constantFrom(...pathsIn(page)), anyPart, (path, value) =>
			expect(wrongWith(query, withAt(page, path, value), input('a'))).toEqual([]),
		);
		fc.assert(property, { numRuns: 5 * RUNS });
	});

	test('accepts any input, or refuses it with a message', () => {
		const inputs = fc.constantFrom(...Object.values(query.input.shape));
		const property = fc.property(inputs, anyValue, (validator, value) => {
			const { success, data, error } = validator.safeParse(value);
			if (success) expect(['string', 'number', 'boolean', 'undefined']).toContain(typeof data);
			else expect(error?.issues[0]?.message).toMatch(/^(Must|Is required)/);
		});
		fc.assert(property, { numRuns: RUNS });
	});
});
