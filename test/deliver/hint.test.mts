import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type * as spendingModule from '../../nodes/DataAccess/buy/spending.ts';
import type * as happenedModule from '../../nodes/DataAccess/deliver/happened.ts';
import type * as hintModule from '../../nodes/DataAccess/deliver/hint.ts';
import type * as plansModule from '../../nodes/DataAccess/deliver/plans.ts';
import type * as reportModule from '../../nodes/DataAccess/deliver/report.ts';
import type * as listReadingModule from '../../nodes/DataAccess/list/listReading.ts';
import type { WatchSummary } from '../../nodes/DataAccess/list/watched.ts';
import type * as pathsModule from '../../nodes/DataAccess/operations/gateway/paths.ts';
import type * as failureModule from '../../nodes/DataAccess/shared/failure.ts';
import type * as memoryModule from '../../nodes/DataAccess/watch/memory.ts';
import { built } from '../harness/built.mts';
import { queryOf } from '../parts/pages.mts';

/*
 * What is said under the output, whole and once, with the notice that the report has instead. All
 * other tests look at the reason, at numbers, and at the report.
 */

const { happenedIn } = built<typeof happenedModule>('deliver/happened');
const { hintFor, panelHint } = built<typeof hintModule>('deliver/hint');
const { hintForPlans } = built<typeof plansModule>('deliver/plans');
const { reportOf } = built<typeof reportModule>('deliver/report');
const { nothingOf } = built<typeof listReadingModule>('list/listReading');
const { failureOf } = built<typeof failureModule>('shared/failure');
const { Account, Spending } = built<typeof spendingModule>('buy/spending');
const { openMemory } = built<typeof memoryModule>('watch/memory');

type ItemResult = happenedModule.ItemResult;
type Ending = Partial<Omit<ItemResult, 'watched'>> & { watched?: Partial<WatchSummary> };

const QUIET: WatchSummary = {
	isFirst: false,
	known: 0,
	baseline: 0,
	leavesOld: false,
	isReadAgain: false,
};

/** Lists of which one page was read, and how each ended. */
const resultsOf = (endings: Ending[]): ItemResult[] =>
	endings.map(({ watched, ...ending }, itemIndex) => ({
		...nothingOf('L', { list: 'L' }),
		itemIndex,
		items: [{ json: {} }],
		reason: 'end',
		records: 20,
		pages: 1,
		next: { list: 'L', page: 2 },
		...ending,
		...(watched && { watched: { ...QUIET, ...watched } }),
	}));

interface More {
	spent?: Partial<spendingModule.Spending>;
	remarks?: happenedModule.Happened['remarks'];
	/** Minutes. */
	reuse?: number;
}

function told(endings: Ending[], more: More = {}) {
	// Watched lists reuse no pages.
	const reuse = more.reuse ?? (endings.some(({ watched }) => watched) ? 0 : 15);
	const { spent, remarks = [] } = more;
	const account = new Account();
	account.record(0, Object.assign(new Spending(), { calls: 1, cost: 0.015 }, spent));
	const results = resultsOf(endings);
	const happened = happenedIn({ results, account, cap: 1, reuse, remarks });
	const { message, type } = panelHint(hintFor(happened));
	return {
		message,
		type,
		notices: reportOf(happened).map(({ json }) => json.notice),
	};
}

const [EMPTY_PAGE, KNOWN_PAGE] = ['an empty page', 'a page without a new record'];
const moreBehind = (page: string) =>
	`The service sent ${page} but says there is more, so no further page was bought.`;
const SAME_POSITION = 'The service gave the same position again, so no further page was bought.';
const SUMS = '1 call, $0.015, 20 records.';
const MORE = 'To get more, raise Limit: for 15 minutes, the pages so far cost nothing.';
const REST = 'To get the rest, set Resume From in the options to { "list": "L", "page": 2 }';
const FROM_NEXT =
	'To get the rest, set Resume From in the options to its "next", which its error item and the option Report give';
const fromNextOf = (item: number) => FROM_NEXT.replace('the rest,', `the rest (item ${item}),`);
const REUSE =
	'To get the rest, run again within 15 minutes: what was bought so far then costs nothing';

