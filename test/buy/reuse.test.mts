import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { forgetBuilt } from '../harness/built.mts';
import { passMinutes } from '../harness/clock.mts';
import { runOf } from '../harness/gateway.mts';
import { idsOf, nextOf, safeIn, soldIds, statementOf, until } from '../harness/money.mts';
import { getPosts } from '../harness/operations.mts';
import { useGateway } from '../harness/useGateway.mts';
import { useWorld } from '../harness/useWorld.mts';
import { contextOf, CREDENTIAL_NAME } from '../harness/world.mts';
import type { NodeRun, NodeRunOptions } from '../harness/world.mts';

const PRICE = getPosts.price;

const world = useWorld();
const gateway = useGateway();

const LIST = 'list-size-8';

/** Four pages of two posts. */
const posts = (more: IDataObject = {}): IDataObject => ({
	...getPosts.parameters(LIST),
	pageSize: 2,
	returnAll: true,
	output: 'raw',
	...more,
});

/** What happens one after the other to the same list; the last run is `last`. */
type Step = () => Promise<void>;
let last: NodeRun;
beforeEach(() => {
	last = undefined!;
});

const runs =
	(more: IDataObject = {}, options: NodeRunOptions = {}): Step =>
	async () => {
		last = await world.run(posts(more), { report: true, ...options });
		expect(last.status).toBe('success');
	};

/** Stops at a page, so that those before it were bought and not delivered. */
const failsAt =
	(page: number, options: NodeRunOptions = {}, more: IDataObject = {}): Step =>
	async () => {
		world.emulator.addFault({ kind: 'server', match: { page } });
		last = await world.run(posts(more), options);
		expect(last.status).toBe('error');
	};

/** n8n's Retry of the run before it. */
const retried =
	(step: (options: NodeRunOptions) => Step): Step =>
	async () =>
		await step({ context: last.context })();
const retry = retried((options) => runs({}, options));

const passes =
	(minutes: number): Step =>
	async () =>
		passMinutes(minutes);

/** As if n8n had been started anew. */
const forgets: Step = async () => forgetBuilt();

/** Goes on from where the run before it ended. */
const resumes: Step = async () =>
	await runs({ options: { resumeFrom: JSON.stringify(nextOf(last, 0)) } })();

/** The pages that each step has bought. */
async function bought(steps: Step[]): Promise<string[]> {
	const asked: string[] = [];
	for (const step of steps) {
		const before = world.emulator.ledger.length;
		await step();
		asked.push(
			world.emulator.ledger
				.map(({ page }) => page)
				.slice(before)
				.join(' '),
		);
	}
	return asked;
}

/** The node with a credential of another id; empty for none. */
const withCredential = (id: string) => ({
	node: { credentials: { dataAccessApi: { id, name: CREDENTIAL_NAME } } },
});
const anotherCredential = withCredential('another');
const noId = withCredential('');

test('a key that is refused half-way costs no page: with a new one, Retry buys the rest', async () => {
	world.emulator.addFault({ kind: 'refused', httpStatus: 401, match: { page: 3 } });
	const stops: Step = async () => void (last = await world.run(posts()));
	const [first] = await bought([stops]);
	expect([first, safeIn(last.error?.description).pages]).toEqual(['1 2 3', 2]);
	expect(last.error?.description).toContain('kept for it alone');
	expect(
		await bought([forgets, retried((options) => runs({}, { ...options, apiKey: 'b' }))]),
	).toEqual(['', '3 4']);
	expect(last.records).toHaveLength(8);
});

const LIMIT_2 = { returnAll: false, limit: 2 };
const LIMIT_3 = { returnAll: false, limit: 3 };
const ANEW = { options: { reusePages: 0 } };
const HOUR = { options: { reusePages: 60 } };
const another = (name: string) => ({ executionId: name });

type Row = [label: string, steps: Step[], bought: string[]];

