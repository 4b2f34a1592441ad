import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { Spending } from '../../nodes/DataAccess/buy/money.ts';
import { answerForModel } from '../../nodes/DataAccess/deliver/forModel.ts';
import { happenedIn } from '../../nodes/DataAccess/deliver/happened.ts';
import { failedBefore } from '../../nodes/DataAccess/deliver/itemResult.ts';
import { REMARKS } from '../../nodes/DataAccess/deliver/remarks.ts';
import type * as failureModule from '../../nodes/DataAccess/shared/failure.ts';
import { failureOf } from '../../nodes/DataAccess/shared/failure.ts';
import { shareClock, skipWaits } from '../harness/clock.mts';
import { ONE_OF_EACH } from '../harness/failures.mts';
import { sumsIn } from '../harness/money.mts';
import { getPosts, runAny } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';
import type { NodeRunOptions } from '../harness/world.mts';

type Code = failureModule.FailureCode;

const world = useWorld();

/** Returns what a model gets for one use. */
async function answerOf(parameters: IDataObject, options?: NodeRunOptions) {
	const run = await world.run(parameters, {
		...options,
		node: { ...options?.node, type: 'n8n-nodes-data-access.dataAccessTool' },
	});
	expect(run.status).toBe('success');
	return { ...run, answer: run.items.map(({ json }) => json) };
}

/** The sentence that says what a model may do next. */
const STOP = 'Do not call this tool again, and tell the user why';
const OTHER = 'Do not repeat this call: change the input, or continue without it';
const CORRECT = 'Correct the input and call again';
const LATER = 'You may call again later';

/** Expects that a message ends with exactly this sentence. */
function expectLast(message: unknown, sentence: string): void {
	expect(String(message).slice(-sentence.length - 1)).toBe(` ${sentence}`);
}

test('returns ten records if Limit is not set', async () => {
	const { answer } = await answerOf(getPosts.parameters('size-30'));
	expect(answer).toHaveLength(10);
});

test('omits empty columns of Simplified, and nothing in other outputs', async () => {
	const parameters = getPosts.parameters('size-5');
	const { answer } = await answerOf(parameters);
	const { records } = await world.run(parameters);
	const isFull = ([, value]: [string, unknown]) => value !== null;
	const full = records.map((record) => Object.fromEntries(Object.entries(record).filter(isFull)));
	expect(answer).toEqual(full);
	expect(answer).not.toEqual(records);
	for (const output of ['raw', 'selected', 'pages']) {
		const whole = { ...parameters, output, fields: 'id, owner' };
		expect((await answerOf(whole)).answer).toEqual((await world.run(whole)).records);
	}
});

test('shortens long texts of Simplified, keeps all digits of IDs, and cuts no character in half', async () => {
	const text = '😀'.repeat(700);
	const node = `{"id": 12345678901234567890, "caption": {"text": "${text}"}, "\\ud83d": "\\u0007"}`;
	const timeline = `{"edges": [{"node": ${node}}], "page_info": {"has_next_page": false}}`;
	const body = `{"user": {"edge_owner_to_timeline_media": ${timeline}}}`;
	world.emulator.addFault({ kind: 'body', body, times: 2 });
	const { answer } = await answerOf(getPosts.parameters('a'));
	const id = '12345678901234567890';
	expect(answer).toEqual([{ id, text: `${'😀'.repeat(500)}… (200 more characters)` }]);
	const raw = await answerOf({ ...getPosts.parameters('a'), output: 'raw' });
	expect(raw.answer).toEqual([{ id, caption: { text }, '\ufffd': '' }]);
});

