import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { Expenses, Spending } from '../../nodes/DataAccess/buy/money.ts';
import type * as itemResultModule from '../../nodes/DataAccess/deliver/itemResult.ts';
import type * as happenedModule from '../../nodes/DataAccess/deliver/happened.ts';
import { happenedIn } from '../../nodes/DataAccess/deliver/happened.ts';
import { hintFor, panelHint } from '../../nodes/DataAccess/deliver/hint.ts';
import { REMARKS } from '../../nodes/DataAccess/deliver/remarks.ts';
import type * as plansModule from '../../nodes/DataAccess/deliver/plans.ts';
import { hintForPlans } from '../../nodes/DataAccess/deliver/plans.ts';
import { reportOf } from '../../nodes/DataAccess/deliver/report.ts';
import { nothingOf } from '../../nodes/DataAccess/list/collected.ts';
import type { Doubt, WatchSummary } from '../../nodes/DataAccess/list/judgement.ts';
import { failureOf } from '../../nodes/DataAccess/shared/failure.ts';

/*
 * The hints under the output, complete, each once, with the notice that the report has instead. All other tests check
 * only the reason, the numbers and the report.
 */

type ItemResult = itemResultModule.ItemResult;
type Ending = Partial<Omit<ItemResult, 'watched'>> & { watched?: Partial<WatchSummary> };
type Type = 'info' | 'warning';

const QUIET: WatchSummary = {
	...{ isFirst: false, isBaseline: false, leavesOld: false },
	isReadAgain: false,
};

/** Returns results of lists of which one page was read, and which ended in these ways. */
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
	spent?: Partial<Spending>;
	remarks?: happenedModule.Happened['remarks'];
}

function shown(endings: Ending[], { spent, remarks = [] }: More = {}) {
	// Watched lists reuse no pages.
	const reusesPages = !endings.some(({ watched }) => watched);
	const expenses = new Expenses();
	expenses.add(0, Object.assign(new Spending(), { calls: 1, cost: 0.015 }, spent));
	const results = resultsOf(endings);
	const happened = happenedIn({ results, expenses, cap: 1, price: 0.015, reusesPages, remarks });
	const { message, type } = panelHint(hintFor(happened));
	const notices = reportOf(happened).map(({ json }) => json.notice);
	return { lines: message.split('<br>'), type, notices };
}

const sums = (records = 20) => `1 call, $0.015, ${records} records.`;
const EMPTY_PAGE =
	'The platform says there is more but sent an empty page, so no further page was bought.';
const SAME_POSITION = 'The platform gave the same position again, so no further page was bought.';
const REST = 'To get the rest, set Resume From in the options to { "list": "L", "page": 2 }';
const RESUME = 'To get the rest, set Resume From in the options to';
const BY_NEXT = `${RESUME} the "next" of the item in Report, Output > Pages or an error item`;
const of = (words: string, item: string) => words.replace('the rest,', `the rest (${item}),`);

const FIRST = 'This was the first run: no later run returns the records that it left out';
const TOO_LOW = 'Max Cost (USD) is too low for all new records:';
const OLD = "No later run returns the new records beyond this list's share of Max Cost (USD).";
const AGAIN = 'The run did not reach the end of the new records: the next run reads them again.';
const CUT = `${TOO_LOW} the next run reads them again under the same cap.`;
const NEEDED = 'This run needs at least $0.03 to read further in each list.';
const LOST = 'The connection broke before the response was complete: “socket hang up”.';
const NONE_KNOWN = 'No record here was known from earlier runs.';
const IN_PART =
	'No record here was known from earlier runs, so the next run reads the list again: the platform may have changed the IDs or the order, or have sent only part of the list.';
const CAPPED = 'Max Cost (USD) ended this list.';
const NONE = "No record was returned before 'Max Cost (USD)' was reached.";
const NONE_READ = 'This list was not read, and none of its records count as returned';
const NEXT = `${NONE_READ}: the next run reads it.`;
const LEFT = `${NONE_READ}: raise Max Cost (USD) to read each list`;

/** A list for which the cap allowed no page. */
const UNREAD: Ending = { reason: 'maxCost', items: [], records: 0, pages: 0, next: { list: 'L' } };

const NOT_CALLED = 'An earlier call in this execution was refused, and this one would be too.';
const BROKEN = failureOf('NO_ANSWER', { words: 'socket hang up' });
const TOO_LONG = { list: 'x'.repeat(300) };
const UNTOLD = 'It did not say whether there is more';

