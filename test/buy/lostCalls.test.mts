import { beforeEach, describe, expect, test } from '@jest/globals';

import type * as lostCallsModule from '../../nodes/DataAccess/buy/lostCalls.ts';
import type { NodeContext } from '../../nodes/DataAccess/buy/nodeContext.ts';
import { built, forgetBuilt } from '../harness/built.mts';
import { passMinutes } from '../harness/clock.mts';
import { outside } from '../harness/native.mts';

let LostCalls: typeof lostCallsModule.LostCalls;
beforeEach(() => {
	forgetBuilt();
	({ LostCalls } = built<typeof lostCallsModule>('buy/lostCalls'));
});

const lostAt = (begunAt = outside.Date.now()) => ({
	begunAt,
	endedAt: begunAt + 1000,
	possible: 0.01,
	execution: 'e1',
});
const of = (context: NodeContext = {}) => new LostCalls(context);

describe('in this process', () => {
	test('anybody knows of it for fifteen minutes, the oldest first', () => {
		const calls = [lostAt(), lostAt(outside.Date.now() + 5000)];
		for (const call of calls) of().add('a', call);
		expect(of().of('a')).toEqual(calls);
		expect(of().of('b')).toEqual([]);
		passMinutes(14.9);
		expect(of().of('a')).toEqual(calls);
		passMinutes(0.2);
		expect(of().of('a')).toEqual([]);
	});

	test('of one request the newest three are known', () => {
		const calls = Array.from({ length: 5 }, (_, index) => lostAt(outside.Date.now() + index));
		for (const call of calls) of().add('a', call);
		expect(of().of('a')).toEqual(calls.slice(2));
	});
});

describe('with the execution', () => {
	test('they are stored, a hundred at most, and found in another process, however late', () => {
		const context: NodeContext = {};
		const lost = of(context);
		for (let index = 0; index < 130; index++) lost.add(`key ${index}`, lostAt());
		expect(context.lost).toHaveLength(100);
		const stored = JSON.parse(JSON.stringify(context)) as NodeContext;
		forgetBuilt();
		({ LostCalls } = built<typeof lostCallsModule>('buy/lostCalls'));
		passMinutes(24 * 60);
		const later = of(stored);
		expect(later.of('key 129')).toMatchObject([{ possible: 0.01, execution: 'e1' }]);
		for (let index = 30; index < 130; index++) later.forget(`key ${index}`);
		expect(stored).toEqual({});
	});

	test('one that this process knows too is one', () => {
		const context: NodeContext = {};
		const lost = of(context);
		lost.add('a', lostAt());
		expect(of(context).of('a')).toHaveLength(1);
	});
});