const reuseOf = (items: string) => REUSE.replace('the rest,', `the rest (${items}),`);

describe('how one list ended', () => {
	test.each<[string, Ending, string, ('info' | 'warning')?, (string | null)?]>([
		['at its end', { next: null }, `${SUMS} Stopped at the end of the list.`],
		['at the limit', { reason: 'limit' }, `${SUMS} Stopped at Limit.<br>${MORE}`],
		[
			'at the limit, within a page',
			{ reason: 'limit', left: 5 },
			`${SUMS} Stopped at Limit.<br>The last page had 5 more records. ${MORE}`,
		],
		[
			'at an empty page',
			{ reason: 'emptyPage' },
			`${SUMS} Stopped at an empty page.<br>${moreBehind(EMPTY_PAGE)}<br>${REST}`,
			'warning',
			moreBehind(EMPTY_PAGE),
		],
		[
			'at a page without a new record',
			{ reason: 'noNewRecord' },
			`${SUMS} Stopped at a page without a new record.<br>${moreBehind(KNOWN_PAGE)}<br>${REST}`,
			'warning',
			moreBehind(KNOWN_PAGE),
		],
		[
			'at a repeated position',
			{ reason: 'repeatedPosition', next: null },
			`${SUMS} Stopped at a repeated position.<br>${SAME_POSITION}`,
			'warning',
			SAME_POSITION,
		],
		[
			'at the cap',
			{ reason: 'maxCost' },
			`${SUMS} Stopped at Max Cost (USD).<br>${REST}`,
			'warning',
			'Max Cost (USD) ended this list.',
		],
		[
			'at the cap, before a record came',
			{ reason: 'maxCost', items: [], records: 0, next: { list: 'L' } },
			'1 call, $0.015, 0 records. Stopped at Max Cost (USD).',
			'warning',
			"No record came before 'Max Cost (USD)' was reached.",
		],
		[
			'by a failure',
			{ reason: 'failure', failure: failureOf('NO_ANSWER', { words: 'socket hang up' }) },
			`${SUMS} Stopped by a failure.<br>${REST}`,
			'warning',
			'The connection broke before the answer was complete: “socket hang up”.',
		],
		[
			"by another item's failure",
			{ reason: 'halted' },
			`${SUMS} Stopped by another item's failure.<br>${REST}`,
			'warning',
			'No further call was made for this item, because it would be refused like an earlier one in this execution.',
		],
		[
			'for want of time',
			{ reason: 'outOfTime', watched: { isReadAgain: true } },
			`${SUMS} Stopped for want of time.<br>The run did not get to the end of what is new: the next run reads again. Only new: 20 new, 0 known.`,
			'warning',
			'The run did not get to the end of what is new: the next run reads again.',
		],
		[
			'at a position that is too long to be shown',
			{ reason: 'maxCost', next: { list: 'x'.repeat(300) } },
			`${SUMS} Stopped at Max Cost (USD).<br>${REUSE}`,
			'warning',
			'Max Cost (USD) ended this list.',
		],
		[
			'where it is not said that it ends',
			{ next: null, endNotice: 'The service did not say whether there is more' },
			`${SUMS} Stopped after 1 page.<br>The service did not say whether there is more.`,
			'warning',
			'The service did not say whether there is more.',
		],
		[
			'with the same notice on each of its pages',
			{ next: null, pages: 2, notices: ['No record of a page has a', 'No record of a page has a'] },
			`${SUMS} Stopped at the end of the list.<br>No record of a page has a.`,
			'warning',
			'No record of a page has a.',
		],
		[
			'the same, after several pages',
			{ next: null, pages: 3, endNotice: 'The service did not say whether there is more' },
			`${SUMS} Stopped after 3 pages.<br>The service did not say whether there is more.`,
			'warning',
			'The service did not say whether there is more.',
		],
	])('%s', (_label, ending, message, type = 'info', notice = null) => {
		expect(told([ending])).toEqual({ message, type, notices: [notice] });
	});
});

