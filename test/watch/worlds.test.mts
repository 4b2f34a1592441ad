import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type * as collectModule from '../../nodes/DataAccess/list/collect.ts';
import type { ItemTask } from '../../nodes/DataAccess/list/itemTask.ts';
import type * as failureModule from '../../nodes/DataAccess/shared/failure.ts';
import type * as memoryModule from '../../nodes/DataAccess/watch/memory.ts';
import type * as polledModule from '../../nodes/DataAccess/watch/polledFacts.ts';
import type { PollMemory } from '../../nodes/DataAccess/watch/polledFacts.ts';
import type * as rememberedModule from '../../nodes/DataAccess/watch/rememberedFacts.ts';
import type { ValueStore } from '../../nodes/DataAccess/watch/rememberedFacts.ts';
import type { FactStore } from '../../nodes/DataAccess/watch/facts.ts';
import { built, forgetBuilt } from '../harness/built.mts';
import { expectDelivered } from '../harness/delivered.mts';
import { queryWith } from '../harness/query.mts';

/** What one n8n process has of the built node: two of them share no variable. */
function startProcess() {
	forgetBuilt();
	return {
		...built<typeof collectModule>('list/collect'),
		...built<typeof memoryModule>('watch/memory'),
		...built<typeof rememberedModule>('watch/rememberedFacts'),
		...built<typeof polledModule>('watch/polledFacts'),
		...built<typeof failureModule>('shared/failure'),
	};
}

type Process = ReturnType<typeof startProcess>;

const processes: [Process, Process] = [startProcess(), startProcess()];
const [MAIN] = processes;

const count = expectDelivered();

/** A record of the reference world: where it stands follows from `at`, what it shows is `time`. */
interface Post {
	id: string;
	at: number;
	time: number | undefined;
	isPinned: boolean;
	/** The how manieth record it was to come. */
	born: number;
}

/** How a list behaves, and how it is read. */
interface Kind {
	/** By cursor, by offset, or by a cursor without a flag for the end. */
	paging: 'cursor' | 'offset' | 'flagless';
	/** Several records may come in one second. */
	hasBursts: boolean;
}

/** A list that is newest first. */
class World {
	posts: Post[] = [];
	born = 0;
	private clock = 1_700_000_000;

	readonly kind: Kind;

	constructor(kind: Kind) {
		this.kind = kind;
	}

	grow(by: number): void {
		for (let index = 0; index < by; index++) {
			const born = (this.born += 1);
			if (!this.kind.hasBursts || born % 3 === 0) this.clock += 1;
			const { clock } = this;
			this.posts.push({ id: `r${born}`, at: clock, time: clock, isPinned: false, born });
		}
		this.sort();
	}

	edit(place: number): void {
		const post = this.posts[place % Math.max(1, this.posts.length)];
		if (!post) return;
		this.clock += 1;
		post.at = this.clock;
		post.time = this.clock;
		this.sort();
	}

	pin(place: number): void {
		for (const post of this.posts) post.isPinned = false;
		const post = this.posts[place % Math.max(1, this.posts.length)];
		if (post) post.isPinned = true;
		this.sort();
	}

	remove(place: number): void {
		if (this.posts.length > 10) this.posts.splice(place, 2);
	}

	page(position: string | undefined, size: number): { records: Post[]; next: string | null } {
		const from = this.placeOf(position);
		const end = this.kind.paging === 'flagless' ? (position ?? 'end') : null;
		const records = this.posts.slice(from, from + size);
		if (from + size >= this.posts.length) return { records, next: end };
		const last = records.at(-1)!;
		const isOffset = this.kind.paging === 'offset';
		return { records, next: isOffset ? String(from + size) : `${last.at}/${last.born}` };
	}

	private placeOf(position: string | undefined): number {
		if (position === undefined) return 0;
		if (position === 'end') return this.posts.length;
		if (this.kind.paging === 'offset') return Number(position);
		const [at = 0, born = 0] = position.split('/').map(Number);
		const place = this.posts.findIndex(
			(post) => !post.isPinned && (post.at < at || (post.at === at && post.born < born)),
		);
		return place < 0 ? this.posts.length : place;
	}

