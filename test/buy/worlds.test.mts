import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';

import type * as buyerModule from '../../nodes/DataAccess/buy/buyer.ts';
import type { NodeContext } from '../../nodes/DataAccess/buy/nodeContext.ts';
import type { PageOutcome } from '../../nodes/DataAccess/buy/outcome.ts';
import type * as passesModule from '../../nodes/DataAccess/buy/passes.ts';
import type { RawAnswer, Transport } from '../../nodes/DataAccess/gateway/transport.ts';
import type { Deployment } from '../../nodes/DataAccess/buy/deployment.ts';
import { built, forgetBuilt } from '../harness/built.mts';
import { useVirtualTime } from '../harness/virtualTime.mts';

/** As many as wanted: FUZZ_RUNS=20000 FUZZ_SEED=7 npx jest test/buy/worlds */
const RUNS = Number(process.env.FUZZ_RUNS ?? 60);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_126);

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const KEPT = 15 * MINUTE;
const PRICE = 0.01;

/** One n8n process: the node's modules, loaded for it alone. */
interface Process {
	identityOf: typeof passesModule.identityOf;
	nextPass: typeof passesModule.nextPass;
	Buyer: typeof buyerModule.Buyer;
}
function newProcess(): Process {
	forgetBuilt();
	const { identityOf, nextPass } = built<typeof passesModule>('buy/passes');
	return { identityOf, nextPass, Buyer: built<typeof buyerModule>('buy/buyer').Buyer };
}

const processes = [newProcess(), newProcess()] as const;

const KINDS = ['page', 'unsent', 'limited', 'charged', 'lost', 'unreadable', 'refused'] as const;

/** How a call goes: what comes of it, and the seconds that it takes, and until its run is listed if it was lost. */
interface Call {
	kind: (typeof KINDS)[number];
	takes: number;
	listedAfter: number;
}
const anyCall: fc.Arbitrary<Call> = fc.record({
	kind: fc.oneof(
		{ weight: 6, arbitrary: fc.constant('page' as const) },
		{ weight: 3, arbitrary: fc.constant('lost' as const) },
		{ weight: 3, arbitrary: fc.constantFrom(...KINDS) },
	),
	takes: fc.constantFrom(0.3, 1, 4, 15),
	listedAfter: fc.constantFrom(0, 3, 30, 1e9),
});

interface Item {
	list: string;
	from: number;
	pages: number;
}
const anyItem: fc.Arbitrary<Item> = fc.record({
	list: fc.constantFrom('a', 'a', 'b'),
	from: fc.constantFrom(0, 0, 0, 1),
	pages: fc.integer({ min: 1, max: 4 }),
});

/** What is run next. */
interface Step {
	by: 'hand' | 'production' | 'tool' | 'mcp' | 'retry';
	items: Item[];
	tries: number;
	rounds: number;
	goesOn: boolean;
	together: boolean;
	/** Minutes; undefined for the usual. */
	reuse: number | undefined;
	/** In calls. */
	cap: number;
	process: 0 | 1;
	/** Seconds until it is stopped, 0 for never; and until the next step, if that waits for it. */
	stopAfter: number;
	pause: number;
	overlaps: boolean;
}
const anyStep: fc.Arbitrary<Step> = fc.record({
	by: fc.constantFrom('hand', 'hand', 'production', 'production', 'tool', 'mcp', 'retry', 'retry'),
	items: fc.array(anyItem, { minLength: 1, maxLength: 3 }),
	tries: fc.constantFrom(1, 1, 2, 3),
	rounds: fc.constantFrom(1, 1, 2),
	goesOn: fc.boolean(),
	together: fc.boolean(),
	reuse: fc.constantFrom(undefined, undefined, undefined, 0, 5, 60),
	cap: fc.constantFrom(2, 4, 8, Infinity),
	process: fc.constantFrom(0, 1),
	stopAfter: fc.constantFrom(0, 0, 0, 0, 0, 2, 9),
	pause: fc.constantFrom(1, 4, 20, 200, 900, 4000),
	overlaps: fc.boolean(),
});

interface World {
	steps: Step[];
	calls: Call[];
	/** Seconds after which there is something new on top of all lists. */
	growsEvery: number;
}
const anyWorld: fc.Arbitrary<World> = fc.record({
	steps: fc.array(anyStep, { minLength: 3, maxLength: 7 }),
	calls: fc.array(anyCall, { minLength: 12, maxLength: 12 }),
	growsEvery: fc.constantFrom(7, 40, 300, 1e9),
});

