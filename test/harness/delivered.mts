import { afterEach, beforeEach, expect } from '@jest/globals';

/**
 * Fails a random test in which no run delivers a record: it would prove nothing.
 * @returns a function to call with the number of records that a run has delivered
 */
export function expectDelivered(): (records: number) => void {
	let delivered = 0;
	beforeEach(() => void (delivered = 0));
	afterEach(() => expect(delivered).toBeGreaterThan(0));
	return (records) => void (delivered += records);
}