const first = { isFirst: true, leavesOld: true };
const baseline = { isFirst: true, isBaseline: true };
const old = { leavesOld: true };
const again = { isReadAgain: true };
const known = { reason: 'known', records: 0 } as const;
const halted = { reason: 'halted' } as const;
const unsure = { next: null, mayHaveMore: true };
const capped = { reason: 'maxCost' } as const;

const AT_CAP = 'at Max Cost (USD)';
const BY_OTHER = "by another item's failure";

/** The notice of a warning is its first sentence, unless the row has another. */
type Row = [Type, stopped: string, Ending, rest?: string[], notice?: string];

test.each<Row>([
	['info', 'at the end of the list', { next: null }],
	['info', 'at Limit', { reason: 'limit' }],
	['info', 'at known records', { ...known, watched: {} }],
	['info', 'at Limit', { reason: 'limit', watched: first }, [`${FIRST}.`, REST]],
	['info', 'after remembering the existing records', { ...known, watched: baseline }],
	['warning', 'at an empty page', { reason: 'emptyPage' }, [EMPTY_PAGE, REST]],
	[
		'warning',
		'at a repeated position',
		{ reason: 'repeatedPosition', next: null },
		[SAME_POSITION],
	],
	['warning', AT_CAP, capped, [REST], CAPPED],
	['warning', AT_CAP, { ...capped, next: TOO_LONG }, [BY_NEXT], CAPPED],
	['warning', AT_CAP, { ...capped, watched: old }, [`${OLD} ${NEEDED}`, REST], OLD],
	['warning', AT_CAP, { ...capped, watched: again }, [`${CUT} ${NEEDED}`], CUT],
	['warning', 'at the end of the list', { watched: again, next: null }, [IN_PART]],
	['warning', AT_CAP, { ...capped, watched: {} }, [NEEDED, REST], CAPPED],
	['warning', AT_CAP, { ...UNREAD, watched: {} }, [`${LEFT}. ${NEEDED}`], `${NONE} ${LEFT}.`],
	['warning', 'by a failure', { reason: 'failure', failure: BROKEN }, [REST], LOST],
	['warning', 'after 3 pages', { ...unsure, pages: 3, endNotice: UNTOLD }, [`${UNTOLD}.`]],
	['info', 'after 1 page', unsure],
	['warning', BY_OTHER, { ...UNREAD, ...halted, watched: {} }, [NEXT], `${NOT_CALLED} ${NEXT}`],
	['warning', BY_OTHER, { ...halted, watched: again }, [AGAIN], `${NOT_CALLED} ${AGAIN}`],
])('how one list ended, as %s: %s, %j', (type, stopped, ending, rest = [], named) => {
	const notice = named ?? (type === 'warning' ? rest[0] : null);
	const lines = [`${sums(ending.records)} Stopped ${stopped}.`, ...rest];
	expect(shown([ending])).toEqual({ lines, type, notices: [notice] });
});

test.each<[Doubt, string]>([
	[
		'unsorted',
		'The platform did not send the newest records first, so new ones may be missing on pages that were not read.',
	],
	[
		'allNewByContent',
		`${NONE_KNOWN} Records without an ID are compared by their content, so a record is returned again when one of its counts changes: set ID Path if the records have an ID.`,
	],
	[
		'inARow',
		'The run ended after 20 known records in a row. Their times have changed or are all the same, so new records below them may be missing.',
	],
])('why a watched list may have missed something: %s', (doubt, sentence) => {
	const run = shown([{ reason: 'known', watched: { doubt } }]);
	const lines = [`${sums()} Stopped at known records.`, sentence];
	expect(run).toEqual({ lines, type: 'warning', notices: [sentence] });
});

test('under a cap that is too low for many lists, the hint names some of them and a sufficient cap', () => {
	const cut: Ending = { ...capped, watched: { isReadAgain: true } };
	const { lines, type } = shown([{ ...known, watched: {} }, ...Array<Ending>(34).fill(cut)]);
	const named = CUT.replace('.', ' (item 1, item 2, item 3, 31 more).');
	const needed = NEEDED.replace('$0.03', '$0.53');
	expect([lines[1], type]).toEqual([`${named} ${needed}`, 'warning']);
});

test.each<[string, Partial<Spending>, needed: string]>([
	['lost calls', { possible: 0.015 }, '$0.05'],
	['only lost calls', { cost: 0, possible: 0.015 }, '$0.03'],
	['calls that were not charged', { calls: 3 }, '$0.03'],
	['no call', { calls: 0, cost: 0 }, '$0.02'],
])('a sufficient cap counts what this one counted: %s', (_label, spent, needed) => {
	const { lines } = shown([{ ...capped, watched: again }], { spent });
	expect(lines[1]).toBe(`${CUT} ${NEEDED.replace('$0.03', needed)}`);
});