	private sort(): void {
		const rank = (post: Post) => (post.isPinned ? 1 : 0);
		this.posts.sort((a, b) => rank(b) - rank(a) || b.at - a.at || b.born - a.born);
	}
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

const { MOST_VALUES } = MAIN;

let filled = 0;

/** n8n's memory: it can only be asked by adding, and forgets what was added first. */
class Values {
	private values = new Set<string>();

	/** Other lists of the node take so much room. */
	fill(room: number): void {
		for (let index = 0; index < room; index++) this.values.add(`other ${(filled += 1)}`);
		this.forget();
	}

	private forget(bound = MOST_VALUES): void {
		for (const oldest of this.values) {
			if (this.values.size <= bound) break;
			this.values.delete(oldest);
		}
	}

	/** As one run reaches it, until so many accesses later its process is killed, or one fails. */
	reachedBy(end: { killedIn: number; failsIn: number }) {
		let accesses = 0;
		const access = async <T,>(work: () => T): Promise<T> => {
			await turn();
			accesses += 1;
			if (accesses > end.killedIn) throw new Error('killed');
			if (accesses === end.failsIn) throw new Error('the database is gone');
			const result = work();
			await turn();
			return result;
		};
		const store: ValueStore = {
			id: 'node',
			count: () => access(() => this.values.size),
			add: (values, bound = Infinity) =>
				access(() => {
					expect(new Set(values).size).toBe(values.length);
					const held = values.filter((value) => this.values.has(value));
					for (const value of values) this.values.add(value);
					this.forget(bound);
					return held;
				}),
			remove: (values) =>
				access(() => {
					for (const value of values) this.values.delete(value);
				}),
		};
		return { store, wasKilled: () => accesses > end.killedIn };
	}
}

/** What the user sets for a run, and what happens to it. */
interface Run {
	limit: number;
	maxPages: number;
	pageSize: number;
	/** Calls until Max Cost, or a failure. */
	calls: number;
	fails: boolean;
	/** Records that come before each of its first pages. */
	grows: number;
	/** Accesses of the memory until the process is killed, and until one fails. */
	killedIn: number;
	failsIn: number;
	/** Facts that are remembered with one access. */
	keptAtOnce: number;
	/** n8n does not take what it returns. */
	isLate: boolean;
	/** What becomes of positions that an earlier poll was given. */
	expiry: 'none' | 'refused' | 'first page';
}

const ALL: Run = {
	limit: Infinity,
	maxPages: Infinity,
	pageSize: 12,
	calls: Infinity,
	fails: false,
	grows: 0,
	killedIn: Infinity,
	failsIn: Infinity,
	keptAtOnce: 1000,
	isLate: false,
	expiry: 'none',
};

const PRICE = 0.01;

/** A list that always grew faster than it is read would have no end. */
const GROWING = 5;

const query = queryWith({
	positionInputs: ['position'],
	callOf: () => ({ endpoint: '', price: PRICE }),
	newestFirst: () => true,
	sortTimeOf: ({ time }) => time as number | undefined,
});

let runsSoFar = 0;

interface RunOutcome {
	/** What it delivered; nothing where it was lost. */
	ids: string[];
	/** What it had begun to remember as delivered when its process was killed. */
	inDoubt?: string[];
	calls: number;
	isLost: boolean;
	collected?: collectModule.Collected;
}

/** One run of the node over the list. */
async function runOf(
	{ openMemory, collect, failureOf }: Process,
	world: World,
	run: Run,
	facts: FactStore,
	begin: { position?: string; begins: ItemTask['begins'] } = { begins: 'top' },
): Promise<RunOutcome> {
	const number = (runsSoFar += 1);
	const settings = {
		onlyNew: true,
		firstRun: 'emit',
		cap: run.fails ? Infinity : run.calls * PRICE,
	} as const;
	const opened = await openMemory(query, settings, { facts, isProduction: true });
	if ('failure' in opened) return { ids: [], calls: 0, isLost: true };
	const { memory } = opened;
	const task: ItemTask = {
		list: 'list',
		input: begin.position === undefined ? {} : { position: begin.position },
		limit: run.limit,
		maxPages: run.maxPages,
		skip: 0,
		seen: [],
		before: [],
		isEnded: false,
		begins: begin.begins,
		memoryName: '',
		timeout: 30,
	};
	const ids: string[] = [];
	let calls = 0;
	const collected = await collect(task, {
		query,
		buy: async ({ position = '' }) => {
			const [givenIn = '', place = ''] = String(position).split(' ');
			const hasExpired = position !== '' && Number(givenIn) < number && run.expiry !== 'none';
			if (hasExpired && run.expiry === 'refused') {
				return { failure: failureOf('INVALID_INPUT', { layer: 'gateway' }) };
			}
			if (calls === run.calls) {
				return run.fails ? { failure: failureOf('GATEWAY_ERROR') } : { ended: 'maxCost' };
			}
			calls += 1;
			await turn();
			if (calls <= GROWING) world.grow(run.grows);
			const asked = hasExpired || place === '' ? undefined : place;
			const { records, next } = world.page(asked, run.pageSize);
			const goesOn = next === asked ? String(position) : `${number} ${next}`;
			const page = {
				records: records.map((post): IDataObject => ({ ...post })),
				next: next === null ? null : { position: goesOn },
			};
			return { page, keepRest: () => {} };
		},
		deliver: ({ records }) => void ids.push(...records.map(({ id }) => String(id))),
		watch: memory.listOf(task),
	});
	// A memory that cannot be read is a failure too, but none of the code.
	expect(collected.failure?.cause).not.toBe('node-defect');
	if (run.isLate) {
		await memory.takeBack();
		return { ids: [], calls, isLost: true, collected };
	}
	await memory.commit();
	count(ids.length);
	return { ids, calls, isLost: false, collected };
}

/** A run as one of n8n's processes makes it, over what n8n remembers for the node. */
async function runIn(
	process: Process,
	world: World,
	values: Values,
	run: Run,
): Promise<RunOutcome> {
	const { store, wasKilled } = values.reachedBy(run);
	const facts = new process.RememberedFacts(store, run.keptAtOnce);
	const result = await runOf(process, world, run, facts);
	return wasKilled() ? { ...result, ids: [], inDoubt: result.ids, isLost: true } : result;
}

/** A poll is a run with what n8n keeps of a workflow, which changes only where the poll ends well. */
function pollerOf(world: World) {
	let kept: PollMemory = {};
	const store: polledModule.PollStore = {
		read: () => structuredClone(kept),
		write: (memory) => void (kept = structuredClone(memory)),
	};
	return {
		get next() {
			return kept.next;
		},
		async poll(run: Run) {
			const facts = new MAIN.PolledFacts(store, 'list');
			const { next } = facts;
			const begin = next && { position: String(next.position), begins: 'detour' as const };
			const result = await runOf(MAIN, world, { ...run, limit: Infinity }, facts, begin);
			const { collected, isLost } = result;
			// A poll that fails throws, and n8n keeps nothing of it.
			if (isLost || !collected || collected.failure) return { ...result, ids: [], isLost: true };
			facts.goOnAt(collected.watched?.isCut ? collected.next : null);
			facts.commit();
			return result;
		},
	};
}

type Step =
	| { grow: number }
	| { edit: number[] }
	| { pin: number }
	| { remove: number }
	| { run: Run }
	| { resume: Run }
	| { overlap: [Run, Run]; inOneProcess: boolean };

const whole = (min: number, max: number) => fc.integer({ min, max });
const rarely = <T,>(usual: T, arbitrary: fc.Arbitrary<T>) =>
	fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary });

