import { afterEach, expect, jest, test } from '@jest/globals';

import { paceOf } from '../../nodes/DataAccess/buy/pace.ts';
import { outside } from '../harness/native.mts';

afterEach(() => {
	jest.restoreAllMocks();
});

test('a credential has one pace, whichever others begin while its runs wait', () => {
	const pace = paceOf('one');
	pace.slowDown(60_000);
	pace.begin();
	pace.end(false);
	paceOf('another');
	expect(paceOf('one')).toBe(pace);
	const idle = paceOf('idle');
	paceOf('third');
	expect(paceOf('idle')).toBe(idle);
});

test('a clock that is set back makes no wait longer than it was meant to last', () => {
	let now = 10_000_000;
	jest.spyOn(outside.Date, 'now').mockImplementation(() => now);
	const pace = paceOf('set back');
	pace.slowDown(5_000);
	now -= 3_600_000;
	expect(pace.wait).toBe(5_000);
	now += 4_000;
	expect(pace.wait).toBe(1_000);
	now += 1_000;
	expect(pace.wait).toBe(0);
});
