import { afterEach, beforeEach, expect } from '@jest/globals';

/**
 * For random tests: worlds in which every run fails or reads nothing would prove nothing.
 * @returns takes how many records a run has delivered; each test of the file must have some
 */
export function expectDelivered(): (records: number) => void {
	let delivered = 0;
	beforeEach(() => void (delivered = 0));
	afterEach(() => expect(delivered).toBeGreaterThan(0));
	return (records) => void (delivered += records);
}
