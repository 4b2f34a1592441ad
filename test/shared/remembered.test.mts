import { describe, expect, jest, test } from '@jest/globals';

import { Remembered } from '../../nodes/DataAccess/shared/remembered.ts';
import { outside } from '../harness/native.mts';

const AGE = 60_000;

function at(ms: number): void {
	jest.spyOn(outside.Date, 'now').mockReturnValue(ms);
}

describe('what a process remembers', () => {
	test.each([
		['at once', 0, 'a'],
		['just before it is too old', AGE - 1, 'a'],
		['once it is too old', AGE, undefined],
	])('%s', (_, later, expected) => {
		const memory = new Remembered<string>(AGE, 10);
		at(1);
		memory.note('name', 'a');
		at(1 + later);
		expect(memory.get('name')).toBe(expected);
		expect(memory.has('name')).toBe(expected !== undefined);
	});

	test('what is noted again is as young as at first', () => {
		const memory = new Remembered<string>(AGE, 10);
		at(1);
		memory.note('name', 'a');
		at(AGE);
		memory.note('name', 'b');
		at(2 * AGE - 1);
		expect(memory.get('name')).toBe('b');
	});

	test('the oldest goes where they are too many, and what was noted again is not it', () => {
		const memory = new Remembered<number>(AGE, 2);
		memory.note('first', 1);
		memory.note('second', 2);
		memory.note('first', 3);
		memory.note('third', 4);
		expect(['first', 'second', 'third'].map((name) => memory.get(name))).toEqual([3, undefined, 4]);
	});

	test('what is too old takes no room', () => {
		const memory = new Remembered<number>(AGE, 2);
		at(1);
		memory.note('old', 1);
		at(AGE);
		memory.note('young', 2);
		at(1 + AGE);
		memory.note('new', 3);
		expect(['old', 'young', 'new'].map((name) => memory.get(name))).toEqual([undefined, 2, 3]);
	});
});