describe('explains each failure in one item', () => {
	test.each(ONE_OF_EACH)('$name, with what the model may do next', async (row) => {
		const { fault, code, charged, ends } = row;
		skipWaits();
		world.emulator.addFault(fault);
		const { answer } = await answerOf(getPosts.parameters('size-3'));
		expect(answer).toEqual([{ message: expect.any(String), code }]);
		const [{ message }] = answer;
		const isFree = charged === 'no';
		const isWrong = code === 'INVALID_INPUT' && isFree;
		const next = isWrong ? CORRECT : isFree && fault.times ? LATER : OTHER;
		const remaining = isFree ? '$1.00' : '$0.9985';
		expectLast(message, `${ends ? STOP : next} (${remaining} of $1.00 left).`);
		expect(sumsIn(String(message))).toMatchObject({ calls: fault.times ?? 1 });
	});

	test('after the records that were delivered before it', async () => {
		world.emulator.addFault({ kind: 'platform', form: 'code', match: { page: 2 } });
		const { answer } = await answerOf({ ...getPosts.parameters('size-30'), limit: 20 });
		expect(answer).toHaveLength(12 + 1);
		expect(answer.at(-1)).toMatchObject({ code: 'PLATFORM_ERROR' });
		expect(answer.slice(0, 12).every(({ id }) => typeof id === 'string')).toBe(true);
	});

	test('a gateway run that is still running, whose response the next use gets', async () => {
		shareClock();
		skipWaits();
		world.emulator.configure({ freeRoutes: { runs: 'there', run: 'there' } });
		const run = { status: 'COMPLETED', endsAfterMs: 600_000 } as const;
		world.emulator.addFault({ kind: 'accepted', run });
		const parameters = getPosts.parameters('size-3');
		const { answers } = await world.runAgent(parameters, [[{}], [{}]]);
		expect(answers).toHaveLength(2);
		expectLast(answers[1]?.[0]?.at(-1)?.message, `${LATER} ($0.9985 of $1.00 left).`);
		expect(world.emulator.ledger).toHaveLength(1);
	});

	test('several failures in one use, each with its item', async () => {
		world.emulator.addFault({ kind: 'refused', httpStatus: 404, match: { key: 'lost' } });
		const { answer } = await answerOf(
			{ ...getPosts.parameters(''), userId: '={{ $json.userId }}' },
			{ items: ['', 'size-2', 'lost'].map((userId) => ({ userId })) },
		);
		expect(answer).toHaveLength(2 + 1);
		const words = [
			"'User ID' is required, but it is empty [item 0]. Nothing was charged. Field user_id.",
			'“lost”: The gateway does not know this endpoint: “Unknown endpoint” [item 2]. 1 call, $0.00: nothing was charged for the failure.',
			'HTTP 404 from the gateway.',
			`${CORRECT} ($0.9985 of $1.00 left).`,
		];
		expect(answer.at(-1)?.message).toBe(words.join(' '));
	});
});

test.each<[string, IDataObject, message: string, code?: string, NodeRunOptions?]>([
	[
		'an empty list',
		getPosts.parameters('size-0'),
		`1 call, $0.0015, 0 records. Stopped at the end of the list. ${OTHER} ($0.9985 of $1.00 left).`,
	],
	[
		'a wrong input',
		getPosts.parameters('undefined'),
		`'User ID' is required, but it is empty. Nothing was charged. Field user_id. ${CORRECT} ($1.00 of $1.00 left).`,
		'INVALID_INPUT',
	],
	[
		'a credential that only the user can correct',
		getPosts.parameters('a'),
		`The 'Provider' of the Data Access credential is empty. Nothing was charged. For the user: Choose a Data Access credential at the top of the node, and correct what is wrong in it. ${STOP}.`,
		'INVALID_INPUT',
		{ credential: { provider: '' } },
	],
	[
		'an endpoint with an unknown price',
		runAny('/api/v1/made/up', { price: 0 }),
		`The price of a call to this endpoint is unknown, so 'Max Cost (USD)' cannot be enforced. Nothing was charged. ${CORRECT}.`,
		'PRICE_UNKNOWN',
	],
	[
		'a cap that allows no call',
		{ ...getPosts.parameters('a'), maxCost: 0.001 },
		`No record was returned before 'Max Cost (USD)' was reached. Nothing was charged. For the user: Raise 'Max Cost (USD)', or get the missing records in another execution. ${STOP} ($0.001 of $0.001 left).`,
		'MAX_COST',
	],
])('explains %s in one item', async (...[, parameters, message, code, options]) => {
	const { answer } = await answerOf(parameters, options);
	expect(answer).toEqual([{ message, code }]);
	expect(world.emulator.ledger).toHaveLength(code ? 0 : 1);
});

