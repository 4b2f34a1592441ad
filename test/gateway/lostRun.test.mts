import { beforeEach, describe, expect, jest, test } from '@jest/globals';

import { Gateway } from '../../nodes/DataAccess/gateway/gateway.ts';
import type * as lostRunModule from '../../nodes/DataAccess/gateway/lost/lostRun.ts';
import { beginTurn } from '../../nodes/DataAccess/shared/turn.ts';
import { outside } from '../harness/native.mts';

const MINUTE = 60_000;
const BEGUN = Date.parse('2026-01-01T12:00:00Z');
const PLACE = { provider: 'content-provider', endpoint: '/api/v1/notes/list' };
const CALL: lostRunModule.SoughtCall = {
	...{ ...PLACE, input: { keyword: 'cats' }, moving: [['cursor']], isWhole: true },
	...{ begunAt: BEGUN, endedAt: BEGUN + 30_000, after: 0 },
};
/** That of the look, on both clocks unless told. */
const NOW = BEGUN + 40_000;
beforeEach(() => void jest.spyOn(outside.Date, 'now').mockReturnValue(NOW));

const after = (ms: number) => ({ createdAt: new Date(BEGUN + ms).toISOString() });
/** A run as it is listed, and as it is shown. */
const RUN = {
	...{ ...PLACE, runId: 'run_1', status: 'COMPLETED', ...after(0) },
	...{ input: { keyword: 'cats' }, output: { data: [] } },
};

/** What was read is remembered by address. */
let gateways = 0;

interface Told {
	/** The pages of the list. */
	pages: unknown[];
	shown?: (runId: string) => unknown;
	/** Milliseconds by which its clock is ahead; NaN where it does not say. */
	skew?: number;
}