test.each<[string, Partial<Spending>, Ending, Type, ...string[]]>([
	[
		'estimated from list prices',
		{ calls: 2, isEstimate: true },
		{ records: 1 },
		'info',
		'2 calls, $0.015 (estimated from standard prices), 1 record.',
	],
	[
		'with a call that may have been charged',
		{ possible: 0.0015 },
		{},
		'warning',
		'1 call, $0.015, and perhaps $0.0015 more, 20 records.',
	],
	[
		'with a reused page',
		{},
		{ reused: { pages: 1, age: 60_001 } },
		'info',
		sums(),
		'Reused 1 page from up to 2 minutes ago at no cost. To buy it again, set Reuse Pages to 0.',
	],
	[
		'with reused pages',
		{},
		{ reused: { pages: 2, age: 1 } },
		'info',
		sums(),
		'Reused 2 pages from up to 1 minute ago at no cost. To buy them again, set Reuse Pages to 0.',
	],
	[
		'a lost response that was recovered',
		{},
		{ reused: { pages: 0, age: 600_000 } },
		'info',
		sums(),
		'The response found now is up to 10 minutes old.',
	],
])('the cost: %s', (_label, spent, ending, type, cost, ...rest) => {
	const { lines, ...run } = shown([{ next: null, ...ending }], { spent });
	expect(lines).toEqual([`${cost} Stopped at the end of the list.`, ...rest]);
	expect(run.type).toBe(type);
});

const failed: Ending = { reason: 'failure', failure: failureOf('NO_ANSWER') };

const unreached: Ending = {
	...{ reason: 'failure', failure: failureOf('UNREACHABLE') },
	...{ pages: 0, records: 0, next: null },
};

test('if no call reached the gateway, the hint has no sum', () => {
	const { lines } = shown([unreached, unreached, unreached], { spent: { calls: 11, cost: 0 } });
	expect(lines).toEqual([
		'No call reached the gateway, 0 records. Stopped by a failure for 3 items.',
	]);
});

test.each<[string, Ending[], lines: string[]]>([
	[
		'at Limit and at the cap',
		[{ reason: 'limit' }, { reason: 'maxCost' }],
		[
			`${sums(40)} Stopped at Limit for 1 item, at Max Cost (USD) for 1 item.`,
			of(BY_NEXT, 'item 1'),
		],
	],
	[
		'one claims that there is more, but has no "next", so that no loop continues forever',
		[{ reason: 'emptyPage', notices: ['Twice', 'Twice'] }, { next: null }],
		[
			`${sums(40)} Stopped at an empty page for 1 item, at the end of the list for 1 item.`,
			`Twice (item 0). ${EMPTY_PAGE.replace('.', ' (item 0).')}`,
		],
	],
	[
		'by failures, each with an error item',
		[failed, failed],
		[`${sums(40)} Stopped by a failure for 2 items.`, BY_NEXT],
	],
	[
		'in first runs, by Limit and by Max Cost',
		[
			{ reason: 'limit', watched: first },
			{ reason: 'maxCost', watched: first },
			{ reason: 'known', watched: {} },
		],
		[
			`${sums(60)} Stopped at Limit for 1 item, at Max Cost (USD) for 1 item, at known records for 1 item.`,
			`${FIRST} (item 1). ${FIRST} (item 0).`,
			of(BY_NEXT, 'item 0, item 1'),
		],
	],
	[
		'two were not read because of the cap',
		[
			{ reason: 'limit', watched: first },
			{ ...UNREAD, watched: { isFirst: true } },
			{ ...UNREAD, reason: 'halted', watched: {} },
		],
		[
			`${sums()} Stopped at Limit for 1 item, at Max Cost (USD) for 1 item, by another item's failure for 1 item.`,
			`${LEFT} (item 1). ${NONE_READ}: the next run reads it (item 2). ${FIRST} (item 0).`,
			of(BY_NEXT, 'item 0'),
		],
	],
])('how several lists ended: %s', (_label, endings, lines) => {
	expect(shown(endings).lines).toEqual(lines);
});

const asking = (...inputs: string[]) => inputs.map((inputLabel) => ({ inputLabel }));

