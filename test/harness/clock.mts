import { afterEach, jest } from '@jest/globals';

import { outside } from './native.mts';

const now = outside.Date.now.bind(outside.Date);

let passed = 0;
afterEach(() => {
	passed = 0;
});

/** For the built node, so many more minutes pass, until the end of the test. */
export function passMinutes(minutes: number): void {
	passed += minutes * 60_000;
	jest.spyOn(outside.Date, 'now').mockImplementation(() => now() + passed);
}
