import { expect, test } from '@jest/globals';
import type { IDataObject, INode } from 'n8n-workflow';

import type { Fault } from '../../emulator/emulator.mts';
import type { KeptPages } from '../../nodes/DataAccess/buy/endPass.ts';
import { Expenses } from '../../nodes/DataAccess/buy/money.ts';
import type * as errorsModule from '../../nodes/DataAccess/deliver/errors.ts';
import { errorItemsOf, errorOf } from '../../nodes/DataAccess/deliver/errors.ts';
import { answerForModel } from '../../nodes/DataAccess/deliver/forModel.ts';
import { happenedIn } from '../../nodes/DataAccess/deliver/happened.ts';
import type * as itemResultModule from '../../nodes/DataAccess/deliver/itemResult.ts';
import { failedBefore } from '../../nodes/DataAccess/deliver/itemResult.ts';
import type * as failureModule from '../../nodes/DataAccess/shared/failure.ts';
import { failureOf } from '../../nodes/DataAccess/shared/failure.ts';
import { getPosts, runAny } from '../harness/operations.mts';
import { CONTINUE, useWorld } from '../harness/world.mts';
import type { NodeRunOptions } from '../harness/world.mts';

/*
 * Errors and error items as n8n shows them, complete, each once. All other tests check only the fields for programs.
 */

type Failure = failureModule.Failure;

const world = useWorld();

/** Removes the count of gateway runs. */
const asRead = (text = '') => text.replace(/, gateway run run_[0-9a-f]+/, '');

test.each<[string, Fault | undefined, title: string, where: string]>([
	[
		'a refusal',
		{ kind: 'refused', httpStatus: 402 },
		"The gateway account's balance does not cover the call: “The balance does not cover this call”",
		'HTTP 402 from the gateway.',
	],
	[
		"the platform's own words, with a code of n8n's in them",
		{ kind: 'platform', form: 'success', message: 'NoteNotFound' },
		'The platform could not complete the request: “NoteNotFound”',
		'HTTP 200 from the platform.',
	],
	[
		'a lost answer, with such a code',
		{ kind: 'reset' },
		'The connection broke before the response was complete: “read ECONNRESET”',
		'It happened between n8n and the gateway.',
	],
	['a missing input', undefined, "'User ID' is required, but it is empty", 'Field user_id.'],
])('%s: the title says what happened, the details say where', async (...row) => {
	const [, fault, title, where] = row;
	const user = fault ? 'fails' : ' ';
	const posts = getPosts.parameters('={{ $json.user }}');
	if (fault) world.emulator.addFault({ ...fault, match: { key: 'fails' }, times: 2 });
	const stopped = await world.run(posts, { items: [{ user }] });
	expect(asRead(stopped.error?.message)).toBe(title);
	expect(asRead(stopped.error?.description ?? '').split('<br>')).toContain(where);
	const items = [{ user: 'u-size-1' }, { user }];
	const { errors } = await world.run(posts, { items, ...CONTINUE });
	const [first, ...details] = asRead(errors[0]?.message).split('\n');
	const named = fault ? `“${user}”: ${title}` : title;
	expect(first).toBe(`${named} [item 1].`);
	expect(details).toContain(where);
});

const NODE = { name: 'Data Access', parameters: {} } as INode;

const BEGIN = { list: 'L' };
const PAST = 'To skip this input item, set On Error to Continue.';
const LOST = failureOf('GATEWAY_ERROR', { httpStatus: 500 });
const RATE = failureOf('RATE_LIMITED', { httpStatus: 429 });

/** Returns items that failed after the beginning of their lists. */
const failedAt = (nexts: Array<IDataObject | null>, failure = RATE) =>
	nexts.map((next, itemIndex) => ({
		...failedBefore(itemIndex, failure, { list: 'L', start: BEGIN }),
		next,
		pages: next === BEGIN ? 0 : 1,
	})) as Array<itemResultModule.ItemResult>;

/** Sums up results with two calls each. */
function happenedOf(results: itemResultModule.ItemResult[]) {
	const expenses = new Expenses();
	for (const { itemIndex } of results) expenses.add(itemIndex, { calls: 2, cost: 0.0015 });
	return happenedIn({ results, expenses, cap: 1, reusesPages: false, remarks: [] });
}

const STOPS: errorsModule.ErrorSource = {
	...{ node: NODE, isByHand: true, executionId: '7' },
	retried: 'retry',
};

const ADVICE = "Make fewer calls at once ('Concurrency') if it keeps happening.";
const FAILED = '2 calls, $0.0015: nothing was charged for the failure.';
const WHERE = 'HTTP 429 from the gateway.';
const AGAIN = 'Try again later.';

const LIMITED = [FAILED, ADVICE, WHERE, AGAIN];
const ALL_LIMITED = [FAILED.replace('2 calls, $0.0015', '4 calls, $0.003'), ...LIMITED.slice(1)];
const LOST_CALL = [
	'2 calls, $0.0015: the failed call may have been charged.',
	...['HTTP 500 from the gateway.', AGAIN],
];

