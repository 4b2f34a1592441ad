import { expect, test } from '@jest/globals';

import { RunTime } from '../../nodes/DataAccess/buy/runTime.ts';

test.each<[string, isForService: boolean, allowed: boolean]>([
	['the service takes patience', true, false],
	['a call of its own takes none', false, true],
])('a wait for %s', async (_label, isForService, allowed) => {
	const begun = Date.now();
	const runTime = new RunTime(Infinity, 50);
	const isOver = () => Date.now() >= begun + 60;
	const change = new Promise<void>((resolve) => setTimeout(resolve, 60));
	await runTime.waitFor(change, isForService, isOver);
	expect(runTime.allowsWait(10)).toBe(allowed);
});