const runs: fc.Arbitrary<Run> = fc.record({
	limit: fc.constantFrom(3, 10, 30, Infinity),
	maxPages: fc.constantFrom(1, 2, 5, Infinity),
	pageSize: fc.constantFrom(1, 5, 12, 50),
	calls: rarely(Infinity, whole(1, 3)),
	fails: fc.boolean(),
	grows: rarely(0, whole(1, 3)),
	killedIn: fc.constant(Infinity),
	failsIn: fc.constant(Infinity),
	keptAtOnce: fc.constantFrom(3, 1000),
	isLate: rarely(false, fc.constant(true)),
	expiry: rarely('none' as const, fc.constantFrom('refused' as const, 'first page' as const)),
});

const changes: Array<fc.Arbitrary<Step>> = [
	fc.record({ grow: whole(1, 30) }),
	fc.record({ grow: whole(1, 3) }),
	fc.record({ edit: fc.array(whole(0, 40), { minLength: 1, maxLength: 3 }) }),
	fc.record({ remove: whole(0, 5) }),
];

const pins: fc.Arbitrary<Step> = fc.record({ pin: whole(0, 40) });
const kinds: fc.Arbitrary<Kind> = fc.record({
	paging: fc.constantFrom('cursor', 'offset', 'flagless'),
	hasBursts: fc.boolean(),
});

