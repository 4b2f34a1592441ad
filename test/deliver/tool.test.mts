import { describe, expect, test } from '@jest/globals';

import { skipWaits } from '../harness/clock.mts';
import { ONE_OF_EACH } from '../harness/failures.mts';
import {
	eachOperation,
	expression,
	getPosts,
	searchImages,
	searchVideos,
} from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';

const world = useWorld();

/** What a model reads of one use. */
async function answerOf(...asked: Parameters<typeof world.run>) {
	const [parameters, options] = asked;
	const run = await world.run(parameters, {
		...options,
		node: { ...options?.node, type: 'n8n-nodes-data-access.dataAccessTool' },
	});
	expect(run.status).toBe('success');
	return { ...run, answer: run.items.map(({ json }) => json) };
}

const count = (calls: number) => `${calls} ${calls === 1 ? 'call' : 'calls'}`;

test('returns ten records unless Limit says otherwise', async () => {
	const { answer } = await answerOf(getPosts.parameters('size-30'));
	expect(answer).toHaveLength(10);
	const { answer: more } = await answerOf({ ...getPosts.parameters('size-30'), limit: 12 });
	expect(more).toHaveLength(12);
});

describe.each(eachOperation)('%s', (_label, operation) => {
	test('leaves out what is empty in Simplified', async () => {
		const parameters = operation.parameters('size-5');
		const { answer } = await answerOf(parameters);
		const { records } = await world.run(parameters);
		const full = records.map((record) =>
			Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)),
		);
		expect(answer).toEqual(full);
		expect(answer).not.toEqual(records);
	});
});

test.each(['raw', 'selected', 'pages'])('gives whole records in %s', async (output) => {
	const parameters = { ...getPosts.parameters('size-5'), output, fields: 'id, owner' };
	const { answer } = await answerOf(parameters);
	expect(answer).toEqual((await world.run(parameters)).records);
});

test('explains an empty list', async () => {
	const { answer } = await answerOf(getPosts.parameters('size-0'));
	expect(answer).toEqual([
		{
			message:
				'1 call, $0.0015, 0 records. Stopped at the end of the list. Do not repeat this call: change the input, or continue without it ($0.9985 of $1.00 left).',
		},
	]);
});

test('runs any operation with the same Limit', async () => {
	const { answer } = await answerOf({
		resource: 'gateway',
		operation: 'run',
		endpoint: getPosts.endpoint,
		input: '{"user_id": "size-30"}',
	});
	expect(answer).toHaveLength(10);
});

test('cuts the long texts of Simplified, and keeps long ids exact', async () => {
	const text = '😀'.repeat(700);
	const node = `{"id": 12345678901234567890, "caption": {"text": "${text}"}}`;
	const timeline = `{"edges": [{"node": ${node}}], "page_info": {"has_next_page": false}}`;
	const body = `{"user": {"edge_owner_to_timeline_media": ${timeline}}}`;
	world.emulator.addFault({ kind: 'body', body, times: 2 });
	const { answer } = await answerOf(getPosts.parameters('a'));
	const id = '12345678901234567890';
	expect(answer).toEqual([{ id, text: `${'😀'.repeat(500)}… (200 characters more)` }]);
	const raw = await answerOf({ ...getPosts.parameters('a'), output: 'raw' });
	expect(raw.answer).toEqual([{ id, caption: { text } }]);
});

test('does not cut what Inspect returns', async () => {
	const parameters = { resource: 'gateway', operation: 'inspect' };
	const { answer } = await answerOf(parameters);
	expect(answer).toEqual((await world.run(parameters)).items.map(({ json }) => json));
});

test('keeps the position of Output > Pages whole', async () => {
	const { answer } = await answerOf({ ...getPosts.parameters('size-30'), output: 'pages' });
	const resumeFrom = JSON.stringify(answer[0].next);
	const options = { resumeFrom, reusePages: 60 };
	await answerOf({ ...getPosts.parameters('size-30'), options });
	expect(world.emulator.summary()).toMatchObject({ calls: 2, duplicates: [] });
});

test('tells n8n what the execution has spent so far', async () => {
	const { execution } = await answerOf(getPosts.parameters('size-3'));
	const [{ metadata }] = execution.run.data.resultData.runData['Data Access'];
	expect(metadata?.tracing).toMatchObject({ 'data_access.calls': 1, 'data_access.cost': 0.0015 });
});

