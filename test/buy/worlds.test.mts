import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';

import type * as buyerModule from '../../nodes/DataAccess/buy/buyer.ts';
import type { Deployment } from '../../nodes/DataAccess/buy/deployment.ts';
import type { PageOutcome } from '../../nodes/DataAccess/buy/outcome.ts';
import type * as passModule from '../../nodes/DataAccess/buy/pass.ts';
import type { NodeContext } from '../../nodes/DataAccess/buy/stored.ts';
import type { RawResponse, Transport } from '../../nodes/DataAccess/gateway/transport.ts';
import { failureOf } from '../../nodes/DataAccess/shared/failure.ts';
import { built, forgetBuilt } from '../harness/built.mts';
import { useVirtualTime } from '../harness/virtualTime.mts';

/** For more runs, or others: FUZZ_RUNS=20000 FUZZ_SEED=7 npx jest test/buy/worlds */
const RUNS = Number(process.env.FUZZ_RUNS ?? 60);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_126);

type ValueOf<Of> = Of extends fc.Arbitrary<infer Value> ? Value : never;
const oneOf = (...numbers: number[]) => fc.constantFrom(...numbers);

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const KEPT = 15 * MINUTE;
const PRICE = 0.01;

/** An n8n process, with the node's modules loaded separately. */
interface Process {
	beginPass: typeof passModule.beginPass;
	Buyer: typeof buyerModule.Buyer;
}
function newProcess(): Process {
	forgetBuilt();
	const { beginPass } = built<typeof passModule>('buy/pass');
	return { beginPass, Buyer: built<typeof buyerModule>('buy/buyer').Buyer };
}

const processes = [newProcess(), newProcess()] as const;

const KINDS = [
	...(['page', 'unsent', 'limited', 'charged'] as const),
	...(['lost', 'accepted', 'unreadable', 'refused'] as const),
];

/** How a call goes: its outcome, how many seconds it takes, and after how many its run is listed if it was lost. */
const anyCall = fc.record({
	kind: fc.oneof(
		{ weight: 6, arbitrary: fc.constant('page' as const) },
		{ weight: 3, arbitrary: fc.constant('lost' as const) },
		{ weight: 3, arbitrary: fc.constantFrom(...KINDS) },
	),
	takes: oneOf(0.3, 1, 4, 15),
	listedAfter: oneOf(0, 3, 30, 1e9),
});
type Call = ValueOf<typeof anyCall>;

const anyItem = fc.record({
	list: fc.constantFrom('a', 'a', 'b'),
	from: oneOf(0, 0, 0, 1),
	pages: fc.integer({ min: 1, max: 4 }),
});
type Item = ValueOf<typeof anyItem>;

const anyStep = fc.record({
	by: fc.constantFrom('hand', 'hand', 'production', 'production', 'tool', 'mcp', 'retry', 'retry'),
	items: fc.array(anyItem, { minLength: 1, maxLength: 3 }),
	tries: oneOf(1, 1, 2, 3),
	rounds: oneOf(1, 1, 2),
	goesOn: fc.boolean(),
	together: fc.boolean(),
	/** Minutes; undefined for the default. */
	reuse: fc.constantFrom(undefined, undefined, undefined, 0, 5, 60),
	/** In calls. */
	cap: oneOf(2, 4, 8, Infinity),
	process: fc.constantFrom(0, 1),
	/** Seconds until it is stopped, 0 for never; `pause`: seconds until the next step, if that waits for it. */
	stopAfter: oneOf(0, 0, 0, 0, 0, 2, 9),
	pause: oneOf(1, 4, 20, 200, 900, 4000),
	overlaps: fc.boolean(),
});
type Step = ValueOf<typeof anyStep>;

const anyWorld = fc.record({
	steps: fc.array(anyStep, { minLength: 3, maxLength: 7 }),
	calls: fc.array(anyCall, { minLength: 12, maxLength: 12 }),
	/** Seconds between new records on top of all lists. */
	growsEvery: oneOf(7, 40, 300, 1e9),
	/** From which call on the list of runs is down, and for how many seconds. */
	outage: fc.record({ from: fc.integer({ min: 1, max: 12 }), lasts: oneOf(0, 4, 60) }),
});
type World = ValueOf<typeof anyWorld>;

