import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { agentTypes } from '../harness/agents.mts';
import { passMinutes, skipWaits } from '../harness/clock.mts';
import { ONE_OF_EACH } from '../harness/failures.mts';
import { leftIn, stopOnce, sumsIn, until } from '../harness/money.mts';
import { outside } from '../harness/native.mts';
import { getPosts, runAny } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';
import type { AgentOptions } from '../harness/world.mts';

const world = useWorld();

const PRICE = getPosts.price;

const fromAi = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;

const posts = (more: IDataObject = {}) => ({ ...getPosts.parameters(fromAi('userId')), ...more });

const ask = (userId: string, more: IDataObject = {}) => ({ userId, ...more });

const messageOf = (answer: IDataObject[] | undefined) => String(answer?.at(-1)?.message ?? '');

const idsOf = (answer: IDataObject[] | undefined) =>
	(answer ?? []).flatMap(({ id }) => (id === undefined ? [] : [id]));

describe.each(agentTypes)('the uses of a tool by %s', (agent) => {
	const run = (...[parameters, rounds, options]: Parameters<typeof world.runAgent>) =>
		world.runAgent(parameters, rounds, { agent, ...options });

	test.each<[string, string, number | string | boolean, IDataObject?]>([
		['maxCost', "={{ $fromAI('maxCost', '', 'number') }}", 50],
		['maxCost', "={{ 1 + Number($fromai ('maxCost')) }}", '50'],
		['maxCost', "=  {{ $fromAi('maxCost') }}", '50'],
		[
			'returnAll',
			"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('returnAll', ``, 'boolean') }}",
			true,
		],
		['price', "={{ $fromAI('price', '', 'number') }}", 0, runAny('/x')],
	])('never set how much may be spent: %s as %s', async (name, value, given, others = posts()) => {
		const rounds = [[ask('a', { [name]: given })]];
		const { answers } = await run({ ...others, [name]: value }, rounds);
		expect(answers).toEqual([[[{ code: 'INVALID_INPUT', message: expect.any(String) }]]]);
		const message = messageOf(answers[0]?.[0]);
		expect(message).toMatch(
			/must not use \$fromAI.* Do not call this tool again, and tell the user why/,
		);
		expect(world.emulator.ledger).toEqual([]);
	});

	describe.each([
		['one after the other', (uses: IDataObject[]) => uses.map((use) => [use])],
		['in parallel', (uses: IDataObject[]) => [uses]],
	])('%s', (_label, roundsOf) => {
		test('share one cap and one sum', async () => {
			world.emulator.configure({ latencyMs: 20 });
			const uses = ['a', 'b', 'c', 'd', 'e'].map((userId) => ask(userId));
			const { answers, context } = await run(posts({ maxCost: 2 * PRICE }), roundsOf(uses));
			expect(world.emulator.summary()).toMatchObject({ calls: 2, charged: 2 * PRICE });
			expect(context).toMatchObject({ calls: 2, cost: 2 * PRICE, records: 20 });
			const refused = answers.flat().filter((answer) => answer[0].code === 'MAX_COST');
			expect(refused).toHaveLength(3);
		});

		test('buy a page once, however many records each use wants', async () => {
			world.emulator.configure({ latencyMs: 20 });
			const uses = [3, 3, 12, 20].map((limit) => ask('size-30', { limit: String(limit) }));
			const parameters = posts({ limit: fromAi('limit') });
			const { answers, context } = await run(parameters, roundsOf(uses));
			expect(world.emulator.summary()).toMatchObject({ calls: 2, duplicates: [] });
			const all = world.emulator.ledger.flatMap(({ recordIds }) => recordIds);
			expect(answers.flat().map(idsOf)).toEqual([3, 3, 12, 20].map((count) => all.slice(0, count)));
			// A use that gets a page of another use says so.
			const hasMessage = answers.flat().map((answer) => messageOf(answer) !== '');
			expect(hasMessage).toEqual([false, true, true, true]);
			expect(context).toMatchObject({ calls: 2, cost: 2 * PRICE, reusedPages: 3, records: 38 });
		});

		test('do not say that an empty page was reused', async () => {
			const { answers } = await run(posts(), roundsOf([ask('size-0'), ask('size-0')]));
			expect(world.emulator.ledger).toHaveLength(1);
			const messages = answers.flat().map(messageOf);
			const [first, second] = messages.map(sumsIn);
			expect(first).toMatchObject({ calls: 1, cost: PRICE });
			expect(second).toMatchObject({ calls: 0, cost: 0 });
			expect(messages.map(leftIn)).toEqual([0.9985, 0.9985]);
		});
	});

	describe('at a rate limit', () => {
		const limited = (retryAfterSeconds: number, times = 1) => {
			skipWaits();
			world.emulator.addFault({ kind: 'rateLimited', retryAfterSeconds, times });
		};

		test('wait for up to twenty seconds', async () => {
			limited(20);
			const { answers } = await run(posts(), [[ask('size-3')]]);
			expect(idsOf(answers[0]?.[0])).toHaveLength(3);
		});

		test.each([
			['if it is longer', 75, 1],
			['if it is longer in all', 12, 2],
		])('tell the model when to call again %s', async (_label, seconds, calls) => {
			limited(seconds, calls);
			const { answers } = await run(posts(), [[ask('a')], [ask('b')]]);
			const codes = answers.map(([answer]) => answer?.[0]?.code);
			expect(codes).toEqual(['RATE_LIMITED', seconds > 20 ? 'RATE_LIMITED' : undefined]);
			expect(messageOf(answers[0]?.[0])).toContain(`You may call again in ${seconds} seconds (`);
			expect(world.emulator.ledger.filter(({ key }) => key === 'a')).toHaveLength(calls);
		});
	});

	test('wait up to twenty seconds while a call of another execution goes first', async () => {
		skipWaits();
		world.emulator.addFault({ kind: 'rateLimited', retryAfterSeconds: 0, match: { key: 'slow' } });
		world.emulator.addFault({ kind: 'hang', match: { key: 'slow' } });
		let begun = Infinity;
		// The use ends as soon as it has waited long enough; the other call ends a while later.
		let ends = Infinity;
		const isOver = () => {
			if (outside.Date.now() >= begun + 20_000) ends = Math.min(ends, performance.now() + 300);
			return performance.now() >= ends;
		};
		const slow = world.run(getPosts.parameters('slow'), { onStart: stopOnce(isOver) });
		await until(() => world.emulator.ledger.length === 2);
		begun = outside.Date.now();
		const asking = run(posts(), [[ask('size-3')]]);
		await slow;
		expect((await asking).answers[0]?.[0]?.[0]?.code).toBe('RATE_LIMITED');
	});

	test('buy nothing that n8n would lose', async () => {
		const node = { onError: 'continueErrorOutput' } as const;
		const { answers } = await run(posts(), [[ask('size-3')]], { node });
		const isLost = agent === 'test.requestingAgent';
		expect(world.emulator.ledger).toHaveLength(isLost ? 0 : 1);
		expect(idsOf(answers[0]?.[0])).toHaveLength(isLost ? 0 : 3);
	});
});

