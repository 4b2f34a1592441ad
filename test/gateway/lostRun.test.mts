import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type * as freeRouteModule from '../../nodes/DataAccess/gateway/free/freeRoute.ts';
import { oneRun, pageOfRuns, safeRunId } from '../../nodes/DataAccess/gateway/free/runList.ts';
import { noteClock } from '../../nodes/DataAccess/gateway/lost/clock.ts';
import { lookForRun } from '../../nodes/DataAccess/gateway/lost/lookForRun.ts';
import type * as lostRunModule from '../../nodes/DataAccess/gateway/lost/lostRun.ts';
import {
	candidatesOf,
	reachesBehind,
	verdictOnRun,
} from '../../nodes/DataAccess/gateway/lost/lostRun.ts';
import { asksTheSame } from '../../nodes/DataAccess/gateway/lost/sameInput.ts';
import { outside } from '../harness/native.mts';

const page1 = { keyword: 'cats', page: 1 };
const page2 = { keyword: 'cats', page: 2, search_id: 's1' };

/** `whole`: only an operation that the node knows has sent all that chooses its list. */
test.each<[name: string, sent: object, kept: unknown, isSame: boolean | 'whole']>([
	['in another order', page2, { search_id: 's1', page: 2, keyword: 'cats' }, true],
	['a number as text', page2, { ...page2, page: '2' }, true],
	['a text that is a number', { id: '12' }, { id: 12 }, true],
	['another number', page2, { ...page2, page: 3 }, false],
	['two texts of one number', { id: '12' }, { id: '12.0' }, false],
	['other digits beyond 2^53', { id: '9007199254740993' }, { id: '9007199254740992' }, false],
	['defaults that were added', page2, { ...page2, source: 'feed', limit: 20 }, 'whole'],
	['a field that is not there', page2, { keyword: 'cats', page: 2 }, false],
	['empty fields that move', page1, { ...page1, search_id: '', session: null }, true],
	['the next page', page1, { ...page1, search_id: 's1' }, false],
	['the next page, by a cursor of 0', page1, { ...page1, search_id: 0 }, false],
	['a null that was dropped', { keyword: 'cats', raw: null }, { keyword: 'cats' }, true],
	['a false that was dropped', { keyword: 'cats', raw: false }, { keyword: 'cats' }, false],
	['the grouped form of a flat one', page2, { queryParams: page2 }, true],
	['the flat form of a grouped one', { body: page2 }, page2, true],
	['an empty group beside it', { body: page2 }, { body: page2, queryParams: {} }, true],
	['a filled group', { body: page1 }, { body: page1, queryParams: { search_id: 'x' } }, false],
	['lists', { ids: [1, 2] }, { ids: ['1', 2] }, true],
	['longer lists', { ids: [1, 2] }, { ids: [1, 2, 3] }, false],
	['objects with more in them', { a: { b: 1 } }, { a: { b: 1, c: 2 } }, false],
	['names of a prototype', { constructor: 'x' }, {}, false],
	['more than nothing', {}, { topic: 'a' }, 'whole'],
	['text', page2, JSON.stringify(page2), false],
])('what input asks for the same: %s', (_name, sent, kept, isSame) => {
	const own = { input: sent as Record<string, unknown>, moving: [['search_id'], ['page']] };
	expect(asksTheSame(kept, { ...own, isWhole: true })).toBe(isSame !== false);
	expect(asksTheSame(kept, { ...own, isWhole: false })).toBe(isSame === true);
});

const MINUTE = 60_000;
const BEGUN = Date.parse('2026-01-01T12:00:00Z');
const PLACE = { provider: 'content-provider', endpoint: '/api/v1/notes/list' };
const call: lostRunModule.SoughtCall = {
	...{ ...PLACE, input: { keyword: 'cats' }, moving: [['cursor']], isWhole: true },
	...{ begunAt: BEGUN, endedAt: BEGUN + 30_000, after: 0 },
};

const listed = (more: object = {}) => ({
	...{ ...PLACE, runId: 'run_1', status: 'COMPLETED', createdAt: new Date(BEGUN).toISOString() },
	...more,
});
const after = (ms: number) => ({ createdAt: new Date(BEGUN + ms).toISOString() });

const answer = { headers: {}, status: 200, text: '{}' };
const listOf = (...items: unknown[]) => pageOfRuns().read({ items }, answer)!;
/** On a gateway whose clock is so far ahead. */
const runsAt = (ahead: readonly [number, number], ...items: unknown[]) => ({
	...listOf(...items),
	ahead,
});