interface Execution extends Omit<Step, 'reuse' | 'process'> {
	id: string;
	isTool: boolean;
	context: NodeContext;
	stop: AbortController;
	process: Process;
	/** Milliseconds. */
	reuse: number;
	isOver: boolean;
	hasFailed: boolean;
	wasRetried: boolean;
	/** How many of its runs were delivered. */
	delivered: number;
	retries?: Execution;
}

/** A call as the gateway sees it. Times are in epoch milliseconds. */
interface Sold extends Call {
	id: string;
	key: string;
	by: Execution;
	pass: object;
	/** Which run of its execution made it. */
	run: number;
	at: number;
	charged: number;
	top: number;
	listedAt: number;
	/** The node does not know its outcome. */
	isUnknown: boolean;
	isOver: boolean;
	/** Executions whose searches have read its run. */
	toldTo: Set<Execution>;
	/** The runs that have had its page, by execution. */
	had: Map<Execution, number>;
	/** When passes ended, by process, that had its page and did not deliver it. */
	leftIn: Array<{ process: Process; at: number }>;
	isDelivered: boolean;
	isOverIn: Set<Process>;
}

const happened = { calls: 0, found: 0, reused: 0, refused: 0, capped: 0, retried: 0, left: 0 };
afterAll(() => {
	for (const count of Object.values(happened)) expect(count).toBeGreaterThan(RUNS / 15);
});