test.each([
	['after records', 'size-30', '12 records. Stopped at Max Cost (USD).'],
	['of an empty list', 'size-0', '0 records. Stopped at the end of the list.'],
])('says that the remaining cap pays for no call: %s', async (_label, key, ended) => {
	const { answer } = await answerOf({ ...getPosts.parameters(key), limit: 20, maxCost: 0.002 });
	const message = `1 call, $0.0015, ${ended} ${STOP} ($0.0005 of $0.002 left).`;
	expect(answer.at(-1)).toEqual({ message });
});

test.each<[string, Code[], spent: number, move: string]>([
	['the first failure decides', ['INVALID_INPUT', 'NOT_FOUND'], 0, `${CORRECT} ($1.00`],
	['unless another one ends all calls', ['INVALID_INPUT', 'KEY_REFUSED'], 0, `${STOP} ($1.00`],
	['after five charged failures', ['NOT_CALLED'], 0, `${STOP} ($1.00`],
	['the remaining cap is never negative', [], 1.5, `${STOP} ($0.00`],
])('what the model may do next: %s', (_label, codes, cost, move) => {
	const facts = { variant: codes[0] === 'NOT_CALLED' ? 'chargedInARow' : undefined } as const;
	const results = codes.map((code, item) => failedBefore(item, failureOf(code, facts)));
	const use = { spent: Object.assign(new Spending(), { cost }), isAlone: false };
	const [explanation] = answerForModel([], happenedIn({ results, cap: 1, price: 0.015 }), use);
	expectLast(explanation?.json.message, `${move} of $1.00 left).`);
});

test('a model gets no remark that only its user can act on, and no sentence twice', () => {
	const { resumeLeftOn, chargedInARow } = REMARKS;
	const [named] = [{ ...resumeLeftOn, text: 'Named', isForUser: undefined }];
	const remarks = [resumeLeftOn, chargedInARow, named];
	const failure = failureOf('NOT_CALLED', { variant: 'chargedInARow' });
	const happened = happenedIn({ results: [failedBefore(0, failure)], remarks });
	expect(answerForModel([], happened)[0]?.json.message).toBe(
		`After 5 calls in a row that failed and were charged, no further one was made. Nothing was charged. For the user: Correct what the messages of those calls name. Gateway > Get Runs shows their responses at no cost. Named. ${STOP}.`,
	);
});

test('a use that waits for a rate limit makes no call, and says when to call again', async () => {
	world.emulator.addFault({ kind: 'rateLimited', retryAfterSeconds: 14_400 });
	const { answers } = await world.runAgent(getPosts.parameters('size-3'), [[{}], [{}]]);
	const again = 'You may call again in 4 hours ($1.00 of $1.00 left).';
	const [first, second] = answers.map(([answer]) => answer?.[0]?.message);
	expectLast(first, `HTTP 429 from the gateway. ${again}`);
	expect(second).toMatch(
		/^The gateway's rate limit was reached\. Nothing was charged\. You may call again in [^.]+ \(\$1\.00 of \$1\.00 left\)\.$/,
	);
	expect(world.emulator.ledger).toHaveLength(1);
});

describe('over MCP, each use is an execution without an ID', () => {
	const alone = { executionId: '' };

	test.each([
		['nothing was found', 'size-0', {}, OTHER],
		['the cap allows no such call', 'a', { maxCost: 0.001 }, OTHER],
		['the cap allows no further call', 'size-30', { maxCost: 0.002, limit: 20 }, OTHER],
	])('a later use has a cap of its own: %s', async (_label, key, more, next) => {
		const { answer } = await answerOf({ ...getPosts.parameters(key), ...more }, alone);
		expectLast(answer.at(-1)?.message, `${next}.`);
	});

	test('the model must not repeat a call that may have been charged', async () => {
		world.emulator.addFault({ kind: 'server', httpStatus: 500 });
		const { answer } = await answerOf(getPosts.parameters('a'), alone);
		expectLast(answer[0].message, `${OTHER}.`);
	});

	// In queue mode, n8n gives each use of an MCP client an execution ID.
	test('the same holds for each use if n8n gives it an ID', async () => {
		const empty = getPosts.parameters('size-0');
		const { answers } = await world.runAgent(empty, [[{}], [{}]], { agent: 'test.mcpTrigger' });
		for (const [answer] of answers) {
			expectLast(answer?.at(-1)?.message, `${OTHER}.`);
		}
		expect(world.emulator.ledger).toHaveLength(2);
	});
});