describe('pages that a failed execution bought', () => {
	test.each<Row>([
		['serve the next one', [failsAt(3), runs()], ['1 2 3', '3 4']],
		['once, also to a Retry', [failsAt(3), retry, runs()], ['1 2 3', '3 4', '1 2 3 4']],
		[
			'for another key in the credential',
			[failsAt(3), runs({}, { apiKey: 'b' })],
			['1 2 3', '3 4'],
		],
		['not for another credential', [failsAt(3), runs({}, anotherCredential)], ['1 2 3', '1 2 3 4']],
		[
			'without an id of the credential, not for another key',
			[failsAt(3, noId), runs({}, { ...noId, apiKey: 'b' })],
			['1 2 3', '1 2 3 4'],
		],
		[
			'not for another address',
			[
				failsAt(3),
				async () => {
					const baseUrl = world.emulator.url.replace('127.0.0.1', 'localhost');
					await runs({}, { credential: { baseUrl } })();
				},
			],
			['1 2 3', '1 2 3 4'],
		],
		[
			'not what an error item came with, since that was delivered',
			[
				async () => {
					world.emulator.addFault({ kind: 'server', match: { page: 3 } });
					await runs({}, { node: { onError: 'continueRegularOutput' } })();
				},
				runs(),
			],
			['1 2 3', '1 2 3 4'],
		],
		[
			"n8n's Retry a month later, on whichever worker",
			[failsAt(3), passes(43_200), retry],
			['1 2 3', '', '3 4'],
		],
		[
			'the Retry of a Retry',
			[failsAt(2), passes(16), retried((options) => failsAt(3, options)), passes(16), retry],
			['1 2', '', '2 3', '', '3 4'],
		],
	])('%s', async (_label, steps, expected) => {
		expect(await bought(steps)).toEqual(expected);
		expect(last.records).toHaveLength(8);
	});

	test('cost the failed execution, and nothing in the next one, which counts them', async () => {
		await bought([failsAt(3)]);
		expect(safeIn(last.error?.description)).toEqual({ pages: 2 });
		// Nor do they use up its cap.
		await bought([passes(14), runs({ maxCost: 2 * PRICE })]);
		expect(idsOf(last, getPosts)).toEqual(soldIds(world.emulator.ledger));
		expect(statementOf(last)).toMatchObject({ calls: 2, cost: 2 * PRICE });
		expect(contextOf(last)).toMatchObject({ reusedPages: 2 });
	});

	test('are safe for as long as the one that goes first', async () => {
		const unsaved = { settings: { saveDataErrorExecution: 'none' } } as const;
		await bought([failsAt(3, unsaved), passes(10), failsAt(4, unsaved)]);
		expect(safeIn(last.error?.description)).toEqual({ pages: 3, minutes: 5 });
	});
});

const stored = () => Object.keys((contextOf(last) as any).pages ?? {});

test("n8n's Retry buys the rest, begins at zero, and keeps nothing that it delivered", async () => {
	await bought([failsAt(3)]);
	expect(stored()).toHaveLength(2);
	await bought([passes(16), retry]);
	expect(statementOf(last)).toMatchObject({ calls: 2, cost: 2 * PRICE });
	expect(contextOf(last)).toMatchObject({ calls: 2, reusedPages: 2 });
	expect(stored()).toEqual([]);
});

