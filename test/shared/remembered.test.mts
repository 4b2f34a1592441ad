import { describe, expect, jest, test } from '@jest/globals';

import { Remembered } from '../../nodes/DataAccess/shared/remembered.ts';
import { outside } from '../harness/native.mts';

const AGE = 60_000;

function at(ms: number): void {
	jest.spyOn(outside.Date, 'now').mockReturnValue(ms);
}

describe('what a process remembers', () => {
	test.each([
		['is there immediately', 0, 'a'],
		['is there just before it expires', AGE - 1, 'a'],
		['is gone when it has expired', AGE, undefined],
	])('%s', (_, later, expected) => {
		const memory = new Remembered<string>(AGE, 10);
		at(1);
		memory.set('name', 'a');
		at(1 + later);
		expect(memory.get('name')).toBe(expected);
		expect(memory.has('name')).toBe(expected !== undefined);
	});

	test('a value that is set again gets its full lifetime', () => {
		const memory = new Remembered<string>(AGE, 10);
		at(1);
		memory.set('name', 'a');
		at(AGE);
		memory.set('name', 'b');
		at(2 * AGE - 1);
		expect(memory.get('name')).toBe('b');
	});

	test('if there are too many, the oldest is removed, but not one that was set again', () => {
		const memory = new Remembered<number>(AGE, 2);
		memory.set('first', 1);
		memory.set('second', 2);
		memory.set('first', 3);
		memory.set('third', 4);
		expect(['first', 'second', 'third'].map((name) => memory.get(name))).toEqual([3, undefined, 4]);
	});

	test('an expired value takes no room', () => {
		const memory = new Remembered<number>(AGE, 2);
		at(1);
		memory.set('old', 1);
		at(AGE);
		memory.set('young', 2);
		at(1 + AGE);
		memory.set('new', 3);
		expect(['old', 'young', 'new'].map((name) => memory.get(name))).toEqual([undefined, 2, 3]);
	});
});
