import { beforeEach, describe, expect, jest, test } from '@jest/globals';

import { Gateway } from '../../nodes/DataAccess/gateway/gateway.ts';
import type * as lostRunModule from '../../nodes/DataAccess/gateway/lost/lostRun.ts';
import { markYielded } from '../../nodes/DataAccess/shared/eventLoop.ts';
import { outside } from '../harness/native.mts';

const MINUTE = 60_000;
const BEGUN = Date.parse('2026-01-01T12:00:00Z');
const PLACE = { provider: 'content-provider', endpoint: '/api/v1/notes/list' };
const CALL: lostRunModule.SearchedCall = {
	...{ ...PLACE, input: { keyword: 'cats' }, moving: [['cursor']], isWhole: true },
	...{ begunAt: BEGUN, endedAt: BEGUN + 30_000, previousPageAt: 0 },
};
/** The time of the search, on both clocks by default. */
const NOW = BEGUN + 40_000;
beforeEach(() => void jest.spyOn(outside.Date, 'now').mockReturnValue(NOW));

const after = (ms: number) => ({ createdAt: new Date(BEGUN + ms).toISOString() });
/** A run with the fields that it has in the list and alone. */
const RUN = {
	...{ ...PLACE, runId: 'run_1', status: 'COMPLETED', ...after(0) },
	...{ input: { keyword: 'cats' }, output: { data: [] } },
};

/** The node remembers by address which runs it has read. */
let gateways = 0;

interface GatewayData {
	/** The pages of the list. */
	pages: unknown[];
	shown?: (runId: string) => unknown;
	/** Milliseconds by which its clock is ahead; NaN if it sends no Date. */
	skew?: number;
}