describe('pages that were delivered', () => {
	test.each<Row>([
		[
			'for the minutes from the purchase, however often',
			[runs(HOUR), passes(40), runs(HOUR), passes(25), runs(HOUR)],
			['1 2 3 4', '', '', '', '1 2 3 4'],
		],
		[
			'not with Only New Records',
			[runs(HOUR), runs({ ...HOUR, onlyNew: true }, { mode: 'trigger' })],
			['1 2 3 4', '1 2 3 4'],
		],
		[
			'whole, also where Limit cut them',
			[runs({ ...HOUR, ...LIMIT_3 }), runs(HOUR)],
			['1 2', '3 4'],
		],
		[
			'also after an execution that used them and failed',
			[runs({ ...HOUR, ...LIMIT_3 }), failsAt(3, {}, HOUR), runs(HOUR)],
			['1 2', '3', '3 4'],
		],
		[
			'nor those that a second try has bought',
			[
				async () => {
					world.emulator.addFault({ kind: 'refused', httpStatus: 400, match: { page: 1 } });
					const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
					await runs({}, { node })();
				},
				runs(),
			],
			['1 1 2 3 4', '1 2 3 4'],
		],
		['nor a resume behind what Limit cut', [runs(LIMIT_3), resumes], ['1 2', '2 3 4']],
	])('%s', async (_label, steps, expected) => {
		expect(await bought(steps)).toEqual(expected);
	});

	test('the hint and the report say how old they are', async () => {
		await bought([runs(HOUR), passes(59), runs(HOUR)]);
		expect(statementOf(last)).toMatchObject({ calls: 0, cost: 0 });
		expect(contextOf(last)).toMatchObject({ records: 8, reason: 'end' });
		const [{ reusedPages, reusedAge, cost }] = last.report;
		expect({ reusedPages, cost }).toEqual({ reusedPages: 4, cost: 0 });
		expect(Number(reusedAge)).toBeGreaterThanOrEqual(59 * 60);
		expect(Number(reusedAge)).toBeLessThan(60 * 60);
	});

	test('of several copies, the oldest serves, which those behind it fit', async () => {
		await bought([runs(HOUR), passes(30), runs(), passes(10), runs(HOUR)]);
		const [{ reusedPages, reusedAge }] = last.report;
		expect([reusedPages, Math.floor(Number(reusedAge) / 60)]).toEqual([4, 40]);
	});

	test('count once, however many input items use them', async () => {
		const items = [{}, {}, {}];
		await bought([runs(HOUR), runs(HOUR, { items })]);
		expect(last.records).toHaveLength(24);
		expect(contextOf(last)).toMatchObject({ reusedPages: 4 });
	});

	test('the trigger buys today’s list', async () => {
		await bought([runs(HOUR)]);
		await world.poll({ ...getPosts.parameters(LIST), firstPoll: 'emit' }, { staticData: {} });
		expect(world.emulator.ledger).toHaveLength(5);
	});

	const asTool = getPosts.parameters("={{ $fromAI('userId', '', 'string') }}");

	test('an agent pays nothing to ask again, however late, though another execution has used its page', async () => {
		const uses = ['size-3', 'another-size-3', 'size-3'].map((userId) => [{ userId }]);
		const agent = world.runAgent(asTool, uses);
		world.emulator.configure({ latencyMs: 200 });
		// While the second use is under way.
		await until(() => world.emulator.ledger.length === 2);
		passMinutes(16);
		const other = await world.run({ ...getPosts.parameters('size-3'), ...HOUR });
		expect(other.records).toHaveLength(3);
		const { answers, context } = await agent;
		expect(answers.map(([answer]) => answer?.filter(({ id }) => id).length)).toEqual([3, 3, 3]);
		expect(context).toMatchObject({ calls: 2, reusedPages: 1 });
		expect(world.emulator.ledger).toHaveLength(2);
	});
});