interface Story {
	kind: Kind;
	size: number;
	steps: Step[];
}

const storyOf = (...steps: Array<fc.Arbitrary<Step>>): fc.Arbitrary<Story> =>
	fc.record({
		kind: kinds,
		size: whole(0, 40),
		steps: fc.array(
			fc.oneof(fc.record({ run: runs }), fc.record({ run: runs }), ...changes, ...steps),
			{ minLength: 4, maxLength: 16 },
		),
	});

function change(world: World, step: Step): void {
	if ('grow' in step) world.grow(step.grow);
	if ('edit' in step) for (const place of step.edit) world.edit(place);
	if ('pin' in step) world.pin(step.pin);
	if ('remove' in step) world.remove(step.remove);
}

/** Lives through a story; what was never delivered, and what several times. */
async function live({ kind, size, steps }: Story, isPolled = false) {
	const world = new World(kind);
	world.grow(size);
	const values = new Values();
	const poller = pollerOf(world);
	const runOne = (run: Run) => (isPolled ? poller.poll(run) : runIn(MAIN, world, values, run));
	const times = new Map<string, number>();
	/** What a first run, or one that Max Cost ended in a gap, has left counts as old. */
	const old = new Set<string>();
	let isBegun = false;
	let rest: IDataObject | null = null;
	const take = ({ ids, inDoubt, collected, isLost }: RunOutcome) => {
		for (const id of inDoubt ?? []) old.add(id);
		for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
		const { isFirst, givesUp, leavesOld } = collected?.watched ?? {};
		const isKept = !isLost && collected !== undefined;
		if (isKept && leavesOld) rest = collected.next;
		const hasBegun = isKept && isFirst && (ids.length > 0 || collected.reason === 'end');
		isBegun ||= hasBegun === true;
		// A first run that is killed may have begun to say what is old.
		if (!hasBegun && !(isKept && givesUp) && !(inDoubt && isFirst)) return;
		for (const { id } of world.posts) if (!times.has(id)) old.add(id);
	};
	let isBroken: boolean = false;
	for (const step of steps) {
		change(world, step);
		if ('run' in step) {
			// Two kills or failures at one record can leave what looks like delivered.
			const { killedIn, failsIn }: Run = isBroken ? ALL : step.run;
			isBroken ||= Math.min(killedIn, failsIn) < Infinity;
			take(await runOne({ ...step.run, killedIn, failsIn }));
		}
		if ('overlap' in step && isBegun) {
			const both = step.overlap.map((run, place) =>
				runIn(step.inOneProcess ? MAIN : processes[place]!, world, values, run),
			);
			for (const result of await Promise.all(both)) take(result);
		}
		if ('resume' in step && rest) {
			const { store } = values.reachedBy(step.resume);
			const begin = {
				position: String((rest as IDataObject).position),
				begins: 'resumed',
			} as const;
			const facts = new MAIN.RememberedFacts(store);
			const { ids, collected } = await runOf(MAIN, world, step.resume, facts, begin);
			take({ ids, collected: undefined, calls: 0, isLost: false });
			rest = collected?.next ?? null;
		}
	}
	// A poll that was cut goes on first, and the next one begins at the top.
	for (let left = isPolled ? 3 : 2; left > 0; left--) take(await runOne(ALL));
	expect(poller.next).toBeUndefined();
	const missing = world.posts.filter(({ id }) => !times.has(id) && !old.has(id));
	const twice = [...times].filter(([, number]) => number > 1);
	const quiet = await runOne(ALL);
	return { missing: missing.map(({ id }) => id), twice, quiet: quiet.ids };
}

const RUNS = Number(process.env.PROPERTY_RUNS ?? 300);

const overlapsIn = (inOneProcess: boolean): fc.Arbitrary<Step> =>
	fc.record({ overlap: fc.tuple(runs, runs), inOneProcess: fc.constant(inOneProcess) });
const resumes: fc.Arbitrary<Step> = fc.record({ resume: runs });

