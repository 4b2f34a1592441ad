import { expect, test } from '@jest/globals';

import { decide } from '../../nodes/DataAccess/buy/decide.ts';
import type { Decision, PageRequest } from '../../nodes/DataAccess/buy/decide.ts';
import { failureOf } from '../../nodes/DataAccess/shared/failure.ts';

const [NOW, TOOK] = [1e9, 1000];
const [run, pass] = [{}, {}];

/** Returns a page that has just arrived. Its call began `age` milliseconds ago. */
const page = (age: number, left = 0) => ({
	...{ key: 'k', text: '', begunAt: NOW - age, boughtAt: NOW, availableUntil: NOW + left },
});
/** Returns a lost call that ended `age` milliseconds ago. */
const lost = (age: number, ofRun?: object) => ({
	...{ id: `${age}`, key: 'k', begunAt: NOW - age - TOOK, endedAt: NOW - age, run: ofRun },
});
const failed = (charged: 'no' | 'maybe') => ({ failure: { ...failureOf('NO_ANSWER'), charged } });

/** @param previous the age of the previous page */
function decideOn({ previous = NOW, ...facts }: Record<string, any>) {
	const of = <T,>(value?: T) => new Map(value === undefined ? [] : [['k', value]]);
	const { refusal: refusedBy, isFinal = false, retries: mayRepeatUnknown } = facts;
	const execution = { inFlight: of(facts.inFlight), lost: of(facts.ownLost), refusedBy };
	Object.assign(run, { pages: of(facts.own), failures: of(facts.failure) });
	Object.assign(pass, { execution, run, mayRepeatUnknown, searched: new Set(facts.searched) });
	const kept = { pages: of(facts.kept), lost: of(facts.keptLost) };
	const request = { pass, key: 'k', previousPageAt: NOW - previous };
	return decide(request as PageRequest, { halt: { isFinal }, reuse: 0, keptFor: 1000, kept }, NOW);
}

test('the first line that applies decides', () => {
	const [own, kept, inFlight] = [page(2), page(1, 1), Promise.resolve()];
	const [ownLost, keptLost] = [lost(2, run), lost(1)];
	const [failure, refusal] = [failed('maybe'), failed('no')];
	const lines: Array<[object, Decision]> = [
		[{ isFinal: true }, { kind: 'ended', why: 'halted' }],
		[{ own }, { kind: 'use', page: own }],
		[{ kept }, { kind: 'use', page: kept }],
		[{ inFlight }, { kind: 'wait', for: inFlight }],
		[{ ownLost }, { kind: 'recover', lost: ownLost }],
		[{ keptLost }, { kind: 'recover', lost: keptLost }],
		[{ failure }, { kind: 'failed', failure: failure.failure }],
		[{ refusal }, { kind: 'failed', failure: refusal.failure }],
		[{}, { kind: 'buy' }],
	];
	for (const [at, [, decision]] of lines.entries()) {
		const facts = lines.slice(at).map(([fact]) => fact);
		expect(decideOn(Object.assign({}, ...facts))).toEqual(decision);
	}
});

test.each<[Decision['kind'], string, object]>([
	['use', 'page of the process is newer', { own: page(9), kept: page(1, 1), previous: 5 }],
	['use', 'page began as the previous page arrived', { own: page(5), previous: 5 }],
	['buy', 'both pages began earlier', { own: page(6), kept: page(6, 1), previous: 5 }],
	['recover', 'own was searched for', { ownLost: lost(2), keptLost: lost(1), searched: ['2'] }],
	['recover', 'lost call as old as the previous page', { keptLost: lost(1), previous: 1 + TOOK }],
	['buy', 'older lost call', { ownLost: lost(1, run), previous: TOOK }],
	['buy', 'may have been charged, with Retry On Fail', { failure: failed('maybe'), retries: true }],
])('%s: %s', (kind, _label, facts) => {
	expect(decideOn(facts).kind).toBe(kind);
});