describe('while somebody builds a workflow, each page is bought once', () => {
	const byHand = { reuses: true };
	const inProduction = { reuses: true, mode: 'trigger' } as const;

	test.each<Row>([
		[
			'a higher Limit costs what is missing',
			[runs(LIMIT_3, byHand), runs({ ...LIMIT_3, limit: 5 }, byHand), runs({}, byHand)],
			['1 2', '3', '4'],
		],
		[
			'for fifteen minutes',
			[runs({}, byHand), passes(16), runs({}, byHand)],
			['1 2 3 4', '', '1 2 3 4'],
		],
		['unless Reuse Pages is 0', [runs({}, byHand), runs(ANEW, byHand)], ['1 2 3 4', '1 2 3 4']],
		['not in production', [runs({}, byHand), runs({}, inProduction)], ['1 2 3 4', '1 2 3 4']],
		[
			'by all rounds and nodes of an execution',
			[
				runs({}, { ...byHand, ...another('a') }),
				runs({}, { ...byHand, ...another('a') }),
				runs({}, { ...byHand, ...another('a'), node: { id: 'another' } }),
			],
			['1 2 3 4', '', ''],
		],
		[
			'but not in production by a later round, which may wait for a change',
			[
				runs({}, { ...inProduction, ...another('a') }),
				runs({}, { ...inProduction, ...another('a') }),
			],
			['1 2 3 4', '1 2 3 4'],
		],
		[
			'what a failed run has left too, unless Reuse Pages is 0',
			[failsAt(3, byHand), failsAt(4, byHand), runs(ANEW, byHand)],
			['1 2 3', '3 4', '1 2 3 4'],
		],
		[
			'by n8n’s Retry whatever Reuse Pages is',
			[failsAt(3, byHand), retried((options) => runs(ANEW, { ...byHand, ...options }))],
			['1 2 3', '3 4'],
		],
		[
			'with Only New Records too, which has no effect by hand',
			[runs({ onlyNew: true }, byHand), runs({ onlyNew: true }, byHand)],
			['1 2 3 4', ''],
		],
	])('%s', async (_label, steps, expected) => {
		expect(await bought(steps)).toEqual(expected);
	});

	test('a chat with an agent', async () => {
		const parameters = { ...posts(), ...getPosts.parameters("={{ $fromAI('list') }}") };
		const chat = async () => await world.runAgent(parameters, [[{ list: LIST }]], byHand);
		await chat();
		const { answers } = await chat();
		expect(answers[0]?.[0]).toHaveLength(9);
		expect(world.emulator.ledger).toHaveLength(4);
	});

	test('of two runs at once the second uses what the first has bought so far', async () => {
		world.emulator.configure({ latencyMs: 100 });
		const first = world.run(posts(), byHand);
		await until(() => world.emulator.ledger.length === 2);
		await runs(LIMIT_2, byHand)();
		await first;
		expect(world.emulator.ledger).toHaveLength(4);
	});

	test('a loop that waits for a change is told that it sees none', async () => {
		const options = { items: [{}, {}], ...byHand };
		const { rounds, hints } = await world.runLoop(posts(), options);
		expect(rounds.map(({ length }) => length)).toEqual([8, 8]);
		expect(world.emulator.ledger).toHaveLength(4);
		expect(hints.map((hint) => hint.includes('set Reuse Pages to 0'))).toEqual([false, true]);
	});

	test('but Fetch Test Event of a trigger shows today’s list', async () => {
		const parameters = { ...getPosts.parameters(LIST), output: 'raw' };
		const fetchEvent = async () => await world.poll(parameters, { staticData: {}, mode: 'manual' });
		await fetchEvent();
		const { output } = await fetchEvent();
		expect(output?.[0]).toHaveLength(8);
		expect(world.emulator.ledger).toHaveLength(2);
	});
});

test('a run of more than an hour buys no page twice, whatever else begins meanwhile', async () => {
	let isBegun = false;
	const parameters = posts({ userId: '={{ $json.list }}', options: { concurrency: 1 } });
	const credential = { baseUrl: '' };
	gateway.answerWith(async ({ body: { input } }) => {
		if (input.user_id === 'slow' && !isBegun) {
			isBegun = true;
			passMinutes(61);
			await world.run(parameters, { items: [{ list: 'other' }], credential });
		}
		const timeline = { edges: [{ node: { id: '1' } }], page_info: { has_next_page: false } };
		return { body: runOf({ user: { edge_owner_to_timeline_media: timeline } }) };
	});
	credential.baseUrl = gateway.url;
	const items = ['one', 'slow', 'one', 'slow'].map((list) => ({ list }));
	const run = await world.run(parameters, { items, credential });
	expect(run.records).toHaveLength(4);
	expect(gateway.calls.map(({ body }) => body.input.user_id)).toEqual(['one', 'slow', 'other']);
});