const WRONG = failureOf('INVALID_INPUT');
const WRONG_FOR_ALL = failureOf('INVALID_INPUT', {}, { unusual: { ends: 'always' } });

const RETRY = 'Retry execution 7 in Executions with the saved workflow to buy only the rest.';
const WITHIN = RETRY.replace('workflow', 'workflow within 15 minutes');
const TWICE = RETRY.replace('only the rest', 'the rest, and perhaps the failed page a second time');

const stored = { pages: 1, inMemory: 1, stored: 1, kept: 1 };
const KEPT = `Kept pages: 1 of 1. ${RETRY}`;

test.each<[string, Failure[], Partial<KeptPages>, lines: string[]]>([
	['without a page', [RATE], {}, LIMITED],
	['with a page that could not be kept', [RATE], { pages: 2 }, [...LIMITED, 'Kept pages: 0 of 2.']],
	['with a stored page', [RATE], stored, [...LIMITED, KEPT]],
	[
		'with pages that are only in memory',
		[RATE],
		{ pages: 5, inMemory: 5, kept: 5 },
		[...LIMITED, `Kept pages: 5 of 5 (5 only in this n8n process). ${WITHIN}`],
	],
	[
		'with some pages that are kept',
		[RATE],
		{ pages: 4, inMemory: 2, stored: 2, kept: 3 },
		[...LIMITED, `Kept pages: 3 of 4 (1 only in this n8n process). ${WITHIN}`],
	],
	['by a call that is bought again', [LOST], stored, [...LOST_CALL, KEPT.replace(RETRY, TWICE)]],
	['by a call that is looked for', [{ ...LOST, retry: 'safe' }], stored, [...LOST_CALL, KEPT]],
	['by the only item', [WRONG], {}, ['2 calls, $0.0015.']],
	['by an item that would fail again', [RATE, WRONG], stored, ['4 calls, $0.003.', PAST, KEPT]],
	['by a setting of all items', [WRONG, WRONG], stored, ['4 calls, $0.003.', KEPT]],
	['by an item that ends all calls', [RATE, WRONG_FOR_ALL], stored, ['4 calls, $0.003.', KEPT]],
	['by one of several items', [RATE, RATE], stored, [...ALL_LIMITED, KEPT]],
])(
	'an error that stops a workflow names its cost, what to correct, where it happened, and the next step: %s',
	(_label, failures, keptPages, lines) => {
		const happened = happenedOf(failures.map((failure, item) => failedBefore(item, failure)));
		const none = { pages: 0, inMemory: 0, minutes: 15, stored: 0, kept: 0 };
		const item = happened.failed.at(-1)!;
		const { description } = errorOf(STOPS, {
			item,
			happened,
			keptPages: { ...none, ...keptPages },
		});
		expect(description?.split('<br>')).toEqual(lines);
	},
);

const ALONE =
	'n8n does not save this execution for a retry, so run the workflow again within 15 minutes';

test.each<[string, NodeRunOptions, how: string, end: string]>([
	[
		'its Retry',
		{ mode: 'webhook', executionId: '123' },
		'Retry execution 123 in Executions with the saved workflow',
		'\n',
	],
	[
		'a new one, if n8n does not save it',
		{ mode: 'webhook', settings: { saveDataErrorExecution: 'none' } },
		ALONE,
		'\n',
	],
	[
		'a new one, if n8n does not save manual executions',
		{ settings: { saveManualExecutions: false } },
		ALONE,
		'<br>',
	],
])('which execution buys only the rest: %s', async (_label, options, how, end) => {
	const here = how === ALONE ? ' (1 only in this n8n process)' : '';
	world.emulator.addFault({ kind: 'refused', httpStatus: 402, match: { page: 2 } });
	const run = await world.run({ ...getPosts.parameters('size-30'), limit: 30 }, options);
	// Line breaks as the reader of the text needs them.
	expect(run.error?.description?.split(end)).toEqual([
		FAILED,
		'Top up the account.',
		'HTTP 402 from the gateway.',
		`Kept pages: 1 of 1${here}. ${how} to buy only the rest.`,
	]);
});

const PARENT =
	'Set Reuse Pages in this sub-workflow, then retry its parent within that many minutes';
const ITSELF =
	'If this sub-workflow itself stores the records, retry its own execution 123 instead.';

test.each<[string, number, string[]]>([
	[
		'a page is kept',
		2,
		['Kept pages: 1 of 1 (1 only in this n8n process).', `${PARENT} to buy only the rest.`, ITSELF],
	],
	['no page is kept', 1, [`${PARENT} to buy only the rest.`, ITSELF]],
])('a sub-workflow says which execution is retried: %s', async (_label, page, words) => {
	world.emulator.addFault({ kind: 'refused', httpStatus: 402, match: { page } });
	const posts = { ...getPosts.parameters('size-30'), limit: 30 };
	const { error } = await world.run(posts, { mode: 'integrated', executionId: '123' });
	expect(error?.description?.split('\n').at(-1)).toBe(words.join(' '));
});