describe('what is said of a page of Gateway > Run', () => {
	const { nextIn, recordsIn } = built<typeof pathsModule>('operations/gateway/paths');

	test('that has no list', () => {
		expect(recordsIn({}, ['data', 'items'], true).notice).toBe(
			'The last page has no list at data.items, so no record was read from it',
		);
	});

	test('whose next position cannot be sent', () => {
		const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as unknown;
		expect(nextIn({ next: deep }, [{ name: 'cursor', path: ['next'] }])).toEqual({
			next: null,
			endNotice: 'The next cursor is nested too deeply to be sent, so the list ends here',
		});
	});
});

describe('what it cost', () => {
	test.each<[string, Partial<spendingModule.Spending>, Ending, string, 'info' | 'warning']>([
		[
			'as list prices have it',
			{ calls: 2, isEstimate: true },
			{ records: 1 },
			'2 calls, $0.015 (estimated from list prices), 1 record. Stopped at the end of the list.',
			'info',
		],
		[
			'perhaps',
			{ possible: 0.0015 },
			{},
			'1 call, $0.015, and perhaps $0.0015 more, 20 records. Stopped at the end of the list.',
			'warning',
		],
		[
			'a page of an earlier run',
			{},
			{ reused: { pages: 1, age: 29_000 } },
			`${SUMS} Stopped at the end of the list.<br>1 page from up to 1 minute ago cost nothing again: Reuse Pages at 0 buys anew.`,
			'info',
		],
		[
			'older pages',
			{},
			{ reused: { pages: 1, age: 60_000 }, askedBefore: 1 },
			`${SUMS} Stopped at the end of the list.<br>2 pages from up to 1 minute ago cost nothing again: Reuse Pages at 0 buys anew.`,
			'info',
		],
		[
			'pages of an earlier use',
			{},
			{ askedBefore: 2 },
			`${SUMS} Stopped at the end of the list.<br>2 pages from earlier in this run cost nothing again.`,
			'info',
		],
	])('%s', (_label, spent, ending, message, type) => {
		const run = told([{ next: null, ...ending }], { spent });
		expect(run).toMatchObject({ message, type });
	});
});

const firstOf = (item: number) =>
	`This was the first run: records that it did not return count as old from now on (item ${item}).`;
const MANY = '1 call, $0.015, 40 records.';

/** A list of which the cap allowed no page. */
const UNREAD: Ending = {
	reason: 'maxCost',
	items: [],
	records: 0,
	pages: 0,
	next: { list: 'L' },
};

describe('how several lists ended', () => {
	test.each<[string, Ending[], string]>([
		[
			'at the limit, within their pages',
			[
				{ reason: 'limit', left: 5 },
				{ reason: 'limit', left: 10 },
				{ reason: 'end', next: null },
			],
			`1 call, $0.015, 60 records. Stopped at Limit for 2 items, at the end of the list for 1 item.<br>The last page had 15 more records. ${MORE}`,
		],
		[
			'at Limit and at the cap, which a higher Limit does not lift',
			[{ reason: 'limit' }, { reason: 'maxCost' }],
			`${MANY} Stopped at Limit for 1 item, at Max Cost (USD) for 1 item.<br>${reuseOf('item 1')}`,
		],
		[
			'of which only new records are wanted',
			[
				{ reason: 'maxCost', watched: { isFirst: true, leavesOld: true } },
				{ reason: 'known', watched: { known: 3 } },
			],
			`${MANY} Stopped at Max Cost (USD) for 1 item, at known records for 1 item.<br>${firstOf(0)} Only new: 40 new, 3 known.<br>${fromNextOf(0)}`,
		],
		[
			'by failures, whose error items have their positions',
			[
				{ reason: 'failure', failure: failureOf('NO_ANSWER') },
				{ reason: 'failure', failure: failureOf('NO_ANSWER') },
			],
			`${MANY} Stopped by a failure for 2 items.<br>${REUSE}`,
		],
		[
			'in first runs, by Limit and by Max Cost',
			[
				{ reason: 'limit', watched: { isFirst: true, leavesOld: true } },
				{ reason: 'maxCost', watched: { isFirst: true, leavesOld: true } },
			],
			`${MANY} Stopped at Limit for 1 item, at Max Cost (USD) for 1 item.<br>${firstOf(1)} Only new: 40 new, 0 known. ${firstOf(0)}<br>${FROM_NEXT}`,
		],
		[
			'of which the cap left two unread',
			[
				{ reason: 'limit', watched: { isFirst: true, leavesOld: true } },
				{ ...UNREAD, watched: { isFirst: true } },
				{ ...UNREAD, reason: 'halted', watched: {} },
			],
			`1 call, $0.015, 20 records. Stopped at Limit for 1 item, at Max Cost (USD) for 1 item, by another item's failure for 1 item.<br>Nothing was read, and nothing there counts as old: the next run begins there (item 1, item 2). Only new: 20 new, 0 known. ${firstOf(0)}<br>${fromNextOf(0)}`,
		],
	])('%s', (_label, endings, message) => {
		expect(told(endings).message).toBe(message);
	});
});

