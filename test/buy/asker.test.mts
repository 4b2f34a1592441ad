import { describe, expect, test } from '@jest/globals';

import type * as Askers from '../../nodes/DataAccess/buy/asker.ts';
import type { Failure } from '../../nodes/DataAccess/shared/failure.ts';
import { built } from '../harness/built.mts';

const { nextTry, nextUse, paidFailureOf, verdictOn } = built<typeof Askers>('buy/asker');

describe('whether a request that failed may be made again', () => {
	test.each([
		// How it was charged, whether equal items share calls → in this try, in the next, by an agent.
		['no', true, false, true, true],
		['no', false, true, true, true],
		['maybe', true, false, true, false],
		['maybe', false, false, true, false],
		['yes', true, false, false, false],
		['yes', false, false, false, false],
	] as const)('charged: %s, shared: %s', (charged, sharesCalls, now, next, byAgent) => {
		const state = { failed: { failure: { charged } as Failure, number: 1 } };
		const verdict = (number: number, repeatsUncertain: boolean) =>
			verdictOn(state, { number }, { sharesCalls, repeatsUncertain }) === undefined;
		expect([verdict(1, true), verdict(2, true), verdict(2, false)]).toEqual([now, next, byAgent]);
		expect(paidFailureOf(state) !== undefined).toBe(charged !== 'no');
	});

	test('one that did not fail may', () => {
		expect(verdictOn({}, { number: 1 }, { sharesCalls: true, repeatsUncertain: false })).toBe(
			undefined,
		);
	});
});

describe('an asker', () => {
	test('is one for all tries of a run, until it has delivered', () => {
		const item = {};
		const first = nextTry(item, 'here', '0');
		const second = nextTry(item, 'here', '0');
		expect(second.current.asker).toBe(first.current.asker);
		expect(second.current.account).toBe(first.current.account);
		expect([first.current.number, second.current.number]).toEqual([1, 2]);
		second.close();
		expect(nextTry(item, 'here', '0').current.asker).not.toBe(first.current.asker);
	});

	test.each([
		['another item', {}, 'here', '0'],
		['another node or execution', undefined, 'there', '0'],
		['another round', undefined, 'here', '1'],
	])('is another for %s', (_label, other, place, round) => {
		const item = {};
		const { current } = nextTry(item, 'here', '0');
		expect(nextTry(other ?? item, place, round).current.asker).not.toBe(current.asker);
	});

	test('is one for all uses of a tool in an execution, each with an account of its own', () => {
		const memory = {};
		const use = nextUse(memory, '1', 'here', () => {});
		const next = nextUse(memory, '1', 'here', () => {});
		expect(next.asker).toBe(use.asker);
		expect(next.account).not.toBe(use.account);
		expect(nextUse(memory, '2', 'here', () => {}).asker).not.toBe(use.asker);
		expect(nextUse({}, '1', 'here', () => {}).asker).not.toBe(use.asker);
	});

	test('asks to be told of the end of an execution once', () => {
		const [memory, ends] = [{}, [] as Array<() => void>];
		for (let use = 0; use < 3; use++) nextUse(memory, '1', 'here', (end) => ends.push(end));
		expect(ends).toHaveLength(1);
		// n8n may say it more than once.
		for (const end of [...ends, ...ends]) end();
	});
});