describe('explains each failure in one item', () => {
	/** Whether it was charged, and what a model may do. */
	const TOLD = {
		ends: /was not charged\..* Do not call this tool again \(/,
		no: /was not charged\..* (?:You may call again later|Do not repeat this call.*) \(/,
		yes: /was charged\..* Do not repeat this call.* \(/,
		maybe: /may have been charged\..* Do not repeat this call.* \(/,
	};

	test.each(ONE_OF_EACH.map((row) => [row.name, row] as const))(
		'%s',
		async (_name, { fault, code, charged, ends }) => {
			skipWaits();
			world.emulator.addFault(fault);
			const { answer } = await answerOf(getPosts.parameters('size-3'));
			expect(answer).toEqual([
				{ message: expect.stringMatching(ends ? TOLD.ends : TOLD[charged]), code },
			]);
			expect(answer[0].message).toContain(` ${count(fault.times ?? 1)} made, $`);
			expect(answer[0].message).toMatch(/ \(\$[\d.]+ of \$1\.00 left\)\.$/);
		},
	);

	test('after the records that came before it', async () => {
		world.emulator.addFault({ kind: 'platform', form: 'code', match: { page: 2 } });
		const { answer } = await answerOf({ ...getPosts.parameters('size-30'), limit: 20 });
		expect(answer).toHaveLength(12 + 1);
		expect(answer.at(-1)).toMatchObject({ code: 'PLATFORM_ERROR' });
		expect(answer.slice(0, 12).every(({ id }) => typeof id === 'string')).toBe(true);
	});

	test('a wrong input, without a call', async () => {
		const { answer } = await answerOf(getPosts.parameters('undefined'));
		expect(answer).toEqual([
			{
				message:
					"'User ID' is required, but it is empty. No call was made for it. Where: layer: input, field: user_id. Correct the input and call again ($1.00 of $1.00 left).",
				code: 'INVALID_INPUT',
			},
		]);
		expect(world.emulator.ledger).toEqual([]);
	});

	test.each([
		[
			searchVideos.parameters('a'),
			{ sort: 'best' },
			"'Sort' must be one of default (0), latest (1), hot (2)",
		],
		[
			{ resource: 'gateway', operation: 'run', endpoint: getPosts.endpoint },
			{ input: '{"user": 1}' },
			'this operation takes user_id, count',
		],
	])('%j with %j, and says what is allowed', async (parameters, wrong, told) => {
		const [[name, value]] = Object.entries(wrong);
		const { answer } = await answerOf({ ...parameters, [name]: expression(value) });
		expect(answer).toEqual([{ message: expect.stringContaining(told), code: 'INVALID_INPUT' }]);
		expect(world.emulator.ledger).toEqual([]);
	});

	test('a credential that only the user can correct', async () => {
		const { answer } = await answerOf(getPosts.parameters('a'), { credential: { provider: '' } });
		expect(answer[0].message).toMatch(/ For the user: Open the .* Do not call this tool again\.$/);
	});

	test('several in one use, each with its item', async () => {
		world.emulator.addFault({ kind: 'refused', httpStatus: 404, match: { key: 'lost' } });
		const { answer } = await answerOf(
			{ ...getPosts.parameters(''), userId: '={{ $json.userId }}' },
			{ items: ['', 'size-2', 'lost', ' '].map((userId) => ({ userId })) },
		);
		expect(answer).toHaveLength(2 + 1);
		expect(answer.at(-1)?.message).toMatch(
			/^'User ID' is required.* \[item 0\]\. .* The gateway does not know .* \[item 2\]\. .* Do not repeat/,
		);
	});

	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'whatever On Error says: %s',
		async (onError) => {
			world.emulator.addFault({ kind: 'refused', httpStatus: 402 });
			const { answer } = await answerOf(searchImages.parameters('a'), {
				node: { onError, retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
			});
			expect(answer).toEqual([{ message: expect.any(String), code: 'BALANCE_TOO_LOW' }]);
			expect(world.emulator.ledger).toHaveLength(1);
		},
	);
});

describe('explains that the cap was reached', () => {
	test('before a record came', async () => {
		const { answer } = await answerOf({ ...getPosts.parameters('a'), maxCost: 0.001 });
		expect(answer).toEqual([
			{
				message: expect.stringMatching(
					/^This item's list ended at 'Max Cost \(USD\)', .* Do not call this tool again \(\$0\.001 of \$0\.001 left\)\.$/,
				),
				code: 'MAX_COST',
			},
		]);
		expect(world.emulator.ledger).toEqual([]);
	});

	test('after the records', async () => {
		const { answer } = await answerOf({
			...getPosts.parameters('size-30'),
			limit: 20,
			maxCost: 0.002,
		});
		expect(answer).toHaveLength(12 + 1);
		expect(answer.at(-1)).toEqual({
			message:
				'1 call, $0.0015, 12 records. Stopped at Max Cost (USD). Do not call this tool again ($0.0005 of $0.002 left).',
			code: 'MAX_COST',
		});
	});
});

describe('over MCP, where each use is an execution that n8n gives no ID', () => {
	const alone = { executionId: '' };

	test.each([
		['nothing was found', 'size-0', {}],
		['the cap allows no call', 'a', { maxCost: 0.001 }],
		['the cap allows no further call', 'size-30', { maxCost: 0.002, limit: 20 }],
	])('a later use has a cap of its own, for other input: %s', async (_label, key, more) => {
		const { answer } = await answerOf({ ...getPosts.parameters(key), ...more }, alone);
		expect(answer.at(-1)?.message).toMatch(/ Do not repeat this call.*without it\.$/);
	});

	test('a call that may have been charged is not to be repeated', async () => {
		world.emulator.addFault({ kind: 'server', httpStatus: 500 });
		const { answer } = await answerOf(getPosts.parameters('a'), alone);
		expect(answer[0].message).toMatch(/may have been charged\..* Do not repeat this call/);
	});

	// In queue mode, n8n gives the uses of an MCP client an execution ID.
	test('says so of each use, if n8n gives it an ID', async () => {
		const empty = getPosts.parameters('size-0');
		const { answers } = await world.runAgent(empty, [[{}], [{}]], { agent: 'test.mcpTrigger' });
		for (const [answer] of answers) {
			expect(answer?.at(-1)?.message).toMatch(/ Do not repeat this call.*without it\.$/);
		}
		expect(world.emulator.ledger).toHaveLength(2);
	});
});