const FIRST = 'This was the first run: records that it did not return count as old from now on.';

describe('which items a sentence is of', () => {
	const of = (...inputs: string[]) => inputs.map((asked) => ({ asked }));
	test.each<[string, Ending[], string]>([
		['by what they ask for', of('red fox', 'x'), ' (“red fox”, “x”)'],
		['up to three', of('a', 'b', 'c', 'd'), ' (“a”, “b”, “c”, 1 more)'],
		['by their number, where that is not known', [...of('a'), {}], ' (“a”, item 1)'],
		['without markup', of('<b>', 'x'), ' (“‹b›”, “x”)'],
	])('%s', (_label, endings, words) => {
		const capped = endings.map((ending): Ending => ({ ...ending, reason: 'maxCost' }));
		expect(told(capped).message).toContain(REUSE);
		const all = [...capped, { next: null }];
		expect(told(all).message).toContain(REUSE.replace('the rest,', `the rest${words},`));
	});
});

describe('where only new records are wanted', () => {
	test.each<[string, Ending, string, ('info' | 'warning')?, (string | null)?]>([
		[
			'a quiet list',
			{ reason: 'known', records: 0, watched: { known: 12 } },
			`1 call, $0.015, 0 records. Stopped at known records.<br>Only new: 0 new, 12 known.`,
		],
		[
			'a first run with a limit',
			{ reason: 'limit', watched: { isFirst: true, leavesOld: true } },
			`${SUMS} Stopped at Limit.<br>Only new: 20 new, 0 known. ${FIRST}<br>${REST}`,
		],
		[
			'one that the cap left unread',
			{ ...UNREAD, watched: {} },
			`1 call, $0.015, 0 records. Stopped at Max Cost (USD).<br>Nothing was read, and nothing there counts as old: the next run begins there. Only new: 0 new, 0 known.`,
			'warning',
			"No record came before 'Max Cost (USD)' was reached. Nothing was read, and nothing there counts as old: the next run begins there.",
		],
		[
			'a first run that the cap ended',
			{ reason: 'maxCost', watched: { isFirst: true, leavesOld: true } },
			`${SUMS} Stopped at Max Cost (USD).<br>${FIRST} Only new: 20 new, 0 known.<br>${REST}`,
			'warning',
			`Max Cost (USD) ended this list. ${FIRST}`,
		],
		[
			'a baseline',
			{ reason: 'known', records: 0, watched: { isFirst: true, baseline: 12 } },
			`1 call, $0.015, 0 records. Stopped after remembering the existing records.<br>Only new: 0 new, 0 known, 12 existing ones remembered instead of returned.`,
		],
		[
			'a baseline of one record that the cap ended',
			{ reason: 'maxCost', records: 0, next: null, watched: { isFirst: true, baseline: 1 } },
			`1 call, $0.015, 0 records. Stopped at Max Cost (USD) after remembering the existing records.<br>Only new: 0 new, 0 known, 1 existing ones remembered instead of returned.`,
			'warning',
			'Max Cost (USD) ended this list.',
		],
		[
			'a later run that gave its list up',
			{ reason: 'maxCost', watched: { leavesOld: true } },
			`${SUMS} Stopped at Max Cost (USD).<br>The run did not get to the end of what is new: what it did not return counts as old from now on. Only new: 20 new, 0 known.<br>${REST}`,
			'warning',
			'Max Cost (USD) ended this list. The run did not get to the end of what is new: what it did not return counts as old from now on.',
		],
		[
			'a later run that reads again',
			{ reason: 'maxCost', watched: { isReadAgain: true } },
			`${SUMS} Stopped at Max Cost (USD).<br>The run did not get to the end of what is new: the next run reads again. Only new: 20 new, 0 known.`,
			'warning',
			'Max Cost (USD) ended this list. The run did not get to the end of what is new: the next run reads again.',
		],
	])('%s', (_label, ending, message, type = 'info', notice = null) => {
		expect(told([ending])).toEqual({ message, type, notices: [notice] });
	});
});