test.each<[string, Ending[], string]>([
	['by their first input', asking('red fox', 'x'), '“red fox”, “x”'],
	['up to three', asking('a', 'b', 'c', 'd'), '“a”, “b”, “c”, 1 more'],
	['by number if the input is unknown', [...asking('a'), {}], '“a”, item 1'],
	['without markup', asking('<b>', 'x'), '“‹b›”, “x”'],
])('how a sentence names its items: %s', (_label, endings, words) => {
	const cut = endings.map((ending): Ending => ({ ...ending, ...capped }));
	expect(shown(cut).lines.at(-1)).toBe(BY_NEXT);
	expect(shown([...cut, { next: null }]).lines.at(-1)).toBe(of(BY_NEXT, words));
});

test.each<[keyof typeof REMARKS, Type, string]>([
	[
		'manualRun',
		'info',
		'Only New Records has no effect in a manual run: all records are returned, and none are remembered.',
	],
	[
		'forgetting',
		'warning',
		'n8n could not remember all records that were read: those it forgot will be returned again.',
	],
	[
		'memoryFilled',
		'warning',
		'The memory of this node is now full (60,000 values). From now on, the node forgets the oldest records, and may return them again. Spread the lists over several nodes.',
	],
	[
		'memoryFull',
		'warning',
		'The memory of this node is full (60,000 values), so this run may have read a forgotten list as a new one. The records of that list are returned again; if it has the newest first, no later run returns those beyond Limit. Spread the lists over several nodes.',
	],
])('what the memory has to say: %s', (name, type, sentence) => {
	const run = shown([{ next: null }], { remarks: [REMARKS[name]] });
	const lines = [`${sums()} Stopped at the end of the list.`, sentence];
	expect(run).toEqual({ lines, type, notices: [type === 'warning' ? sentence : null] });
});

const plan = (
	calls: number | null,
	pricePerCall: number | null,
	keyword = 'a',
): plansModule.Plan => ({
	calls,
	pricePerCall,
	cost: calls && pricePerCall && calls * pricePerCall,
	endpoint: '/e',
	input: { keyword },
});
const one = plan(1, 0.015);
const three = plan(3, 0.015);
const endless = plan(null, 0.015);
const unpriced = plan(1, null);
const NO_CAP = Infinity;
const ALLOWS = 'Max Cost (USD) allows at most';
const FAIL = 'would fail before a call.';

test.each<[Parameters<typeof hintForPlans>, Type, string, ...string[]]>([
	[[[one], 0, 1, []], 'info', `1 item would take 1 call, $0.015. ${ALLOWS} $1.00.`],
	[
		[[three, plan(3, 0.015, 'b'), one], 1, 0.05, []],
		'warning',
		`3 items would take 6 calls, $0.09. ${ALLOWS} $0.05.`,
		`1 item ${FAIL}`,
	],
	[
		[[endless], 0, NO_CAP, []],
		'info',
		'1 item would take at least 1 call, $0.015, unless pages are reused.',
	],
	[[[unpriced], 0, NO_CAP, []], 'warning', '1 item would take 1 call, at an unknown price.'],
	[[[], 2, NO_CAP, []], 'warning', '0 items would take 0 calls, $0.00.', `2 items ${FAIL}`],
	[
		[[one], 0, NO_CAP, [REMARKS.dryRunLeftOn]],
		'warning',
		'1 item would take 1 call, $0.015.',
		'Dry Run is on, so this execution bought nothing. Turn it off in the options.',
	],
])('the hint of a dry run: %j is %s: %s', (planned, type, summary, ...rest) => {
	const lines = [`Dry run: nothing was bought. With full pages, ${summary}`, ...rest];
	const message = lines.join('<br>');
	expect(panelHint(hintForPlans(...planned))).toMatchObject({ message, type });
});

test('a hint is short: the sums first, then 1,000 characters of warnings', () => {
	const notices = Array.from({ length: 40 }, (_, at) => `The platform counts ${at + 100} replies`);
	const endings = notices.map((notice): Ending => ({ reason: 'maxCost', notices: [notice] }));
	const { lines } = shown(endings);
	const all = notices.map((notice, item) => `${notice} (item ${item}).`).join(' ');
	const summary = `${sums(800)} Stopped at Max Cost (USD) for 40 items.`;
	expect(lines).toEqual([summary, `${all.slice(0, 1000)}…`, BY_NEXT]);
});

test('markup in a position is escaped, and the position is still JSON', () => {
	const next: IDataObject = { list: '<b>&`' };
	const line = shown([{ reason: 'maxCost', next }]).lines.at(-1)!;
	expect(line).not.toMatch(/[<>&`]/);
	expect(JSON.parse(line.slice(line.indexOf('{')))).toEqual(next);
});
