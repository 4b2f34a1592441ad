import { expect, jest, test } from '@jest/globals';

import { RunTime } from '../../nodes/DataAccess/buy/runTime.ts';
import { outside } from '../harness/native.mts';

/** Seconds that are left, and that the slowest call of the run took, where it has made one. */
interface Given {
	left: number;
	slowest?: number;
}

test.each<[string, wait: number, Given, seconds: number | undefined]>([
	['all the time there is', 0, { left: Infinity, slowest: 3 }, 30],
	['just enough of it', 0, { left: 30, slowest: 30 }, 30],
	['just enough behind a wait', 5, { left: 35, slowest: 30 }, 30],
	['too little behind a wait', 6, { left: 35, slowest: 15 }, undefined],
	['twice what the slowest call took', 0, { left: 20, slowest: 10 }, 20],
	['less than twice that', 0, { left: 19.9, slowest: 10 }, undefined],
	['five seconds, behind quick calls', 0, { left: 5, slowest: 0.1 }, 5],
	['less than five seconds', 0, { left: 4.9, slowest: 0.1 }, undefined],
	['too little for the first call', 0, { left: 29.9 }, 29],
	['less than five seconds for it', 0, { left: 0.2 }, 5],
	['no time for it, though it could begin at once', 0, { left: 0 }, undefined],
	['five seconds for it, behind a wait', 5, { left: 10 }, 5],
	['less than five seconds for it, behind a wait', 5.5, { left: 10 }, undefined],
])('how long a call of 30 seconds may take if it has %s', (_label, wait, time, seconds) => {
	const { left, slowest } = time;
	const now = 1_000_000;
	jest.spyOn(outside.Date, 'now').mockReturnValue(now);
	const total = { calls: slowest === undefined ? 0 : 1 };
	const runTime = new RunTime(now + left * 1000, 0, { total } as never);
	if (slowest !== undefined) runTime.noteCall(slowest * 1000);
	expect(runTime.forCall(30_000, wait * 1000)).toBe(seconds && seconds * 1000);
});

test.each<[string, isForService: boolean, patience: number, allowed: boolean]>([
	['the service takes patience', true, 50, false],
	['a call of its own takes none', false, 50, true],
	['the service, however patient, lasts no longer than the deadline', true, Infinity, true],
])('a wait for %s', async (_label, isForService, patience, allowed) => {
	const begun = Date.now();
	const runTime = new RunTime(begun + 60, patience, {} as never);
	await runTime.waitFor(new Promise(() => {}), isForService, () => Date.now() >= begun + 60);
	expect(runTime.allowsWait(10)).toBe(allowed);
});