const REST = 'To get the rest, set Resume From in the options to { "list": "L", "page": 2 }';
const OF_ITEM =
	'To get the rest (item 1), set Resume From in the options to the "next" of the item in Report, Output > Pages or an error item';

test.each<[string, Array<IDataObject | null>, item: string, rest: string[]]>([
	['its list has ended', [null], '', []],
	['its list is at the beginning', [BEGIN], '', []],
	['its list is further on', [{ list: 'L', page: 2 }], '', [REST]],
	['it is one of several', [BEGIN, { list: 'L', page: 2 }], ' [item 1]', [OF_ITEM]],
])('an error item says how to get the rest: %s', (_label, nexts, item, rest) => {
	const happened = happenedOf(failedAt(nexts));
	const lines = String(errorItemsOf(happened).at(-1)?.json.message).split('\n');
	const title = `The gateway's rate limit was reached${item}.`;
	expect(lines).toEqual([title, FAILED, ADVICE, WHERE, AGAIN, ...rest]);
});

test('an error holds the position to resume from: the start, because nothing was delivered', () => {
	const next = { list: 'L', page: 2 };
	const failure = failureOf('PLATFORM_ERROR', { httpStatus: 200, field: 'f', runId: 'run_1' });
	const results = failedAt([BEGIN, next], failure);
	const error = {
		...{ code: 'PLATFORM_ERROR', httpStatus: 200, layer: 'platform', itemIndex: 1, field: 'f' },
		...{ callsMade: 2, cost: 0.0015, costIsEstimate: false, mayBeCharged: false, runId: 'run_1' },
	};
	const items = errorItemsOf(happenedOf(results));
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	expect(items[1]!.json).toEqual({ error: { ...error, next }, message: expect.any(String) });
	const happened = happenedOf(results);
	const stopped = errorOf(STOPS, { item: happened.failed[1]!, happened });
	expect(stopped.errorResponse).toEqual({ ...error, next: BEGIN });
});

test('an item with a lost call may have been charged, whatever failed last', () => {
	const expenses = new Expenses();
	expenses.add(0, { calls: 2, possible: 0.0015 });
	const happened = happenedIn({ results: failedAt([BEGIN]), expenses });
	expect(errorItemsOf(happened)[0]?.json.error).toMatchObject({ mayBeCharged: true });
});

test('errors of Gateway > Run name its own fields: under Stop, Continue, and for models', async () => {
	const advice =
		"Check 'Endpoint' and 'Provider' in the node, then the 'Base URL' in the credential.";
	world.emulator.addFault({ kind: 'refused', httpStatus: 404, times: 2 });
	const any = runAny('/api/v1/made/up', { price: 0.001 });
	expect((await world.run(any)).error?.description?.split('<br>')).toContain(advice);
	const { errors } = await world.run(any, CONTINUE);
	expect(errors[0]?.message.split('\n')).toContain(advice);
	const results = failedAt([BEGIN], failureOf('NOT_FOUND'));
	const happened = happenedIn({ results, cap: 0, price: 1, isWritten: true });
	const use = { spent: { most: 0 }, isAlone: false };
	expect(answerForModel([], happened, use)[0]?.json.message).toContain(advice);
});

const CUSTOM = '__CUSTOM_API_CALL__';
const NO_CUSTOM_CALL =
	"This node does not support Custom API Calls: use n8n's HTTP Request node with this credential, or Gateway > Run in this node";

test.each<[string, IDataObject, string]>([
	[
		'says so, without markup',
		{ ...getPosts.parameters('a'), operation: '<b>' },
		'The operation "‹b›" of the resource "user" does not exist',
	],
	[
		"says what to use instead of n8n's own operation",
		{ ...getPosts.parameters('a'), operation: CUSTOM },
		NO_CUSTOM_CALL,
	],
	[
		"says what to use instead of n8n's own resource, which has no operation",
		{ resource: CUSTOM },
		NO_CUSTOM_CALL,
	],
])('a node that is set to an operation that does not exist %s', async (...row) => {
	const [, all, message] = row;
	const description = 'Choose the operation again in the node. Nothing was called or charged.';
	expect((await world.run(all)).error).toMatchObject({ message, description });
});

test('a tool whose records n8n would lose refuses to run', async () => {
	const { error } = await world.run(getPosts.parameters('a'), {
		node: { type: 'n8n-nodes-data-access.dataAccessTool', onError: 'continueErrorOutput' },
	});
	expect(error?.message).toBe(
		'With On Error set to Continue (using error output), n8n would lose the records that this tool buys. Nothing was called or charged. For the user: choose another setting',
	);
	expect(world.emulator.ledger).toEqual([]);
});