const ending = (name: 'killedIn' | 'failsIn', most: number): fc.Arbitrary<Step> =>
	fc.record({
		run: fc
			.tuple(runs, whole(0, most))
			.map(([run, accesses]): Run => ({ ...run, [name]: accesses })),
	});

describe('every record comes exactly once', () => {
	test.each([
		['where the list grows, is edited and loses records', storyOf(), false],
		['where a record is pinned, too', storyOf(pins), false],
		['where what a first run has left is resumed', storyOf(resumes), false],
		['by polls', storyOf(), true],
		['by polls of a list with a pinned record', storyOf(pins), true],
	])('%s', async (_label, story, isPolled) => {
		const property = fc.asyncProperty(story, async (told) => {
			expect(await live(told, isPolled)).toEqual({ missing: [], twice: [], quiet: [] });
		});
		await fc.assert(property, { numRuns: RUNS });
	});
});

describe('every record comes at least once', () => {
	test.each([
		['where the memory fails', storyOf(ending('failsIn', 8))],
		['where a process is killed', storyOf(ending('killedIn', 12))],
	])('%s', async (_label, story) => {
		const property = fc.asyncProperty(story, async (told) => {
			const { missing, quiet } = await live(told);
			expect([missing, quiet]).toEqual([[], []]);
		});
		await fc.assert(property, { numRuns: RUNS });
	});
});

test('runs that overlap in one process hide no record', async () => {
	const property = fc.asyncProperty(storyOf(overlapsIn(true)), async (told) => {
		const { missing, quiet } = await live(told);
		expect([missing, quiet]).toEqual([[], []]);
	});
	await fc.assert(property, { numRuns: RUNS });
});

test('runs that overlap in two processes hide a record in one world of a hundred at most', async () => {
	let lossy = 0;
	const property = fc.asyncProperty(storyOf(overlapsIn(false)), async (told) => {
		const { missing, quiet } = await live(told);
		expect(quiet).toEqual([]);
		if (missing.length > 0) lossy += 1;
	});
	await fc.assert(property, { numRuns: RUNS });
	expect(lossy).toBeLessThanOrEqual(RUNS / 100);
});

test('lists that are read again and again stay in a memory that others fill', async () => {
	const growing = fc.record({
		kind: kinds,
		growths: fc.array(whole(0, 12), { minLength: 8, maxLength: 20 }),
	});
	const property = fc.asyncProperty(growing, async ({ kind, growths }) => {
		const world = new World(kind);
		world.grow(12);
		const values = new Values();
		values.fill(MOST_VALUES);
		await runIn(MAIN, world, values, { ...ALL, limit: 5 });
		const delivered: string[] = [];
		for (const growth of growths) {
			// Of five such rounds nothing older is left.
			values.fill(MOST_VALUES / 5);
			world.grow(growth);
			delivered.push(...(await runIn(MAIN, world, values, ALL)).ids);
		}
		const grown = world.posts.filter(({ born }) => born > 12).map(({ id }) => id);
		expect(delivered.sort()).toEqual(grown.sort());
	});
	// Each takes a third of a second.
	await fc.assert(property, { numRuns: Math.ceil(RUNS / 30) });
});

test('no run buys more than one page below what has come since the last complete run', async () => {
	const growing = fc.array(
		fc.oneof(fc.record({ grow: whole(1, 40) }), fc.record({ run: runs }), fc.record({ run: runs })),
		{ minLength: 4, maxLength: 16 },
	);
	const property = fc.asyncProperty(growing, async (steps) => {
		const world = new World({ paging: 'cursor', hasBursts: false });
		world.grow(30);
		const values = new Values();
		/** Records that have come since the last complete run. */
		let above = Infinity;
		for (const step of steps) {
			change(world, step);
			if ('grow' in step) above += step.grow;
			if (!('run' in step)) continue;
			const run = { ...step.run, grows: 0, pageSize: Math.max(2, step.run.pageSize) };
			const { calls, collected, isLost } = await runIn(MAIN, world, values, run);
			expect(calls).toBeLessThanOrEqual(Math.floor((above + 1) / run.pageSize) + 1);
			const { isFirst, hasGap = true } = collected?.watched ?? {};
			const counts = isFirst ? calls > 0 : !hasGap;
			if (!isLost && counts) above = 0;
		}
	});
	await fc.assert(property, { numRuns: RUNS });
});
