import { describe, expect, jest, test } from '@jest/globals';
import type { IDataObject, INode, NodeApiError } from 'n8n-workflow';

import type { Fault } from '../../emulator/emulator.mts';
import type { SafePages } from '../../nodes/DataAccess/buy/buyer.ts';
import type * as spendingModule from '../../nodes/DataAccess/buy/spending.ts';
import type * as errorsModule from '../../nodes/DataAccess/deliver/errors.ts';
import type * as happenedModule from '../../nodes/DataAccess/deliver/happened.ts';
import type * as failureModule from '../../nodes/DataAccess/shared/failure.ts';
import { built } from '../harness/built.mts';
import { outside } from '../harness/native.mts';
import { getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import type { NodeRunOptions, PollRunOptions } from '../harness/world.mts';

/*
 * Errors and error items as n8n shows them, and what polls write in its log, whole and once. All other
 * tests look at what an error holds for programs.
 */

const world = useWorld();

interface Row {
	label: string;
	fault?: Fault;
	/** The user of the item that fails. */
	user?: string;
	/** All that stands in the red title, but for the item. */
	title: string;
	where: string;
}

const ROWS: Row[] = [
	{
		label: 'a refusal',
		fault: { kind: 'refused', httpStatus: 402 },
		title:
			"The gateway account's balance does not cover the call: “The balance does not cover this call”",
		where: 'Where: HTTP 402, layer: gateway.',
	},
	{
		label: "the platform's own words",
		fault: { kind: 'platform', form: 'success', message: 'is gone' },
		title: 'The platform could not answer the request: “is gone”',
		where: 'Where: HTTP 200, layer: platform.',
	},
	{
		label: 'a lost answer',
		fault: { kind: 'reset' },
		title: 'The connection broke before the answer was complete: “ECONNRESET”',
		where: 'Where: layer: network.',
	},
	...['NoteNotFound', 'ResourceAccessException', 'UPSTREAM_ETIMEDOUT', 'preexisting run'].map(
		(message): Row => ({
			label: `words with a code of n8n's in them: ${message}`,
			fault: { kind: 'platform', form: 'success', message },
			title: `The platform could not answer the request: “${message}”`,
			where: 'Where: HTTP 200, layer: platform.',
		}),
	),
	{
		label: 'an input that is missing',
		user: ' ',
		title: "'User ID' is required, but it is empty",
		where: 'Where: layer: input, field: user_id.',
	},
];

const posts = getPosts.parameters('={{ $json.user }}');

/** The items of a run, of which the last one fails. */
const itemsWith = ({ user = 'fails' }: Row, others: number) => [
	...Array.from({ length: others }, (_, index) => ({ user: `u${index} size-1` })),
	{ user },
];

/** As a person reads it: without what only n8n takes notice of, and the count of the gateway's runs. */
const asRead = (text = '') => text.replaceAll('\u2060', '').replace(/, run: run_[0-9a-f]+/, '');

test.each(ROWS)('$label: the title says what happened, the details say where', async (row) => {
	for (const [onError, others, suffix] of [
		['stopWorkflow', 0, ''],
		['continueRegularOutput', 2, ' [item 2]'],
	] as const) {
		if (row.fault) world.emulator.addFault({ ...row.fault, match: { key: 'fails' } });
		const items = itemsWith(row, others);
		const { error, errors } = await world.run(posts, { items, node: { onError } });
		const [title, ...details] =
			onError === 'stopWorkflow'
				? [`${asRead(error?.message)}.`, ...asRead(error?.description ?? '').split('<br>')]
				: errors.flatMap(({ message }) => asRead(message).split('\n'));
		expect(title).toBe(`${row.title}${suffix}.`);
		expect(details).toContain(row.where);
	}
});

const { Account, Spending } = built<typeof spendingModule>('buy/spending');
const { errorItemsOf, errorOf } = built<typeof errorsModule>('deliver/errors');
const { failedBefore, happenedIn } = built<typeof happenedModule>('deliver/happened');
const { failureOf } = built<typeof failureModule>('shared/failure');

const NODE: INode = {
	id: 'n',
	name: 'Data Access',
	type: 'n8n-nodes-data-access.dataAccess',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const SETTINGS = { cap: 1, reuse: 0, remarks: [] };

/** Items that failed at a rate limit behind the beginning of their lists, after two calls each. */
function failedAt(nexts: Array<IDataObject | null>) {
	const failure = failureOf('RATE_LIMITED', { httpStatus: 429 });
	const results = nexts.map((next, itemIndex) => ({
		...failedBefore(itemIndex, failure, 'L', { list: 'L' }),
		next,
		records: 12,
	})) as Array<happenedModule.FailedResult>;
	const account = new Account();
	for (const { itemIndex } of results) {
		account.record(itemIndex, Object.assign(new Spending(), { calls: 2, cost: 0.0015 }));
	}
	return { results, happened: happenedIn({ results, account, ...SETTINGS }) };
}

const ADVICE = "Try again later. If it keeps happening, make fewer calls at once ('Concurrency').";
const FAILED =
	'The failed call was not charged. 2 calls made, $0.0015; 12 records read before that.';
const WHERE = 'Where: HTTP 429, layer: gateway.';
const NO_PAGES: SafePages = { pages: 0, inMemory: 0, minutes: 0, stored: 0 };

describe('what stops a workflow, or a poll, is told in lines: cost, what to do, what is safe, where', () => {
	const place = { node: NODE, isByHand: true, executionId: '7' };
	const stops: errorsModule.ErrorPlace = { ...place, retried: 'retry' };
	const polls: errorsModule.ErrorPlace = { ...place, retried: 'poll' };
	const descriptionsOf = (count: number, safe: SafePages) => {
		const { results, happened } = failedAt(Array.from({ length: count }, () => ({ list: 'L' })));
		const [result] = results as [happenedModule.FailedResult];
		const stopped = errorOf(stops, result, happened, safe);
		const polled = errorOf(polls, result, happened, safe, 'No call is made for 10 minutes.');
		return [stopped, polled].map(({ description }) => description?.split('<br>'));
	};
	const PAUSE = 'No call is made for 10 minutes.';
	const RETRY =
		'Retry execution 7 in Executions, with the currently saved workflow if you changed it: it buys only the rest.';
	const POLL = 'A poll within 15 minutes uses them: it buys only the rest.';

	test.each<[string, Partial<SafePages>, string[], string[]]>([
		['no page was bought', {}, [], []],
		['none could be kept', { pages: 2 }, ['Safe pages: 0 of 2.'], ['Safe pages: 0 of 2.']],
		[
			'one is kept with the execution',
			{ pages: 1, inMemory: 1, minutes: 15, stored: 1 },
			[`Safe pages: 1 of 1. ${RETRY}`],
			[`Safe pages: 1 of 1. ${POLL}`],
		],
		[
			'all are kept in memory',
			{ pages: 5, inMemory: 5, minutes: 15 },
			[`Safe pages: 5 of 5. ${RETRY.replace('Executions', 'Executions within 15 minutes')}`],
			[`Safe pages: 5 of 5. ${POLL}`],
		],
		[
			'some are kept',
			{ pages: 3, inMemory: 1, minutes: 1, stored: 2 },
			[`Safe pages: 2 of 3. ${RETRY}`],
			[`Safe pages: 1 of 3. ${POLL.replace('15 minutes', '1 minute')}`],
		],
	])('%s', (_label, safe, told, toldPoll) => {
		expect(descriptionsOf(1, { ...NO_PAGES, ...safe })).toEqual([
			[FAILED, ADVICE, ...told, WHERE],
			[ADVICE, PAUSE, ...toldPoll, WHERE],
		]);
	});

	test('whose call may have been charged', () => {
		const failure = failureOf('GATEWAY_ERROR', { httpStatus: 500 });
		const result = failedBefore(0, failure, 'L', { list: 'L' }) as happenedModule.FailedResult;
		const results = [result];
		const happened = happenedIn({ results, account: new Account(), ...SETTINGS });
		const safe = { pages: 2, inMemory: 2, minutes: 15, stored: 2 };
		const told = [stops, polls].map((where) =>
			errorOf(where, result, happened, safe).description?.split('<br>').slice(-3, -1),
		);
		expect(told).toEqual([
			[
				'Try again later.',
				`Safe pages: 2 of 2. ${RETRY.replace('the rest', 'the rest, and the failed page again, which may cost twice')}`,
			],
			[
				'Try again later.',
				`Safe pages: 2 of 2. ${POLL.replace('the rest', 'the rest, and the failed page again, which may cost twice')}`,
			],
		]);
	});

	test('of an input item among others, which Retry would meet again', () => {
		const { results } = failedAt([{ list: 'L' }, { list: 'M' }]);
		const failure = failureOf('INVALID_INPUT');
		const wrong = { ...results[1]!, failure };
		const account = new Account();
		const all = [results[0]!, wrong];
		const happened = happenedIn({ results: all, account, ...SETTINGS });
		const safe = { pages: 6, inMemory: 6, minutes: 15, stored: 6 };
		const told = errorOf(stops, wrong, happened, safe).description?.split('<br>');
		expect(told?.slice(1, 3)).toEqual([
			'Correct it.',
			`Safe pages: 6 of 6. ${RETRY} To get past this input item, set On Error to Continue before.`,
		]);
	});

	test('of several items, with what the execution has cost', () => {
		const [stopped] = descriptionsOf(2, NO_PAGES);
		expect(stopped).toEqual([
			'The failed call was not charged. 2 calls made, $0.0015; 12 records read before that. The whole execution: 4 calls, $0.003.',
			ADVICE,
			WHERE,
		]);
	});
});

describe('which execution buys only the rest', () => {
	const NEW_RUN =
		'Safe pages: 1 of 1. n8n does not save this execution, so run the workflow again within 15 minutes: it buys only the rest.';
	const described = async (options: NodeRunOptions) => {
		world.emulator.addFault({ kind: 'refused', httpStatus: 402, match: { page: 2 } });
		const run = await world.run({ ...getPosts.parameters('size-30'), limit: 30 }, options);
		return run.error?.description?.split(/<br>|\n/)[2];
	};

	test.each<[string, NodeRunOptions, string]>([
		[
			"the same one's Retry; of a sub-workflow, its own, which its parent does not run again",
			{ mode: 'integrated', executionId: '123' },
			'Safe pages: 1 of 1. Retry execution 123 in Executions, with the currently saved workflow if you changed it: it buys only the rest.',
		],
		[
			'a new one, where n8n does not save it',
			{ mode: 'webhook', settings: { saveDataErrorExecution: 'none' } },
			NEW_RUN,
		],
		[
			'a new one, where n8n does not save what is run by hand',
			{ settings: { saveManualExecutions: false } },
			NEW_RUN,
		],
	])('%s', async (_label, options, told) => {
		expect(await described(options)).toBe(told);
	});
});

test.each([
	['manual', '<br>'],
	['webhook', '\n'],
] as const)(
	'the lines of an error as their readers show them, of a run by %s',
	async (mode, end) => {
		world.emulator.addFault({ kind: 'refused', httpStatus: 402 });
		const { error } = await world.run(getPosts.parameters('a'), { mode });
		expect(error?.description).toBe(
			`The failed call was not charged. 1 call made, $0.00; 0 records read before that.${end}Top up the account.${end}Where: HTTP 402, layer: gateway.`,
		);
	},
);

describe('an error item says how to get the rest', () => {
	const TITLE = 'The gateway is limiting the rate of calls';

	const REST =
		'To get the rest, run this item alone, with Resume From in the options set to the "next" of this error, and Limit to what is missing.';

	test.each<[string, IDataObject | null, string[]]>([
		['its list has ended', null, []],
		['it is at its beginning', { list: 'L' }, []],
		['it is further on', { list: 'L', page: 2 }, [REST]],
	])('%s', (_label, next, rest) => {
		const [item] = errorItemsOf(failedAt([next]).happened);
		const lines = String(item?.json.message).split('\n');
		expect(lines).toEqual([`${TITLE}.`, FAILED, ADVICE, WHERE, ...rest]);
	});

	test('one of several', () => {
		const next = { list: 'L', page: 2 };
		const [, item] = errorItemsOf(failedAt([next, next]).happened);
		const lines = String(item?.json.message).split('\n');
		expect(lines).toEqual([`${TITLE} [item 1].`, FAILED, ADVICE, WHERE, REST]);
	});
});

describe('a node that is set to what it cannot do', () => {
	test.each<[string, IDataObject, string]>([
		[
			'by name',
			{ operation: 'none' },
			'The operation "none" of the resource "user" does not exist',
		],
		[
			'by markup',
			{ operation: '<b>' },
			'The operation "‹b›" of the resource "user" does not exist',
		],
	])('an operation that does not exist, %s', async (_label, parameters, title) => {
		const all = { ...getPosts.parameters('a'), ...parameters };
		const advice = 'Choose the operation again in the node. Nothing was called or charged.';
		const { error } = await world.run(all);
		expect([error?.message, error?.description]).toEqual([title, advice]);
		const polled = world.poll(all, { staticData: {} });
		await expect(polled).rejects.toMatchObject({ message: title, description: advice });
	});

	test('a tool whose records n8n would lose', async () => {
		const { error } = await world.run(getPosts.parameters('a'), {
			node: { type: 'n8n-nodes-data-access.dataAccessTool', onError: 'continueErrorOutput' },
		});
		expect(error?.message).toBe(
			'With On Error set to Continue (using error output), n8n would lose the records that this tool buys. Nothing was called or charged. For the user: choose another setting',
		);
		expect(world.emulator.ledger).toEqual([]);
	});
});

describe("a poll tells n8n's log", () => {
	const polls = () => {
		const [staticData, logged]: [IDataObject, string[]] = [{}, []];
		const poll = async (parameters: IDataObject = {}, options: Partial<PollRunOptions> = {}) =>
			await world
				.poll({ ...posts, userId: 'u', ...parameters }, { staticData, logged, ...options })
				.catch(() => undefined);
		return { poll, logged };
	};
	const grow = () => world.emulator.changeList(getPosts.name, 'u', { add: 70 });

	test('what it left, and how to get that', async () => {
		const { poll, logged } = polls();
		await poll();
		grow();
		await poll({ maxCost: 0.0015 });
		const [, next = ''] = /(\{.*\})$/.exec(logged[0]!) ?? [];
		expect(logged).toEqual([
			`Data Access Trigger: The run did not get to the end of what is new: what it did not return counts as old from now on. A Data Access node gets the rest with Resume From set to ${next}`,
		]);
		expect(JSON.parse(next)).toHaveProperty('list');
	});

	test('that it fails, and when it calls again', async () => {
		const { poll, logged } = polls();
		world.emulator.addFault({ kind: 'refused', httpStatus: 401 });
		await poll();
		expect(logged).toEqual([
			'Data Access Trigger: The poll failed. No call is made for 10 minutes, unless the parameters or the credential change.',
		]);
	});

	test('in the one text of its error that error workflows get: the cost', async () => {
		world.emulator.addFault({ kind: 'refused', httpStatus: 402, match: { page: 2 } });
		const parameters = { ...posts, userId: 'size-30', firstPoll: 'emit' };
		const failed = await world.poll(parameters, { staticData: {} }).catch((error: Error) => error);
		const { message, description } = failed as NodeApiError;
		expect(asRead(message)).toBe(
			`The gateway account's balance does not cover the call: “The balance does not cover this call”. The failed call was not charged. 2 calls made, $0.0015; 12 records read before that.`,
		);
		expect(description?.split('\n')).toEqual([
			'Top up the account.',
			'No call is made for 10 minutes, unless the parameters or the credential change.',
			'Safe pages: 1 of 1. A poll within 15 minutes uses them: it buys only the rest.',
			'Where: HTTP 402, layer: gateway.',
		]);
	});

	test('that n8n takes nothing of it', async () => {
		const { poll, logged } = polls();
		await poll();
		grow();
		const begun = outside.Date.now();
		const before = world.emulator.ledger.length;
		const isOver = () => world.emulator.ledger.length > before;
		jest.spyOn(outside.Date, 'now').mockImplementation(() => begun + (isOver() ? 301_000 : 0));
		await poll({ maxCost: 0.0015 }, { budget: 300_000 });
		expect(logged).toEqual([
			'Data Access Trigger: The poll took longer than n8n waits for it. What it bought is kept for 15 minutes: a poll within that time uses it at no further cost. Lower Max Cost (USD) if this happens again.',
		]);
	});
});