describe('what the memory has to say', () => {
	interface Memory {
		isProduction?: boolean;
		firstRun?: 'emit' | 'baseline';
		/** It has no room for another list. */
		isFull?: boolean;
		/** It cannot be written. */
		isBroken?: boolean;
	}

	async function remarksOf({
		isProduction = true,
		firstRun = 'emit',
		isFull = false,
		isBroken = false,
	}: Memory) {
		const facts = {
			isFull,
			open: async () => {},
			ask: async () => new Set<string>(),
			keep: async () => {
				if (isBroken) throw new Error('gone');
			},
		};
		const query = queryOf('fetch_user_posts_v2');
		const settings = { onlyNew: true, firstRun, cap: 1 };
		const host = { facts, isProduction, nodeId: 'n' };
		const opened = await openMemory(query, settings, host);
		const { memory, remarks } = opened as Exclude<typeof opened, { failure: unknown }>;
		const task = { list: 'L', memoryName: '', input: {}, isResumed: false } as never;
		const list = memory?.watch(task, { priceOf: () => 0, hasWaited: false });
		if (list) list.accept(list.judge({ records: [], wanted: 1 }));
		list?.end({ reason: 'end', cut: 0 });
		return [...remarks, ...((await memory?.commit()) ?? [])];
	}

	test.each<[string, Memory, string, 'info' | 'warning']>([
		[
			'in a manual run',
			{ isProduction: false },
			'Only New Records has no effect in a manual run: all records are returned, and none are remembered.',
			'info',
		],
		[
			'where it fails',
			{ isBroken: true },
			'n8n could not remember which records were returned, so they will be returned again.',
			'warning',
		],
		[
			'where it fails at a baseline',
			{ isBroken: true, firstRun: 'baseline' },
			'n8n could not remember the existing records. The next run tries again: what is added until then counts as existing.',
			'warning',
		],
		[
			'where it is full',
			{ isFull: true },
			'The memory of this node is full (60,000 values), so a list that it reads for the first time may be one that it has forgotten: its records are returned, and of a list with the newest first what Limit leaves is old. Spread the lists over several nodes.',
			'warning',
		],
	])('%s', async (_label, memory, sentence, type) => {
		const run = told([{ next: null }], { remarks: await remarksOf(memory) });
		const message = `${SUMS} Stopped at the end of the list.<br>${sentence}`;
		expect(run).toEqual({ message, type, notices: [type === 'warning' ? sentence : null] });
	});
});

test.each<[string, Ending[], string, ...string[]]>([
	['at Limit', [{ reason: 'limit' }], `${SUMS} Stopped at Limit.`],
	[
		'at Max Cost, for several items',
		[{ reason: 'maxCost' }, { reason: 'maxCost' }],
		'1 call, $0.015, 40 records. Stopped at Max Cost (USD) for 2 items.',
		FROM_NEXT,
	],
])(
	'a manual run with Only New Records reuses no pages, and is not told to: %s',
	(_label, endings, summary, ...goOn) => {
		const { message } = told(endings, { remarks: ['manualRun'], reuse: 0 });
		expect(message.split('<br>')).toEqual([
			summary,
			expect.stringContaining('has no effect in a manual run'),
			...goOn,
		]);
	},
);

