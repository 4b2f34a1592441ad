import { expect, test } from '@jest/globals';

import type * as deadlineModule from '../../nodes/DataAccess/buy/deadline.ts';
import { built } from '../harness/built.mts';

const { timeForCall } = built<typeof deadlineModule>('buy/deadline');

test.each<[string, wait: number, deadlineModule.Time, seconds: number | undefined]>([
	['all the time there is', 0, { left: Infinity, isFirst: false }, 30],
	['just enough of it', 0, { left: 30, isFirst: false }, 30],
	['just enough behind a wait', 5, { left: 35, isFirst: false }, 30],
	['too little behind a wait', 6, { left: 35, isFirst: false }, undefined],
	['too little', 0, { left: 29, isFirst: false }, undefined],
	['too little for the first call', 0, { left: 29.9, isFirst: true }, 29],
	['less than a second for it', 0, { left: 0.2, isFirst: true }, 1],
	['no time for it, though it could begin at once', 0, { left: -1, isFirst: true }, 1],
	['a second for it, behind a wait', 9, { left: 10, isFirst: true }, 1],
	['half a second for it, behind a wait', 9.5, { left: 10, isFirst: true }, 1],
	['no time for it behind a wait', 10, { left: 10, isFirst: true }, undefined],
])('how long a call of 30 seconds may take if it has %s', (_label, wait, time, seconds) => {
	expect(timeForCall(30, wait, time)).toBe(seconds);
});