interface Execution extends Omit<Step, 'reuse' | 'process'> {
	id: string;
	isTool: boolean;
	context: NodeContext;
	stop: AbortController;
	onEnd: Array<() => void>;
	process: Process;
	/** Milliseconds. */
	reuse: number;
	isOver: boolean;
	hasFailed: boolean;
	wasRetried: boolean;
	/** How often a run of it was delivered. */
	delivered: number;
}

/** A call as the gateway saw it. */
interface Sold extends Call {
	id: string;
	key: string;
	by: Execution;
	pass: object;
	delivered: number;
	at: number;
	charged: number;
	top: number;
	listedAt: number;
	/** The node does not know what came of it. */
	isUnknown: boolean;
	isOver: boolean;
	/** A look has read its run. */
	wasTold: boolean;
	/** Where its page is. */
	isIn: Set<Process>;
	/** Who has it and has not delivered it. */
	heldBy: Set<Execution>;
	/** When, in epoch milliseconds. */
	deliveredIn: Map<Process, number>;
	failedAt?: number;
}

const happened = { calls: 0, found: 0, reused: 0, refused: 0, capped: 0, retried: 0 };
afterAll(() => {
	for (const count of Object.values(happened)) expect(count).toBeGreaterThan(RUNS / 12);
});

async function live({ steps, calls, growsEvery }: World): Promise<void> {
	const time = useVirtualTime();
	const deployment = deploymentOf((worlds += 1));
	const ledger: Sold[] = [];
	const executions: Execution[] = [];
	/** When the pages before those that are asked for were there, by execution and request. */
	const asking = new Map<string, Map<object, number>>();
	let isCalm = false;
	let thrown: unknown;

	/** What must hold before money is spent, from what has happened. */
	function check(by: Execution, pass: object, key: string): void {
		const told = `${key} by ${by.id}`;
		const after = Math.max(...(asking.get(`${by.id} ${key}`)?.values() ?? [0]));
		const same = ledger.filter((sold) => sold.key === key);
		const usable = same.find(
			(sold) =>
				// What was found is as old as the lost call, and may be that of another process.
				!sold.isUnknown &&
				(sold.kind !== 'unreadable' || isOfRun(sold, by)) &&
				(sold.at >= after || sold.pass === pass) &&
				(sold.heldBy.has(by) || (sold.isIn.has(by.process) && isYoung(sold, by))),
		);
		expect([told, usable?.id]).toEqual([told, undefined]);
		const ofRun = same.filter((sold) => isOfRun(sold, by));
		const isPaid = ofRun.some(({ kind, isUnknown }) => !isUnknown && kind === 'charged');
		const isLost = ofRun.some(
			(sold) =>
				sold.isUnknown && !sold.wasTold && (sold.pass === pass || by.isTool || by.tries === 1),
		);
		const mine = ledger.filter((sold) => sold.by === by);
		const isRefused = mine.some((sold) => sold.kind === 'refused' && sold.isOver);
		expect([told, isPaid, isLost, isRefused]).toEqual([told, false, false, false]);
	}

	const isOfRun = (sold: Sold, by: Execution) => sold.by === by && sold.delivered === by.delivered;

	/** Whoever it was bought for, it may be used. */
	function isYoung(sold: Sold, by: Execution): boolean {
		const now = time.now();
		if (now < sold.at + by.reuse) return true;
		if (sold.deliveredIn.has(by.process) || sold.failedAt === undefined) return false;
		return now < sold.failedAt + KEPT;
	}

	const answer = (status: number, body: unknown): RawAnswer => ({
		status,
		headers: { date: new Date(time.now()).toUTCString(), 'retry-after': '2' },
		text: JSON.stringify(body),
	});
	const runOf = ({ id, key, top, kind }: Sold) => ({
		runId: id,
		...{ provider: 'p', endpoint: '/e', status: 'COMPLETED', input: { key } },
		cost: { value: PRICE, currency: 'USD' },
		output:
			kind === 'charged'
				? { success: false, error: 'broken' }
				: kind === 'unreadable'
					? { strange: 1 }
					: { records: [{ id, top }] },
	});

	const sellTo =
		(by: Execution, pass: object): Transport =>
		async ({ url, body, timeoutMs }) => {
			if (body === undefined) return await tell(by, url);
			const { key } = (JSON.parse(body) as { input: { key: string } }).input;
			try {
				check(by, pass, key);
			} catch (error) {
				// The node would make a failure of it.
				thrown ??= error;
			}
			happened.calls += 1;
			const call = isCalm
				? { kind: 'page' as const, takes: 1, listedAfter: 0 }
				: calls[ledger.length % calls.length]!;
			const isServed = !['unsent', 'limited', 'refused'].includes(call.kind);
			const sold: Sold = {
				...{ ...call, id: `run_${ledger.length}`, key, by, pass, at: time.now() },
				...{ charged: isServed ? PRICE : 0, top: 0, listedAt: Infinity, delivered: by.delivered },
				...{ isUnknown: false, isOver: false, wasTold: false },
				...{ heldBy: new Set<Execution>(), isIn: new Set<Process>() },
				deliveredIn: new Map<Process, number>(),
			};
			ledger.push(sold);
			const takes = Math.min(call.takes * SECOND, timeoutMs);
			await Promise.race([
				time.sleep(takes),
				new Promise((resolve) => by.stop.signal.addEventListener('abort', resolve)),
			]);
			// Of a run that was stopped, no later than then: it can be listed from there on.
			const servedAt = Math.min(sold.at + takes / 2, time.now());
			sold.top = Math.floor(servedAt / (growsEvery * SECOND));
			const isLate = call.takes * SECOND > timeoutMs;
			const isStopped = by.stop.signal.aborted;
			sold.isUnknown = call.kind === 'lost' || isLate || isStopped;
			if (sold.isUnknown) {
				if (isServed) sold.listedAt = time.now() + call.listedAfter * SECOND;
				if (isStopped) return { noAnswer: 'stopped', words: '' };
				return isLate ? { noAnswer: 'deadline', words: '' } : answer(502, '');
			}
			sold.isOver = true;
			if (call.kind === 'unsent') return { noAnswer: 'unsent', words: 'ECONNREFUSED' };
			if (call.kind === 'limited') return answer(429, {});
			if (call.kind === 'refused') return answer(402, { code: 'no_balance' });
			if (call.kind !== 'charged') {
				sold.heldBy.add(by);
				sold.isIn.add(by.process);
			}
			return answer(200, runOf(sold));
		};

	/** The runs that were lost, for nothing. */
	async function tell(by: Execution, url: string) {
		await time.sleep(50);
		if (by.stop.signal.aborted) return { noAnswer: 'stopped', words: '' } as const;
		const listed = ledger.filter(({ listedAt }) => time.now() >= listedAt);
		const [, id] = /\/runs\/(.+)$/.exec(url) ?? [];
		if (id !== undefined) {
			const sold = listed.find((each) => each.id === decodeURIComponent(id));
			if (!sold) return answer(404, {});
			sold.wasTold = true;
			// It may be taken for the run of an equal call that was lost beside it.
			for (const lost of ledger)
				if (sold.by !== by && lost.by === by && lost.key === sold.key) lost.wasTold = true;
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
			...process.identityOf(by.by === 'mcp' ? undefined : by.id),
			...{ context, stop: by.stop.signal },
			callsUntil: by.by === 'mcp' ? time.now() + 25 * SECOND : Infinity,
			patience: isTool ? 20 * SECOND : Infinity,
			onEnd: (handler: () => void) => void by.onEnd.push(handler),
		};
		const pass = process.nextPass(execution, { isTool, maxTries: by.tries } as never);
		const settings = { cap: by.cap * PRICE, reusePages: by.reuse / MINUTE, buysAnew: false };
		const buyer = new process.Buyer({
			query: QUERY,
			send: sellTo(by, pass),
			deployment,
			...{ pass, settings, execution, endsOnFailure: !goesOn },
		});
		const used = new Set<Sold>();
		const ends: PageOutcome[] = [];
		let records = 0;
		await Promise.all(
			items.map(async ({ list, from, pages }, index) => {
				const buy = buyer.pagesFor({ itemIndex: index, timeout: 30 * SECOND, since: 0 });
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
						if (got.kind === 'failed') buyer.halt.note(got.failure);
						break;
					}
					got.taken();
					records += 1;
					after = Math.max(after, got.boughtAt);
					const { id } = got.page.records[0] as { id: string };
					const sold = ledger.find((each) => each.id === id)!;
					take(sold, by, pass, { isTold: got.age !== undefined, askedAt });
					// A list that grew in between would lack what was added.
					if (before && sold.pass !== pass) expect(sold.top).toBeGreaterThanOrEqual(before.top);
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
		for (const sold of used) if (isDelivered) sold.deliveredIn.set(process, time.now());
		// Nor is a page delivered that could not be read, or in whose place another execution's was used.
		for (const sold of ledger) {
			const isOfPass = sold.pass === pass || used.has(sold);
			if (isOfPass && !(isDelivered && used.has(sold))) sold.failedAt ??= time.now();
		}
		await buyer.release(isDelivered);
		buyer.halt.close();
		const isOver = isDelivered || pass.isLast || by.stop.signal.aborted;
		if (isOver && !(isTool && by.by === 'tool')) {
			by.delivered += 1;
			if (isDelivered) for (const sold of ledger) sold.heldBy.delete(by);
		}
		return isDelivered;
	}

	/** No page is used that is older than its user wants. */
	function take(
		sold: Sold,
		by: Execution,
		pass: object,
		{ isTold, askedAt }: { isTold: boolean; askedAt: number },
	): void {
		if (sold.isUnknown && !sold.isIn.has(by.process) && !sold.heldBy.has(by)) {
			happened.found += 1;
			sold.pass = pass;
		} else {
			// It may have been taken before somebody delivered it.
			const isTaken = sold.deliveredIn.get(by.process)! >= askedAt;
			const isWanted = sold.isUnknown || sold.heldBy.has(by) || isYoung(sold, by) || isTaken;
			expect([sold.id, isWanted]).toEqual([sold.id, true]);
			if (sold.by !== by && isTold) happened.reused += 1;
		}
		sold.heldBy.add(by);
		sold.isIn.add(by.process);
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
		for (const handler of by.onEnd) handler();
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
			...{ id: `e${executions.length}`, stop: new AbortController(), onEnd: [], delivered: 0 },
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
		const retry = { ...old, ...anew, context, stopAfter: 0 };
		for (const sold of ledger) if (sold.heldBy.has(old)) sold.heldBy.add(retry);
		for (const sold of ledger) if (sold.kind === 'unreadable') sold.heldBy.delete(retry);
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
	// Nobody is stuck, and nothing stands in anybody's way.
	for (const process of [0, 1] as const) {
		const items = ['a', 'b'].map((list) => ({ list, from: 0, pages: 4 }));
		const more = { tries: 1, rounds: 1, goesOn: false, cap: Infinity, stopAfter: 0, reuse: 0 };
		start(executionOf({ ...steps[0]!, ...more, by: 'production', items, process }));
		await time.pass(isQuiet);
		if (!thrown) expect(executions.at(-1)).toMatchObject({ hasFailed: false });
	}
	if (thrown) throw thrown;
	for (const { id, context, cap } of executions) {
		const mine = ledger.filter(({ by }) => by.id === id);
		const spent = mine.reduce((sum, { charged }) => sum + charged, 0);
		const { cost = 0, possibleCost: possible = 0 } = context;
		expect(spent).toBeLessThanOrEqual(cost + possible + 1e-9);
		expect(possible).toBeGreaterThanOrEqual(0);
		expect(spent).toBeLessThanOrEqual(cap * PRICE + 1e-9);
	}
}

const QUERY = {
	...{ input: {}, positionInputs: [] },
	holdsPage: (value: unknown) =>
		typeof value === 'object' && value !== null && ('records' in value || 'strange' in value),
	readPage(payload: { records?: object[] }) {
		if (!payload.records) throw new Error('unreadable');
		return { records: payload.records.map((record) => ({ ...record })), next: null };
	},
} as never;
/** Each world has a gateway of its own, so that the processes know nothing of it. */
const deploymentOf = (world: number) =>
	({
		...{ scope: `${world}`, url: `http://gateway-${world}.example/v1/run`, secret: 'the API key' },
		callOf: (_: unknown, input: object) => ({ provider: 'p', endpoint: '/e', input, price: PRICE }),
	}) as unknown as Deployment;
let worlds = 0;

test('whatever fails, is stopped, retried or runs side by side: no page is bought that may be used, and none is older than the one before it', async () => {
	await fc.assert(fc.asyncProperty(anyWorld, live), { numRuns: RUNS, seed: SEED });
}, 3_600_000);