describe('which listed run may be the call', () => {
	const BAD_IDS = ['', '..', 'a//b', './a', 'a?b', 'a b', 'a/../wallet', 'x'.repeat(201), {}];

	type Row = [name: string, run: unknown, is: boolean, skew?: number];

	test.each<Row>([
		['one that was created with it', listed(), true],
		['two seconds before', listed(after(-2000)), true],
		['earlier', listed(after(-2001)), false],
		['two seconds after its end', listed(after(32_000)), true],
		['later', listed(after(32_001)), false],
		['on a clock that is ahead', listed(after(5 * MINUTE)), true, 5 * MINUTE],
		['on a clock that is behind', listed(after(-5 * MINUTE)), true, -5 * MINUTE],
		['on no such clock', listed(after(5 * MINUTE)), false],
		['on a clock that nobody tells', listed(), false, NaN],
		['one that goes on', listed({ status: 'running' }), true],
		['one of a status that nobody knows', listed({ status: 'ODD' }), true],
		['one that failed', listed({ status: 'FAILED' }), false],
		['one of another provider', listed({ provider: 'x' }), false],
		['one of another endpoint', listed({ endpoint: '/x' }), false],
		['one whose id is a number', listed({ runId: 17 }), true],
		...BAD_IDS.map((runId): Row => ['one of no id', listed({ runId }), false]),
		['one created on no day', listed({ createdAt: '2026-13-45T99:00:00Z' }), false],
		['what is no run', 'run_1', false],
	])('%s', (_name, run, is, skew = 0) => {
		expect(candidatesOf(call, runsAt([skew, skew], run), 0)).toHaveLength(is ? 1 : 0);
	});

	test('the clock is that of some moment of the exchange', () => {
		const runs = runsAt([-3000, 1000], listed());
		const count = (more: object) => candidatesOf({ ...call, ...more }, runs, 0).length;
		expect([BEGUN - 3000, BEGUN + 5000, BEGUN + 5001].map((begunAt) => count({ begunAt }))).toEqual(
			[1, 1, 0],
		);
		expect(count({ endedAt: BEGUN - 3001 })).toBe(0);
	});

	test.each<[json: unknown, runs?: object[], cursor?: string]>([
		[null],
		[[]],
		[{ items: { a: 1 } }],
		[{ items: {} }, []],
		[{ items: [], cursor: 'c1' }, [], 'c1'],
		[{ items: '', cursor: 5 }, []],
		[{ items: [listed({ createdAt: '2026-01-01 12:00' })] }, [listed({ cost: null })]],
	])('the list %j', (...[json, runs, cursor]) => {
		const read = pageOfRuns().read(json, answer);
		if (runs) expect(read).toMatchObject({ runs, cursor });
		else expect(read).toBeUndefined();
	});

	test('half a character in a cursor is no exception', () => {
		expect(pageOfRuns('a\ud800').path).toMatch(/cursor=a%EF%BF%BD$/);
	});

	test('a page with a run from before the call is the last that counts', () => {
		const isLast = (...runs: object[]) => reachesBehind(call, runsAt([0, 0], ...runs));
		expect(isLast(listed(), listed(after(-2000)))).toBe(false);
		expect(isLast(listed(), listed(after(-2001)))).toBe(true);
	});
});

describe('a page in front of it', () => {
	const items = ['01', '02', '03'].map((second) => {
		return listed({ runId: `run_${second}`, createdAt: `2026-01-01T12:00:${second}Z` });
	});
	const at = (second: number, ms = 0) => BEGUN + second * 1000 + ms;

	test.each<[after: number, lead: number, oldest: string | undefined]>([
		[0, 0, 'run_01'],
		[at(2), 0, 'run_02'],
		[at(2, 1), 0, 'run_03'],
		[at(2), 500, 'run_03'],
		[at(1), -500, 'run_01'],
		[at(3, 1), 0, undefined],
	])('was there at %i, by a clock that is %i ahead', (after, lead, oldest) => {
		const runs = runsAt([-1000, 1000], ...items);
		expect(candidatesOf({ ...call, after }, runs, lead)[0]?.runId).toBe(oldest);
	});

	test('a run that is found tells when it was created, by this clock', async () => {
		const gatewayUrl = 'https://clock.example/v1/run';
		const headers = { date: new Date().toUTCString() };
		const run = { ...items[1], input: call.input, output: { data: [] } };
		const ask: freeRouteModule.AskFree = async ({ route, read }) => ({
			found: read(route ? { items } : run, { ...answer, headers })!,
		});
		const query = { holdsPage: () => false, readPage: () => ({ records: [] }) };
		const skew = 5 * MINUTE;
		noteClock(gatewayUrl, outside.Date.now() + skew);
		const sought = { ...call, after: at(2) - skew, query };
		const found = await lookForRun({ ask, gatewayUrl, call: sought, dead: new Set() });
		expect(Math.abs((found as { begunAt: number }).begunAt + skew - at(2))).toBeLessThan(1000);
	});
});

describe('what a run tells of the call', () => {
	const ASKED = { input: { keyword: 'cats' }, output: { data: [] } };
	const run = (more: object = {}) => ({ ...listed(), ...ASKED, ...more });

	test.each<[name: string, run: IDataObject, unnamed: string, named: string]>([
		['completed', run(), 'answer', 'answer'],
		['completed, as others write it', run({ status: ' Completed ' }), 'answer', 'answer'],
		['running', run({ status: 'RUNNING', output: null }), 'running', 'running'],
		['failed', run({ status: 'FAILED', output: null }), 'noRun', 'answer'],
		['of a status that nobody knows', run({ status: 'ODD' }), 'unclear', 'unclear'],
		['of another input', run({ input: { keyword: 'dogs' } }), 'noRun', 'answer'],
		['of the next page', run({ input: { keyword: 'cats', cursor: 'c' } }), 'noRun', 'answer'],
	])('%s', (_name, kept, unnamed, named) => {
		expect(verdictOnRun(kept, call)).toBe(unnamed);
		expect(verdictOnRun(kept, { ...call, runId: 'run_1' })).toBe(named);
	});
});

test('an answer with another run tells nothing of this one', () => {
	expect(oneRun('run_1').read(listed(), answer)).toMatchObject({ run: { runId: 'run_1' } });
	for (const other of [listed({ runId: 'run_2' }), null, []]) {
		expect(oneRun('run_1').read(other, answer)).toBeUndefined();
	}
});

test('an id that stands in a path stays one', () => {
	for (const id of ['run_1', 'a.b:~c', 'a/b', 'a=', 'a@b']) {
		expect(safeRunId(id)).toBe(id);
		const { pathname } = new URL(`https://x/v1/runs/${encodeURIComponent(id)}`);
		expect(pathname).toMatch(/^\/v1\/runs\/[^/]+$/);
	}
});