/** Looks once where a gateway tells this: which run it is, or why none. */
async function look({ pages, shown, skew = 0 }: Told, more: object = {}) {
	const asked: string[] = [];
	const headers = isNaN(skew) ? {} : { date: new Date(NOW + skew).toUTCString() };
	const url = `https://${++gateways}.example/v1/run`;
	const gateway = new Gateway(
		async (request) => {
			const path = request.url.replace(/^.*\/v1\//, '');
			asked.push(path);
			beginTurn();
			const [, runId] = /^runs\/([^/]+)$/.exec(path) ?? [];
			const page = pages[asked.filter((each) => each.startsWith('runs?')).length - 1];
			const body = runId === undefined ? page : shown?.(decodeURIComponent(runId));
			return { status: body === undefined ? 404 : 200, headers, text: JSON.stringify(body ?? {}) };
		},
		{ url, secret: 'a key' },
	);
	const query = { holdsPage: () => false, readPage: () => ({ records: [] }) };
	const call = { ...CALL, ...more, query };
	const seen = await gateway.look(call, new Set(), async (request) => gateway.ask(request, 10));
	if ('nothing' in seen) return { seen: seen.nothing, asked };
	return 'failure' in seen ? { seen: seen.failure.code, asked } : { ...seen, seen: 'found', asked };
}

/** The same where runs are listed that differ so from the one that fits. */
const lookAmong = async (runs: object[], more: object = {}, skew = 0) => {
	const all = runs.map((run) => ({ ...RUN, ...run }));
	const shown = (id: string) => all.find(({ runId }) => String(runId) === id);
	return await look({ pages: [{ items: all }], shown, skew }, more);
};

describe('which listed run may be the call', () => {
	const IDS = ['a.b:~c', 'a/b', 'a=', 'a@b', 17];
	const BAD_IDS = ['', '..', 'a//b', './a', 'a?b', 'a b', 'a/../wallet', 'x'.repeat(201), {}];
	type Row = [name: string, run: object, seen: string, skew?: number];

	test.each<Row>([
		['one that was created with it', {}, 'found'],
		['two seconds before', after(-2000), 'found'],
		['earlier', after(-2001), 'noRun'],
		// The list tells whole seconds.
		['two seconds after its end', after(33_000), 'found'],
		['later', after(33_001), 'noRun'],
		['on a clock that is ahead', after(5 * MINUTE), 'found', 5 * MINUTE],
		['on a clock that is behind', after(-5 * MINUTE), 'found', -5 * MINUTE],
		['on no such clock', after(5 * MINUTE), 'noRun'],
		['on a clock that nobody tells', {}, 'noRun', NaN],
		['one created on a clock without a zone', { createdAt: '2026-01-01 12:00' }, 'found'],
		['one created on no day', { createdAt: '2026-13-45T99:00:00Z' }, 'noRun'],
		['one that completed, as others write it', { status: ' Completed ' }, 'found'],
		['one that goes on', { status: 'running', output: null }, 'running'],
		['one of a status that nobody knows', { status: 'ODD' }, 'unclear'],
		['one without its output', { output: null }, 'unclear'],
		['one that failed', { status: 'FAILED', output: null }, 'noRun'],
		['one of another provider', { provider: 'x' }, 'noRun'],
		['one of another endpoint', { endpoint: '/x' }, 'noRun'],
		['one of another input', { input: { keyword: 'dogs' } }, 'noRun'],
		...IDS.map((runId): Row => [`one of the id ${runId}`, { runId }, 'found']),
		...BAD_IDS.map((runId): Row => [`one of no id: ${JSON.stringify(runId)}`, { runId }, 'noRun']),
	])('%s', async (_name, run, seen, skew = 0) => {
		expect(await lookAmong([run], {}, skew)).toMatchObject({ seen });
	});

	const one = [{ items: [RUN] }];
	const earlier = { items: [{ ...RUN, ...after(-2001) }], cursor: 'c' };
	const other = () => ({ ...RUN, runId: 'run_2' });

	test.each<[name: string, told: Told, seen: string, asked: number]>([
		['no list', { pages: [] }, 'notHere', 1],
		['another shape', { pages: [{ items: { a: 1 } }] }, 'notHere', 1],
		['an empty list', { pages: [{ items: {}, cursor: 5 }] }, 'noRun', 1],
		['half a character as cursor', { pages: [{ items: [], cursor: 'a\ud800' }] }, 'unclear', 2],
		['a run from before the call', { pages: [earlier] }, 'noRun', 1],
		['a run that failed', { pages: [{ items: [{ ...RUN, status: 'FAILED' }] }] }, 'noRun', 1],
		['a run that is not shown', { pages: one }, 'unclear', 2],
		['another run shown', { pages: one, shown: other }, 'unclear', 2],
	])('of a gateway with %s', async (_name, told, seen, asked) => {
		const looked = await look(told);
		expect([looked.seen, looked.asked.length]).toEqual([seen, asked]);
	});

	test.each([-20_000, 20_000])('on a clock that has been set by %i ms since', async (ms) => {
		const call = { begunAt: BEGUN - ms, endedAt: BEGUN + 300 - ms, lead: ms };
		expect(await lookAmong([RUN], call)).toMatchObject({ seen: 'found' });
	});

	test.each<[after: number, lead: number, oldest: string | undefined]>([
		[0, 0, 'run_1'],
		[2000, 0, 'run_2'],
		[2001, 0, 'run_3'],
		[2000, 500, 'run_3'],
		[1000, -500, 'run_1'],
		[3001, 0, undefined],
	])('a page in front of it was there at %i, by a clock %i ahead', async (was, lead, oldest) => {
		const runs = [3, 2, 1].map((second) => ({ runId: `run_${second}`, ...after(second * 1000) }));
		const looked = await lookAmong(runs, { after: was && BEGUN + was, lead });
		expect(looked.asked[1]).toBe(oldest && `runs/${oldest}`);
		const begunAt = BEGUN + Number(oldest?.at(-1)) * 1000 - lead;
		if (oldest) expect(looked).toMatchObject({ seen: 'found', begunAt });
	});
});

test.each([
	['completed', {}, 'found'],
	['of another input', { input: { keyword: 'dogs' } }, 'found'],
	['running', { status: 'RUNNING', output: null }, 'running'],
	['failed', { status: 'FAILED', output: null }, 'PROVIDER_ERROR'],
	['of a status that nobody knows', { status: 'ODD' }, 'unclear'],
])(
	'the run that the answer has named counts, whenever it was created: %s',
	async (_name, run, seen) => {
		expect(await lookAmong([{ ...run, ...after(-MINUTE) }], { runId: 'run_1' })).toMatchObject({
			seen,
		});
	},
);

const page1 = { keyword: 'cats', page: 1 };
const page2 = { keyword: 'cats', page: 2, search_id: 's1' };

/** `whole`: only an operation that the node knows has sent all that chooses its list. */
test.each<[name: string, input: object, kept: unknown, isSame: boolean | 'whole']>([
	['in another order', page2, { search_id: 's1', page: 2, keyword: 'cats' }, true],
	['a number as text', page2, { ...page2, page: '2' }, true],
	['a text that is a number', { id: '12' }, { id: 12 }, true],
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
	['more than nothing', {}, { topic: 'a' }, 'whole'],
	['text', page2, JSON.stringify(page2), false],
])('what input asks for the same: %s', async (_name, input, kept, isSame) => {
	for (const isWhole of [true, false]) {
		const sought = { input, isWhole, moving: [['search_id'], ['page']] };
		const { seen } = await lookAmong([{ input: kept }], sought);
		expect(seen).toBe(isSame === true || (isWhole && isSame) ? 'found' : 'noRun');
	}
});