test.each(ONE_OF_EACH)(
	'after $name, the same call is repeated only if it was not charged',
	async (row) => {
		const { fault, code, charged, ends } = row;
		skipWaits();
		world.emulator.addFault(fault);
		const { answers } = await world.runAgent(posts(), [[ask('size-3')], [ask('size-3')]]);
		const isAgain = charged === 'no' && !ends;
		const failed = fault.times ?? 1;
		expect(world.emulator.ledger).toHaveLength(isAgain ? failed + 1 : failed);
		expect(idsOf(answers[1]?.[0])).toHaveLength(isAgain ? 3 : 0);
		if (!isAgain) expect(answers[1]?.[0]?.[0]?.code).toBe(code);
	},
);

test('after a use with invalid settings, no later use repeats a charged call', async () => {
	world.emulator.addFault({ kind: 'platform', times: Infinity });
	const uses = ['', 'any', ''].map((output) => [ask('size-3', { output })]);
	const { answers } = await world.runAgent(posts({ output: fromAi('output') }), uses);
	const codes = answers.map(([answer]) => answer?.[0]?.code);
	expect(codes).toEqual(['PLATFORM_ERROR', 'INVALID_INPUT', 'PLATFORM_ERROR']);
	expect(world.emulator.ledger).toHaveLength(1);
});

test('over MCP, no call begins after 25 seconds, and the message says so', async () => {
	world.emulator.configure({ latencyMs: 200 });
	const running = world.runAgent(posts({ limit: 100 }), [[ask('size-60')]], {
		agent: 'test.mcpTrigger',
	});
	await until(() => world.emulator.ledger.length === 2);
	passMinutes(26 / 60);
	const { answers } = await running;
	expect(world.emulator.ledger.map(({ page }) => page)).toEqual([1, 2]);
	expect(idsOf(answers[0]?.[0])).toHaveLength(24);
	expect(messageOf(answers[0]?.[0])).toContain('Stopped at the time limit. Do not repeat');
});

test.each<[string, AgentOptions]>([
	["by n8n's own Agents, without an execution", { executionId: '', mode: 'internal' }],
	['by the chats of a production workflow', { mode: 'webhook' }],
	['over MCP', { agent: 'test.mcpTrigger', mode: 'webhook' }],
])('equal requests of a minute are paid for once: %s', async (_label, options) => {
	const use = async (node: string, parameters = posts()) => {
		const more = { reuses: true, node: { id: node }, ...options };
		const { answers } = await world.runAgent(parameters, [[ask('size-3')]], more);
		expect(idsOf(answers[0]?.[0])).toHaveLength(3);
	};
	for (const node of ['a', 'b']) await use(node);
	expect(world.emulator.ledger).toHaveLength(1);
	await use('c', posts({ options: { reusePages: 0 } }));
	expect(world.emulator.ledger).toHaveLength(2);
	passMinutes(1.1);
	await use('d');
	expect(world.emulator.ledger).toHaveLength(3);
});