test('a position that was left on says nothing of how the rest is to be had', () => {
	const failed: Ending = { reason: 'failure', failure: failureOf('NO_ANSWER') };
	const { message } = told([failed, failed], { remarks: ['resumeLeftOn'], reuse: 0 });
	expect(message).toContain(FROM_NEXT);
});

describe('what a dry run says', () => {
	const plan = (calls: number | null, pricePerCall: number | null): plansModule.Plan => ({
		calls,
		pricePerCall,
		cost: null,
		endpoint: '/e',
		input: {},
	});

	test.each<[string, plansModule.Plan[], number, number, string, 'info' | 'warning']>([
		[
			'of one call',
			[plan(1, 0.015)],
			0,
			1,
			'Dry run: nothing was bought. With full pages, 1 item would take 1 call, $0.015. Max Cost (USD) allows at most $1.00.',
			'info',
		],
		[
			'above the cap',
			[plan(3, 0.015), plan(3, 0.015)],
			0,
			0.05,
			'Dry run: nothing was bought. With full pages, 2 items would take 6 calls, $0.09. Max Cost (USD) allows at most $0.05.',
			'warning',
		],
		[
			'of a list of any length, without a cap',
			[plan(null, 0.015)],
			0,
			Infinity,
			'Dry run: nothing was bought. With full pages, 1 item would take at least 1 call, $0.015. Max Cost (USD) allows any amount.',
			'info',
		],
		[
			'of an unknown price',
			[plan(1, null)],
			0,
			Infinity,
			'Dry run: nothing was bought. With full pages, 1 item would take 1 call, at an unknown price. Max Cost (USD) allows any amount.',
			'warning',
		],
		[
			'of items of which one is wrong',
			[plan(1, 0.015)],
			1,
			1,
			`Dry run: nothing was bought. With full pages, 1 item would take 1 call, $0.015. Max Cost (USD) allows at most $1.00.<br>1 item would fail before a call.`,
			'warning',
		],
		[
			'of wrong items alone',
			[],
			2,
			1,
			`Dry run: nothing was bought.<br>2 items would fail before a call.`,
			'warning',
		],
	])('%s', (_label, plans, failures, cap, message, type) => {
		expect(panelHint(hintForPlans(plans, failures, cap, false))).toMatchObject({ message, type });
	});
});

test('a dry run that was left on is warned of in production', () => {
	expect(panelHint(hintForPlans([], 0, 1, true))).toMatchObject({
		message:
			'Dry run: nothing was bought.<br>Dry Run is on, so this execution bought nothing. Turn it off in the options.',
		type: 'warning',
	});
});

test('a hint has at most 1,500 characters: the sums first, then what to look at', () => {
	const endings = Array.from({ length: 30 }, (_, index): Ending => ({
		reason: 'maxCost',
		notices: [`The service counts ${index + 100} replies but sent ${index} of them`],
	}));
	const { message, type } = told(endings);
	const lines = message.split('<br>');
	expect(message).toHaveLength(1500);
	expect(type).toBe('warning');
	expect(lines).toHaveLength(3);
	const [sums, details, rest] = lines;
	expect(sums).toBe('1 call, $0.015, 600 records. Stopped at Max Cost (USD) for 30 items.');
	const notices = endings.flatMap(({ notices: some = [] }) => some);
	const all = notices.map((notice, item) => `${notice} (item ${item}).`).join(' ');
	expect(details?.endsWith('…')).toBe(true);
	expect(all.startsWith(details!.slice(0, -1))).toBe(true);
	expect(rest).toBe(REUSE);
});

test('markup in a position shows as it is, and is JSON still', () => {
	const next: IDataObject = { list: '<b>&`' };
	const line = told([{ reason: 'maxCost', next }])
		.message.split('<br>')
		.at(-1)!;
	expect(line).not.toMatch(/[<>&`]/);
	expect(JSON.parse(line.slice(line.indexOf('{')))).toEqual(next);
});
