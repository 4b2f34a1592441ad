import { describe, expect, test } from '@jest/globals';

import type { IDataObject } from 'n8n-workflow';

import type * as lostRunModule from '../../nodes/DataAccess/gateway/lost/lostRun.ts';
import {
	candidatesOf,
	reachesBehind,
	verdictOnRun,
} from '../../nodes/DataAccess/gateway/lost/lostRun.ts';
import type * as freeRouteModule from '../../nodes/DataAccess/gateway/free/freeRoute.ts';
import { noteClock } from '../../nodes/DataAccess/gateway/lost/clock.ts';
import { lookForRun } from '../../nodes/DataAccess/gateway/lost/lookForRun.ts';
import { outside } from '../harness/native.mts';
import {
	aheadOf,
	oneRun,
	pageOfRuns,
	readRuns,
} from '../../nodes/DataAccess/gateway/free/runList.ts';
import { safeRunId } from '../../nodes/DataAccess/gateway/free/runList.ts';
import { asksTheSame } from '../../nodes/DataAccess/gateway/lost/sameInput.ts';

const PROVIDER = 'content-provider';
const ENDPOINT = '/api/v1/notes/list';

describe('which input asks for the same', () => {
	const page2 = { keyword: 'cats', page: 2, search_id: 's1' };
	const page1 = { keyword: 'cats', page: 1 };
	const ids = { search_id: '', search_session_id: null };

	test.each<[name: string, sent: object, kept: unknown, isSame: boolean]>([
		['in another order', page2, { search_id: 's1', page: 2, keyword: 'cats' }, true],
		['a number as text', page2, { ...page2, page: '2' }, true],
		['a text that is a number', { id: '12' }, { id: 12 }, true],
		['another number', page2, { ...page2, page: 3 }, false],
		['two texts of one number', { id: '12' }, { id: '12.0' }, false],
		['other digits beyond 2^53', { id: '9007199254740993' }, { id: '9007199254740992' }, false],
		['defaults that were added', page2, { ...page2, source: 'feed', limit: 20 }, true],
		['a field that is not there', page2, { keyword: 'cats', page: 2 }, false],
		['empty fields that move', page1, { ...page1, ...ids }, true],
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
		['the same, empty', { paging: { size: 5 } }, { paging: { size: 5, cursor: null } }, true],
		['names of a prototype', { constructor: 'x' }, {}, false],
		['text', page2, JSON.stringify(page2), false],
	])('%s', (_name, sent, kept, isSame) => {
		const moving = [['search_id'], ['search_session_id'], ['page']];
		const input = sent as Record<string, unknown>;
		expect(asksTheSame(kept, { input, moving, isWhole: true })).toBe(isSame);
		if (!isSame) expect(asksTheSame(kept, { input, moving, isWhole: false })).toBe(false);
	});

	test.each<[sent: object, kept: object, isSame: boolean]>([
		[{ topic: 'a' }, { queryParams: { topic: 'a' } }, true],
		[{ topic: 'a', n: 5 }, { n: '5', topic: 'a', lang: null }, true],
		[{ topic: 'a' }, { topic: 'a', lang: 'en' }, false],
		[{}, { topic: 'a' }, false],
		[{ by: { topic: 'a' } }, { by: { topic: 'a', lang: 'en' } }, false],
	])('of an input that somebody has written, %j: not with more, %j', (input, kept, isSame) => {
		const own = input as Record<string, unknown>;
		expect(asksTheSame(kept, { input: own, moving: [], isWhole: false })).toBe(isSame);
	});
});

const MINUTE = 60_000;
const BEGUN = Date.parse('2026-01-01T12:00:00Z');
const call: lostRunModule.SoughtCall = {
	provider: PROVIDER,
	endpoint: ENDPOINT,
	input: { keyword: 'cats' },
	moving: [['cursor']],
	isWhole: true,
	begunAt: BEGUN,
	endedAt: BEGUN + 30_000,
	after: 0,
};

const listed = (more: object = {}) => ({
	runId: 'run_1',
	provider: PROVIDER,
	endpoint: ENDPOINT,
	status: 'COMPLETED',
	createdAt: new Date(BEGUN).toISOString(),
	...more,
});
const after = (ms: number) => ({ createdAt: new Date(BEGUN + ms).toISOString() });

