import { describe, expect, test } from '@jest/globals';

import { eachOperation } from '../harness/operations.mts';
import { UnrecognisedShape } from './built.mts';
import { queryOf } from './pages.mts';

describe.each(eachOperation)('%s', (_label, operation) => {
	const { name, input, position, viewInputs } = operation;
	const query = queryOf(name);

	test.each(operation.recordsPerCall)('a full page of %j holds %p records', (of, records) => {
		expect(query.recordsPerCall(of)).toBe(records);
	});

	test.each(operation.newestFirst)('the list of %j begins with the newest: %p', (of, expected) => {
		expect(query.newestFirst(of)).toBe(expected);
	});

	test('has sort times where it can begin with its newest record', () => {
		const { sortTimes = [], newestFirst } = operation;
		expect(query.sortTimeOf !== undefined).toBe(newestFirst.some(([, expected]) => expected));
		for (const [record, seconds] of sortTimes) expect(query.sortTimeOf?.(record)).toBe(seconds);
		expect(sortTimes.length > 0).toBe(query.sortTimeOf !== undefined);
	});

	test('says which inputs change how its list is sent', () => {
		expect([...(query.viewInputs ?? [])].sort()).toEqual([...viewInputs].sort());
	});

	test('says which inputs move from page to page', () => {
		expect([...query.positionInputs].sort()).toEqual([...position].sort());
	});

	test('names no input that it does not have', () => {
		const known = Object.keys(query.input);
		expect(known).toEqual(expect.arrayContaining([...query.positionInputs]));
		expect(known).toEqual(expect.arrayContaining([...(query.viewInputs ?? [])]));
		expect(known).toEqual(expect.arrayContaining(Object.keys(input('a'))));
	});

	test('shows what it cannot read, and says what it looked for', () => {
		for (const [payload, missing] of [...(operation.unreadable ?? []), [{}, '']] as const) {
			expect(() => query.readPage(payload, input('a'))).toThrow(UnrecognisedShape);
			expect(() => query.readPage(payload, input('a'))).toThrow(missing);
		}
	});
});
