import { expect, test } from '@jest/globals';

import { built } from '../harness/built.mts';

interface Failure {
	charged: 'no' | 'yes' | 'maybe';
}
interface Verdicts {
	nextTry(): void;
	pass(key: string, failure: Failure): void;
	lift(key: string): void;
	against(key: string, sharesCalls: boolean, repeatsUncertain?: boolean): Failure | undefined;
	paidFailureOf(key: string): Failure | undefined;
}

const { Verdicts } = built<{ Verdicts: new () => Verdicts }>('buy/verdicts');

const KEY = 'a request';
const rows = [
	// A failure, whether equal items share calls → again in this try, again in the next.
	['no', true, false, true],
	['no', false, true, true],
	['maybe', true, false, true],
	['maybe', false, false, true],
	['yes', true, false, false],
	['yes', false, false, false],
] as const;

test.each(rows)('charged: %s, shared: %s', (charged, isShared, inThisTry, inTheNext) => {
	const verdicts = new Verdicts();
	verdicts.pass(KEY, { charged });
	expect(verdicts.against(KEY, isShared) === undefined).toBe(inThisTry);
	expect(verdicts.against('another', isShared)).toBeUndefined();
	verdicts.nextTry();
	expect(verdicts.against(KEY, isShared) === undefined).toBe(inTheNext);
	expect(verdicts.paidFailureOf(KEY) !== undefined).toBe(charged !== 'no');
});

test.each([
	['no', true],
	['maybe', false],
	['yes', false],
] as const)('an agent is not the user: charged: %s', (charged, inTheNext) => {
	const verdicts = new Verdicts();
	verdicts.pass(KEY, { charged });
	verdicts.nextTry();
	expect(verdicts.against(KEY, true, false) === undefined).toBe(inTheNext);
});

test('a page lifts the verdict', () => {
	const verdicts = new Verdicts();
	verdicts.pass(KEY, { charged: 'yes' });
	verdicts.lift(KEY);
	expect(verdicts.against(KEY, true)).toBeUndefined();
	expect(verdicts.paidFailureOf(KEY)).toBeUndefined();
});