describe('which listed run may be the call', () => {
	test.each<[name: string, run: unknown, skew: number, is: boolean]>([
		['one that was created with it', listed(), 0, true],
		['two seconds before', listed(after(-2000)), 0, true],
		['earlier', listed(after(-2001)), 0, false],
		['two seconds after its end', listed(after(32_000)), 0, true],
		['later', listed(after(32_001)), 0, false],
		['on a clock that is ahead', listed(after(5 * MINUTE)), 5 * MINUTE, true],
		['on a clock that is behind', listed(after(-5 * MINUTE)), -5 * MINUTE, true],
		['on no such clock', listed(after(5 * MINUTE)), 0, false],
		['one that goes on', listed({ status: 'running' }), 0, true],
		['one of a status that nobody knows', listed({ status: 'ODD' }), 0, true],
		['one that failed', listed({ status: 'FAILED' }), 0, false],
		['one of another provider', listed({ provider: 'x' }), 0, false],
		['one of another endpoint', listed({ endpoint: '/x' }), 0, false],
		['one whose id is a number', listed({ runId: 17 }), 0, true],
		...['', '..', 'a//b', './a', 'a?b', 'a b', 'a/../wallet', 'x'.repeat(201), {}].map(
			(runId): [string, unknown, number, boolean] => [
				`one whose id is ${JSON.stringify(runId).slice(0, 30)}`,
				listed({ runId }),
				0,
				false,
			],
		),
		['one created on no day', listed({ createdAt: '2026-13-45T99:00:00Z' }), 0, false],
		['one created at no time', listed({ createdAt: 5 }), 0, false],
		['what is no run', 'run_1', 0, false],
	])('%s', (_name, run, skew, is) => {
		const runs = readRuns({ items: [run] }, [skew, skew]);
		expect(candidatesOf(call, runs!, 0)).toHaveLength(is ? 1 : 0);
	});

	test.each<[string, number]>([
		['2026-01-01T12:00:00Z', 0],
		['2026-01-01T12:00:00.250Z', 250],
		['2026-01-01 12:00', 0],
		['2026-01-01T14:00:00+02:00', 0],
		['2026-01-01T14:00:00+0200', 0],
	])('one created at %s', (createdAt, ms) => {
		const [run] = readRuns({ items: [listed({ createdAt })] }, [0, 0])!.runs;
		expect(run?.createdAt).toBe(new Date(BEGUN + ms).toISOString());
	});

	test('the clock is that of some moment of the exchange', () => {
		expect(aheadOf(8000, 5000, 9000)).toEqual([-1000, 4000]);
		const runs = readRuns({ items: [listed()] }, [-3000, 1000])!;
		expect(candidatesOf({ ...call, begunAt: BEGUN - 3000 }, runs, 0)).toHaveLength(1);
		expect(candidatesOf({ ...call, begunAt: BEGUN + 5000 }, runs, 0)).toHaveLength(1);
		expect(candidatesOf({ ...call, begunAt: BEGUN + 5001 }, runs, 0)).toHaveLength(0);
		expect(candidatesOf({ ...call, endedAt: BEGUN - 3001 }, runs, 0)).toHaveLength(0);
	});

	test.each([[null], [[]], [{ items: { a: 1 } }]])('%j is no list', (json) => {
		expect(readRuns(json, [0, 0])).toBeUndefined();
	});

	test.each([[null], [{}], ['']])('%j is an empty list', (items) => {
		expect(readRuns({ items }, [0, 0])?.runs).toEqual([]);
	});

	test.each([
		['c1', 'c1'],
		['', undefined],
		[5, undefined],
	])('a cursor of %j', (cursor, taken) => {
		expect(readRuns({ items: [], cursor }, [0, 0])?.cursor).toBe(taken);
	});

	test('half a character in a cursor is no exception', () => {
		expect(pageOfRuns('a\ud800').path).toMatch(/cursor=a%EF%BF%BD$/);
	});

	test('a page with a run from before the call is the last that counts', () => {
		const pageOf = (...runs: object[]) => readRuns({ items: runs }, [0, 0])!;
		expect(reachesBehind(call, pageOf(listed(), listed(after(-2000))))).toBe(false);
		expect(reachesBehind(call, pageOf(listed(), listed(after(-2001))))).toBe(true);
		expect(reachesBehind(call, pageOf())).toBe(false);
	});
});

describe('a page in front of it', () => {
	const items = ['01', '02', '03'].map((second) => {
		return listed({ runId: `run_${second}`, createdAt: `2026-01-01T12:00:${second}Z` });
	});
	const at = (second: number, ms = 0) => Date.parse('2026-01-01T12:00:00Z') + second * 1000 + ms;

	test.each<[after: number, lead: number, oldest: string | undefined]>([
		[0, 0, 'run_01'],
		[at(2), 0, 'run_02'],
		[at(2, 1), 0, 'run_03'],
		[at(2), 500, 'run_03'],
		[at(1), -500, 'run_01'],
		[at(3, 1), 0, undefined],
	])('was there at %i, by a clock that is %i ahead', (after, lead, oldest) => {
		const runs = readRuns({ items }, [-1000, 1000])!;
		expect(candidatesOf({ ...call, after }, runs, lead)[0]?.runId).toBe(oldest);
	});

	test('a run that is found tells when it was created, by this clock', async () => {
		const url = 'https://clock.example/v1/run';
		const date = new Date().toUTCString();
		const answers: Record<string, object> = {
			runs: { items },
			run: { ...items[1], input: call.input, output: { data: [] } },
		};
		const ask: freeRouteModule.AskFree = async ({ route = 'run', read }) => ({
			found: read(answers[route], { headers: { date }, status: 200, text: '{}' })!,
		});
		const query = { holdsPage: () => false, readPage: () => ({ records: [] }) };
		const look = async (after: number) =>
			await lookForRun({
				...{ ask, gatewayUrl: url, call: { ...call, after, query }, dead: new Set() },
			});
		const skew = 5 * MINUTE;
		noteClock(url, outside.Date.now() + skew);
		const found = (await look(at(2) - skew)) as { begunAt: number };
		expect(Math.abs(found.begunAt + skew - at(2))).toBeLessThan(1000);
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
	const shown = { headers: {}, status: 200, text: '{}' };
	expect(oneRun('run_1').read(listed(), shown)).toMatchObject({ run: { runId: 'run_1' } });
	for (const other of [listed({ runId: 'run_2' }), null, []]) {
		expect(oneRun('run_1').read(other, shown)).toBeUndefined();
	}
});

test('an id that stands in a path stays one', () => {
	for (const id of ['run_1', 'a.b:~c', 'a/b', 'a=', 'a@b']) {
		expect(safeRunId(id)).toBe(id);
		const { pathname } = new URL(`https://x/v1/runs/${encodeURIComponent(id)}`);
		expect(pathname).toMatch(/^\/v1\/runs\/[^/]+$/);
	}
});