/** Searches once at a gateway with this data. `seen` is the outcome, `asked` the requests. */
async function look({ pages, shown, skew = 0 }: GatewayData, more: object = {}) {
	const asked: string[] = [];
	const headers = isNaN(skew) ? {} : { date: new Date(NOW + skew).toUTCString() };
	const url = `https://${++gateways}.example/v1/run`;
	const gateway = new Gateway(
		async (request) => {
			const path = request.url.replace(/^.*\/v1\//, '');
			asked.push(path);
			markYielded();
			const [, runId] = /^runs\/([^/]+)$/.exec(path) ?? [];
			const page = pages[asked.filter((each) => each.startsWith('runs?')).length - 1];
			const body = runId === undefined ? page : shown?.(decodeURIComponent(runId));
			return { status: body === undefined ? 404 : 200, headers, text: JSON.stringify(body ?? {}) };
		},
		{ url, secret: 'a key' },
	);
	const query = { holdsPage: () => false, readPage: () => ({ records: [] }) };
	const call = { ...CALL, ...more, query };
	const seen = await gateway.recover(call, new Set(), async (request) => gateway.ask(request, 10));
	if ('why' in seen) return { seen: seen.why, asked };
	return 'failure' in seen ? { seen: seen.failure.code, asked } : { ...seen, seen: 'found', asked };
}

/** Searches a list of runs that differ from `RUN` in these fields. */
const lookAmong = async (runs: object[], more: object = {}, skew = 0) => {
	const all = runs.map((run) => ({ ...RUN, ...run }));
	const shown = (id: string) => all.find(({ runId }) => String(runId) === id);
	return await look({ pages: [{ items: all }], shown, skew }, more);
};

describe('which listed run may be that of the call', () => {
	const IDS = ['a.b:~c', 'a/b', 'a=', 'a@b', 17];
	const BAD_IDS = ['', '..', 'a//b', './a', 'a?b', 'a b', 'a/../wallet', 'x'.repeat(201), {}];
	type Row = [name: string, run: object, seen: string, skew?: number];

	test.each<Row>([
		['created when the call began', {}, 'found'],
		['created two seconds before the call', after(-2000), 'found'],
		['created earlier', after(-2001), 'noRun'],
		// The list has whole seconds.
		['created two seconds after the end of the call', after(33_000), 'found'],
		['created later', after(33_001), 'noRun'],
		['created on a clock that is ahead', after(5 * MINUTE), 'found', 5 * MINUTE],
		['created on a clock that is behind', after(-5 * MINUTE), 'found', -5 * MINUTE],
		['created five minutes after the call', after(5 * MINUTE), 'noRun'],
		['created on an unknown clock', {}, 'noRun', NaN],
		['with a time without a zone', { createdAt: '2026-01-01 12:00' }, 'found'],
		['with an invalid time', { createdAt: '2026-13-45T99:00:00Z' }, 'noRun'],
		['completed, in another spelling', { status: ' Completed ' }, 'found'],
		['still running', { status: 'running', output: null }, 'running'],
		['with an unknown status', { status: 'ODD' }, 'unclear'],
		['without its output', { output: null }, 'unclear'],
		['failed', { status: 'FAILED', output: null }, 'noRun'],
		['of another provider', { provider: 'x' }, 'noRun'],
		['of another endpoint', { endpoint: '/x' }, 'noRun'],
		['with another input', { input: { keyword: 'dogs' } }, 'noRun'],
		...IDS.map((runId): Row => [`with the ID ${runId}`, { runId }, 'found']),
		...BAD_IDS.map((runId): Row => [
			`with an invalid ID: ${JSON.stringify(runId)}`,
			{ runId },
			'noRun',
		]),
	])('%s', async (_name, run, seen, skew = 0) => {
		expect(await lookAmong([run], {}, skew)).toMatchObject({ seen });
	});

	const one = [{ items: [RUN] }];
	const earlier = { items: [{ ...RUN, ...after(-2001) }], cursor: 'c' };
	const other = () => ({ ...RUN, runId: 'run_2' });

	test.each<[name: string, data: GatewayData, seen: string, asked: number]>([
		['no list', { pages: [] }, 'notHere', 1],
		['another shape', { pages: [{ items: { a: 1 } }] }, 'notHere', 1],
		['an empty list', { pages: [{ items: {}, cursor: 5 }] }, 'noRun', 1],
		['half a character as a cursor', { pages: [{ items: [], cursor: 'a\ud800' }] }, 'notHere', 2],
		['a run from before the call', { pages: [earlier] }, 'noRun', 1],
		['a run that failed', { pages: [{ items: [{ ...RUN, status: 'FAILED' }] }] }, 'noRun', 1],
		['a run that cannot be read', { pages: one }, 'unclear', 2],
		['another run in its place', { pages: one, shown: other }, 'unclear', 2],
	])('at a gateway with %s', async (_name, data, seen, asked) => {
		const looked = await look(data);
		expect([looked.seen, looked.asked.length]).toEqual([seen, asked]);
	});

	test.each([-20_000, 20_000])('on a clock that was set by %i ms since the call', async (ms) => {
		const call = { begunAt: BEGUN - ms, endedAt: BEGUN + 300 - ms, lead: ms };
		expect(await lookAmong([RUN], call)).toMatchObject({ seen: 'found' });
	});

	test.each<[after: number, lead: number | undefined, oldest: string | undefined]>([
		[0, 0, 'run_1'],
		[2000, 0, 'run_2'],
		[2001, 0, 'run_3'],
		[2000, 500, 'run_3'],
		[1000, -500, 'run_1'],
		[3001, 0, undefined],
		[1500, undefined, 'run_3'],
	])('if the previous page arrived at %i, on a clock %i ahead', async (was, lead, oldest) => {
		const runs = [3, 2, 1].map((second) => ({ runId: `run_${second}`, ...after(second * 1000) }));
		const looked = await lookAmong(runs, { previousPageAt: was && BEGUN + was, lead });
		expect(looked.asked[1]).toBe(oldest && `runs/${oldest}`);
		const begunAt = BEGUN + Number(oldest?.at(-1)) * 1000 - (lead ?? 1000);
		if (oldest) expect(looked).toMatchObject({ seen: 'found', begunAt });
	});
});

test.each([
	['completed', {}, 'found'],
	['with another input', { input: { keyword: 'dogs' } }, 'found'],
	['running', { status: 'RUNNING', output: null }, 'running'],
	['failed', { status: 'FAILED', output: null }, 'PROVIDER_ERROR'],
	['with an unknown status', { status: 'ODD' }, 'unclear'],
])(
	'the run that the answer named is the one, whenever it was created: %s',
	async (_name, run, seen) => {
		expect(await lookAmong([{ ...run, ...after(-MINUTE) }], { runId: 'run_1' })).toMatchObject({
			seen,
		});
	},
);

const page1 = { keyword: 'cats', page: 1 };
const page2 = { keyword: 'cats', page: 2, search_id: 's1' };

/** `whole`: equal only for a built-in operation, which sends every field that selects its list. */
test.each<[name: string, input: object, kept: unknown, isSame: boolean | 'whole']>([
	['in another order', page2, { search_id: 's1', page: 2, keyword: 'cats' }, true],
	['a number as text', page2, { ...page2, page: '2' }, true],
	['a text that is a number', { id: '12' }, { id: 12 }, true],
	['two spellings of one number', { id: '12' }, { id: '12.0' }, false],
	['other digits beyond 2^53', { id: '9007199254740993' }, { id: '9007199254740992' }, false],
	['defaults that were added', page2, { ...page2, source: 'feed', limit: 20 }, 'whole'],
	['a missing field', page2, { keyword: 'cats', page: 2 }, false],
	['empty position fields', page1, { ...page1, search_id: '', session: null }, true],
	['the next page', page1, { ...page1, search_id: 's1' }, false],
	['the next page, by a cursor of 0', page1, { ...page1, search_id: 0 }, false],
	['a null that was dropped', { keyword: 'cats', raw: null }, { keyword: 'cats' }, true],
	['a false that was dropped', { keyword: 'cats', raw: false }, { keyword: 'cats' }, false],
	['the grouped form of a flat input', page2, { queryParams: page2 }, true],
	['the flat form of a grouped input', { body: page2 }, page2, true],
	['another, empty group', { body: page2 }, { body: page2, queryParams: {} }, true],
	[
		'another, filled group',
		{ body: page1 },
		{ body: page1, queryParams: { search_id: 'x' } },
		false,
	],
	['lists', { ids: [1, 2] }, { ids: ['1', 2] }, true],
	['a field in addition to none', {}, { topic: 'a' }, 'whole'],
	['text', page2, JSON.stringify(page2), false],
])('whether an input requests the same page: %s', async (_name, input, kept, isSame) => {
	for (const isWhole of [true, false]) {
		const sent = { input, isWhole, moving: [['search_id'], ['page']] };
		const { seen } = await lookAmong([{ input: kept }], sent);
		expect(seen).toBe(isSame === true || (isWhole && isSame) ? 'found' : 'noRun');
	}
});