async function live({ steps, calls, growsEvery, outage }: World): Promise<void> {
	const time = useVirtualTime();
	const deployment = deploymentOf((worlds += 1));
	const ledger: Sold[] = [];
	const executions: Execution[] = [];
	/** When the previous pages of requested pages arrived, by execution and request. */
	const asking = new Map<string, Map<object, number>>();
	let isCalm = false;
	let thrown: unknown;

	/** Checks, before money is spent, what the node promises. */
	function check(by: Execution, pass: object, key: string): void {
		const label = `${key} by ${by.id}`;
		const after = Math.max(...(asking.get(`${by.id} ${key}`)?.values() ?? [0]));
		const same = ledger.filter((sold) => sold.key === key);
		// A page older than the previous page would leave a gap.
		const pages = same.filter(
			({ kind, isUnknown, isOver, at }) => kind === 'page' && !isUnknown && isOver && at >= after,
		);
		const isNewest = ({ at }: Sold) => !same.some((other) => other.at > at && other.charged > 0);
		const paid = pages.find((sold) => {
			if (sold.had.get(by) === by.delivered || isInherited(sold, by)) return true;
			if (!sold.isOverIn.has(by.process) || !isNewest(sold)) return false;
			return time.now() < sold.at + by.reuse || (!sold.isDelivered && isLeft(sold, by.process));
		});
		expect([label, paid?.id]).toEqual([label, undefined]);
		const ofRun = same.filter((sold) => sold.by === by && sold.run === by.delivered);
		const isCharged = ofRun.some(
			({ kind, isUnknown, isOver }) =>
				isOver && !isUnknown && ['charged', 'unreadable'].includes(kind),
		);
		const isLost = ofRun.some(
			(sold) =>
				sold.isUnknown &&
				sold.toldTo.size === 0 &&
				(sold.pass === pass || by.isTool || by.tries === 1),
		);
		const mine = ledger.filter((sold) => sold.by === by);
		const isRefused = mine.some(({ kind, isOver }) => kind === 'refused' && isOver);
		expect([label, isCharged, isLost, isRefused]).toEqual([label, false, false, false]);
	}

	/** Whether the retried execution had the page and did not deliver it. */
	function isInherited(sold: Sold, { retries: old, delivered }: Execution): boolean {
		if (!old || delivered > 0) return false;
		return sold.had.get(old) === old.delivered || isInherited(sold, old);
	}

	/** Whether a page is available: it counts from the first pass that did not deliver it. */
	const isLeft = ({ leftIn: [first] }: Sold, process: Process) =>
		first?.process === process && time.now() < first.at + KEPT;

	const answer = (status: number, body: unknown): RawResponse => ({
		status,
		headers: { date: new Date(time.now()).toUTCString(), 'retry-after': '2' },
		text: JSON.stringify(body),
	});
	const inVain: Partial<Record<Call['kind'], object>> = {
		charged: { success: false, error: 'broken' },
		unreadable: { strange: 1 },
	};
	const runOf = ({ id, key, top, kind }: Sold) => ({
		runId: id,
		...{ provider: 'p', endpoint: '/e', status: 'COMPLETED', input: { key } },
		cost: { value: PRICE, currency: 'USD' },
		output: inVain[kind] ?? { records: [{ id, top }] },
	});

	const running = ({ id }: Sold) => ({ runId: id, status: 'RUNNING' });

	const sellTo =
		(by: Execution, pass: object): Transport =>
		async ({ url, body, timeoutMs }) => {
			if (body === undefined) return await answerFree(by, url);
			const { key } = (JSON.parse(body) as { input: { key: string } }).input;
			try {
				check(by, pass, key);
			} catch (error) {
				// The node would turn the exception into a failure.
				thrown ??= error;
			}
			happened.calls += 1;
			const call = isCalm
				? { kind: 'page' as const, takes: 1, listedAfter: 0 }
				: calls[ledger.length % calls.length]!;
			const isServed = !['unsent', 'limited', 'refused'].includes(call.kind);
			const sold: Sold = {
				...{ ...call, id: `run_${ledger.length}`, key, by, pass, at: time.now() },
				...{ charged: isServed ? PRICE : 0, top: 0, listedAt: Infinity, run: by.delivered },
				...{ isUnknown: false, isOver: false, isDelivered: false },
				...{ had: new Map<Execution, number>(), leftIn: [], isOverIn: new Set<Process>() },
				toldTo: new Set<Execution>(),
			};
			ledger.push(sold);
			const takes = Math.min(call.takes * SECOND, timeoutMs);
			await Promise.race([
				time.sleep(takes),
				new Promise((resolve) => by.stop.signal.addEventListener('abort', resolve)),
			]);
			// If the call was stopped, it was served at that time at the latest: its run may be listed from then on.
			const servedAt = Math.min(sold.at + takes / 2, time.now());
			sold.top = Math.floor(servedAt / (growsEvery * SECOND));
			const isLate = call.takes * SECOND > timeoutMs;
			const isStopped = by.stop.signal.aborted;
			sold.isUnknown = ['lost', 'accepted'].includes(call.kind) || isLate || isStopped;
			if (sold.isUnknown) {
				if (isServed) sold.listedAt = time.now() + call.listedAfter * SECOND;
				if (isStopped) return { failure: failureOf('STOPPED') };
				if (isLate) return { failure: failureOf('DEADLINE') };
				return call.kind === 'lost' ? answer(502, '') : answer(202, running(sold));
			}
			sold.isOver = true;
			if (call.kind === 'unsent') return { failure: failureOf('UNREACHABLE') };
			if (call.kind === 'limited') return answer(429, {});
			if (call.kind === 'refused') return answer(402, { code: 'no_balance' });
			if (call.kind === 'page') sold.had.set(by, sold.run);
			return answer(200, runOf(sold));
		};

	/** Answers a free request: the list of runs, or one run. */
	async function answerFree(by: Execution, url: string) {
		await time.sleep(50);
		if (by.stop.signal.aborted) return { failure: failureOf('STOPPED') } as const;
		const downFrom = ledger[outage.from]?.at ?? Infinity;
		const downFor = time.now() - downFrom;
		if (downFor >= 0 && downFor < outage.lasts * SECOND) return answer(500, '');
		const listed = ledger.filter(({ listedAt }) => time.now() >= listedAt);
		const [, id] = /\/runs\/(.+)$/.exec(url) ?? [];
		if (id !== undefined) {
			const named = ledger.find((each) => each.id === decodeURIComponent(id));
			const sold = listed.find((each) => each === named);
			if (!sold) return named?.kind === 'accepted' ? answer(200, running(named)) : answer(404, {});
			sold.toldTo.add(by);
			// It may also be taken for the run of an equal lost call.
			for (const lost of ledger)
				if (sold.by !== by && lost.by === by && lost.key === sold.key) lost.toldTo.add(by);
			return answer(200, runOf(sold));
		}
		const items = listed.map((sold) => {
			const { output, input, ...summary } = runOf(sold);
			return { ...summary, createdAt: new Date(sold.at).toISOString() };
		});
		return answer(200, { items: items.reverse() });
	}

	async function onePass(by: Execution, items: Item[]): Promise<boolean> {
		const { process, context, isTool, goesOn } = by;
		const execution = {
			...{ id: by.by === 'mcp' ? `${by.id} ${(uses += 1)}` : by.id, isAlone: by.by === 'mcp' },
			...{ context, stop: by.stop.signal },
			callsUntil: by.by === 'mcp' ? time.now() + 25 * SECOND : Infinity,
			patience: (isTool ? 20 : 300) * SECOND,
		};
		const pass = process.beginPass(execution, { isTool, maxTries: by.tries } as never);
		const settings = { cap: by.cap * PRICE, reusePages: by.reuse / MINUTE, neverReuses: false };
		const buyer = new process.Buyer({
			query: QUERY,
			send: sellTo(by, pass),
			deployment,
			...{ pass, settings, execution, endsOnFailure: !goesOn },
		});
		const used = new Set<Sold>();
		const run = by.delivered;
		const ends: PageOutcome[] = [];
		let records = 0;
		await Promise.all(
			items.map(async ({ list, from, pages }, index) => {
				const buy = buyer.pagesFor({ itemIndex: index, timeout: 30 * SECOND, previousPageAt: 0 });
				let after = 0;
				let before: Sold | undefined;
				for (let page = from; page < from + pages; page++) {
					const key = `${list}:${page}`;
					const place = `${by.id} ${key}`;
					const me = {};
					asking.set(place, (asking.get(place) ?? new Map<object, number>()).set(me, after));
					const askedAt = time.now();
					const got = await buy({ key });
					asking.get(place)!.delete(me);
					if (got.kind !== 'page') {
						ends[index] = got;
						if (got.kind === 'failed') buyer.halt.observeFailure();
						break;
					}
					got.markDelivered();
					records += 1;
					after = Math.max(after, got.boughtAt);
					const { id } = got.page.records[0] as { id: string };
					const sold = ledger.find((each) => each.id === id)!;
					take(sold, by, { isTold: got.age > 0, askedAt });
					// If the list grew in between, the new records would be missing.
					if (before) expect(sold.top).toBeGreaterThanOrEqual(before.top);
					before = sold;
					used.add(sold);
				}
			}),
		);
		const failed = ends.some((end) => end?.kind === 'failed');
		if (ends.some((end) => end?.kind === 'ended' && end.why === 'maxCost')) happened.capped += 1;
		if (failed) happened.refused += 1;
		const isTriedAgain = failed && goesOn && !pass.isLast && records === 0;
		const isDelivered = !by.stop.signal.aborted && (!failed || goesOn) && !isTriedAgain;
		for (const sold of ledger) {
			const isOfPass = used.has(sold) || (sold.pass === pass && sold.had.has(by));
			if (!isOfPass) continue;
			if (isDelivered && used.has(sold)) sold.isDelivered = true;
			else sold.leftIn.push({ process, at: time.now() });
			sold.isOverIn.add(process);
		}
		await buyer.endPass(isDelivered);
		if (isDelivered && by.by !== 'tool') by.delivered = run + 1;
		return isDelivered;
	}

	/** Checks that the page is not older than the execution allows. */
	function take(
		sold: Sold,
		by: Execution,
		{ isTold, askedAt }: { isTold: boolean; askedAt: number },
	): void {
		const isOwn = sold.had.get(by) === by.delivered || isInherited(sold, by);
		const isKept = sold.leftIn.some(
			(left) => left.process === by.process && askedAt < left.at + KEPT,
		);
		const isWanted = isOwn || isKept || sold.toldTo.has(by) || askedAt < sold.at + by.reuse;
		expect([sold.id, isWanted]).toEqual([sold.id, true]);
		if (!isOwn && sold.toldTo.has(by)) happened.found += 1;
		else if (!isOwn && isTold) happened[isKept ? 'left' : 'reused'] += 1;
		sold.had.set(by, by.delivered);
	}

	async function run(by: Execution): Promise<void> {
		if (by.isTool) {
			const uses = by.items.map((item) => async () => await onePass(by, [item]));
			if (by.together) await Promise.all(uses.map((use) => use()));
			else for (const use of uses) await use();
		}
		for (let round = 0; !by.isTool && round < by.rounds && !by.hasFailed; round++) {
			let isDelivered = false;
			for (
				let number = 1;
				number <= by.tries && !isDelivered && !by.stop.signal.aborted;
				number++
			) {
				isDelivered = await onePass(by, by.items);
				await time.sleep(SECOND);
			}
			by.hasFailed = !isDelivered;
		}
		by.isOver = true;
	}

	function start(by: Execution): void {
		executions.push(by);
		void run(by).catch((error: unknown) => {
			thrown ??= error;
			by.isOver = true;
		});
		if (by.stopAfter > 0) void time.sleep(by.stopAfter * SECOND).then(() => by.stop.abort());
	}
	const isQuiet = () => thrown !== undefined || executions.every(({ isOver }) => isOver);
	const usual = { hand: 15, production: 0, tool: 1, mcp: 1, retry: 0 };

	function executionOf(step: Step): Execution {
		const old = executions.find(
			({ isOver, hasFailed, isTool, wasRetried }) => isOver && hasFailed && !isTool && !wasRetried,
		);
		const anew = {
			...{ id: `e${executions.length}`, stop: new AbortController(), delivered: 0 },
			...{ isOver: false, hasFailed: false, wasRetried: false },
			process: processes[step.process],
		};
		if (step.by !== 'retry' || !old) {
			const isTool = step.by === 'tool' || step.by === 'mcp';
			const only = step.by === 'mcp' ? { items: step.items.slice(0, 1) } : {};
			const goesOn = { goesOn: isTool || step.goesOn, tries: isTool ? 1 : step.tries };
			const reuse = (step.reuse ?? usual[step.by]) * MINUTE;
			return { ...step, ...only, ...anew, ...goesOn, context: {}, isTool, reuse };
		}
		happened.retried += 1;
		old.wasRetried = true;
		const context = JSON.parse(JSON.stringify(old.context)) as NodeContext;
		const retry = { ...old, ...anew, context, stopAfter: 0, retries: old };
		return retry;
	}

	for (const step of steps) {
		start(executionOf(step));
		await time.pass(isQuiet, step.overlaps ? 5 * SECOND : Infinity);
		if (!step.overlaps) await time.pass(() => thrown !== undefined, step.pause * SECOND);
	}
	await time.pass(isQuiet);
	isCalm = true;
	await time.pass(() => thrown !== undefined, 16 * MINUTE);
	// No execution is stuck, and later ones succeed.
	for (const process of [0, 1] as const) {
		const items = (['a', 'b'] as const).map((list) => ({ list, from: 0, pages: 4 }));
		const more = {
			tries: 1,
			rounds: 1,
			goesOn: false,
			cap: Infinity,
			stopAfter: 0,
			reuse: 0 as const,
		};
		start(executionOf({ ...steps[0]!, ...more, by: 'production', items, process }));
		await time.pass(isQuiet);
		if (!thrown) expect(executions.at(-1)).toMatchObject({ hasFailed: false });
	}
	if (thrown) throw thrown;
	for (const { id, context, cap } of executions) {
		const mine = ledger.filter(({ by }) => by.id === id);
		const spent = mine.reduce((sum, { charged }) => sum + charged, 0);
		const { cost = 0, possibleCost: possible = 0 } = context;
		const known = ledger.filter(
			({ by, isUnknown, toldTo }) =>
				(by.id === id && !isUnknown) || [...toldTo].some((each) => each.id === id),
		);
		const most = known.reduce((sum, { charged }) => sum + charged, 0);
		expect(cost).toBeLessThanOrEqual(most + 1e-9);
		expect(spent).toBeLessThanOrEqual(cost + possible + 1e-9);
		expect(possible).toBeGreaterThanOrEqual(0);
		expect(spent).toBeLessThanOrEqual(cap * PRICE + 1e-9);
	}
}

const QUERY = {
	...{ input: {}, positionInputs: new Map() },
	holdsPage: (value: unknown) =>
		typeof value === 'object' && value !== null && ('records' in value || 'strange' in value),
	readPage(payload: { records?: object[] }) {
		if (!payload.records) throw new Error('unreadable');
		return { records: payload.records.map((record) => ({ ...record })), nextInputs: null };
	},
} as never;
/** Each world has its own gateway, of which the processes know nothing yet. */
const deploymentOf = (world: number) =>
	({
		...{ scope: `${world}`, url: `http://gateway-${world}.example/v1/run`, secret: 'the API key' },
		callOf: (_: unknown, input: object) => ({ provider: 'p', endpoint: '/e', input, price: PRICE }),
	}) as unknown as Deployment;
let worlds = 0;
let uses = 0;

test('whatever fails, is stopped, retried or runs in parallel: no page is bought that could be used, and none is older than the previous page', async () => {
	await fc.assert(fc.asyncProperty(anyWorld, live), { numRuns: RUNS, seed: SEED });
}, 3_600_000);
