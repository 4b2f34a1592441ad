import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import type * as spendingModule from '../../nodes/DataAccess/buy/spending.ts';
import type * as collectModule from '../../nodes/DataAccess/list/collect.ts';
import type * as failureModule from '../../nodes/DataAccess/shared/failure.ts';
import type * as memoryModule from '../../nodes/DataAccess/watch/memory.ts';
import type * as polledModule from '../../nodes/DataAccess/watch/polledValues.ts';
import type { PollMemory } from '../../nodes/DataAccess/watch/polledValues.ts';
import type { ValueStore } from '../../nodes/DataAccess/watch/valueStore.ts';
import { built } from '../harness/built.mts';
import { expectDelivered } from '../harness/delivered.mts';
import { queryWith } from '../harness/query.mts';

const { collect } = built<typeof collectModule>('list/collect');
const { openMemory } = built<typeof memoryModule>('watch/memory');
const { failureOf } = built<typeof failureModule>('shared/failure');
const { Spending } = built<typeof spendingModule>('buy/spending');
const { PolledValues } = built<typeof polledModule>('watch/polledValues');

const spending = new Spending();

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
	lacksTimes: boolean;
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

	grow(count: number): void {
		for (let index = 0; index < count; index++) {
			this.born += 1;
			if (!this.kind.hasBursts || this.born % 3 === 0) this.clock += 1;
			const time = this.kind.lacksTimes && this.born % 7 === 0 ? undefined : this.clock;
			this.posts.push({
				id: `r${this.born}`,
				at: this.clock,
				time,
				isPinned: false,
				born: this.born,
			});
		}
		this.sort();
	}

	edit(place: number): void {
		const post = this.posts[place % Math.max(1, this.posts.length)];
		if (!post) return;
		this.clock += 1;
		post.at = this.clock;
		if (post.time !== undefined) post.time = this.clock;
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
		const last = records.at(-1) as Post;
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

/** n8n's memory: first in, first out; a look adds what it looks at. */
class Store implements ValueStore {
	private static count = 0;
	readonly id = `store ${(Store.count += 1)}`;
	readonly execution = '';
	/** Calls until one fails, and until none fails any more. */
	failsIn = Infinity;
	worksIn = Infinity;

	constructor(private values: string[] = []) {}

	/** The same, for another process. */
	elsewhere(): Store {
		return new Store(this.values);
	}

	/** Its process was killed: it never works again. */
	get isDead(): boolean {
		return this.failsIn < 0 && this.worksIn === Infinity;
	}

	async count(): Promise<number> {
		return this.values.length;
	}

	async add(values: string[], bound?: number): Promise<string[]> {
		this.tick();
		const held = new Set(this.values);
		for (const value of values) if (!held.has(value)) this.values.push(value);
		if (bound !== undefined) this.values.splice(0, this.values.length - bound);
		return values.filter((value) => held.has(value));
	}

	async remove(values: string[]): Promise<void> {
		this.tick();
		const gone = new Set(values);
		this.values = this.values.filter((value) => !gone.has(value));
	}

	private tick(): void {
		this.failsIn -= 1;
		this.worksIn -= 1;
		if (this.failsIn < 0 && this.worksIn >= 0) throw new Error('the database is gone');
	}
}

interface Run {
	limit: number;
	maxPages: number;
	pageSize: number;
	/** Calls until Max Cost, or a failure. */
	calls: number;
	fails: boolean;
	/** Records that come before each of its pages. */
	grows: number;
	/** Store calls until the store fails, for two calls. */
	storeFailsIn: number;
	/** Store calls after which the run's process is killed, unless it has delivered by then. */
	isKilledIn: number;
	/** n8n does not take what it returns. */
	isLate: boolean;
	/** What becomes of positions that an earlier run was given. */
	expiry: 'none' | 'refused' | 'first page';
}

const ALL: Run = {
	limit: Infinity,
	maxPages: Infinity,
	pageSize: 12,
	calls: Infinity,
	fails: false,
	grows: 0,
	storeFailsIn: Infinity,
	isKilledIn: Infinity,
	isLate: false,
	expiry: 'none',
};

const queryFor = ({ kind: { paging } }: World) =>
	queryWith({
		pagesByCursor: paging === 'offset' ? undefined : true,
		positionInputs: ['position'],
		newestFirst: () => true,
		sortTimeOf: ({ time }) => time as number | undefined,
	});

let runsSoFar = 0;
const count = expectDelivered();

/** One run of the node over the list; what it delivers, and how it ended. */
async function runOf(world: World, store: ValueStore, run: Run) {
	const query = queryFor(world);
	const number = (runsSoFar += 1);
	const opened = await openMemory(
		query,
		{ onlyNew: true, firstRun: 'emit' },
		{ values: store, isProduction: true },
		{ hasFree: false },
	).catch(() => undefined);
	if (!opened || !('memory' in opened)) return { ids: [] };
	const { memory } = opened;
	const task = {
		list: 'list',
		input: {},
		limit: run.limit,
		maxPages: run.maxPages,
		skip: 0,
		seen: [],
		isEnded: false,
		isResumed: false,
		memoryName: '',
		timeout: 30,
	};
	const watch = memory.listOf(task);
	const ids: string[] = [];
	let calls = 0;
	const collected = await collect(task, {
		query,
		buy: async ({ position = '' }) => {
			const [givenIn = '', place = ''] = String(position).split(' ');
			const hasExpired = position !== '' && Number(givenIn) < number && run.expiry !== 'none';
			if (hasExpired && run.expiry === 'refused') {
				return { failure: failureOf('INVALID_INPUT', { layer: 'gateway' }), spending };
			}
			if (calls === run.calls) {
				return run.fails
					? { failure: failureOf('GATEWAY_ERROR'), spending }
					: { ended: 'maxCost', spending };
			}
			calls += 1;
			world.grow(run.grows);
			const asked = hasExpired || place === '' ? undefined : place;
			const { records, next } = world.page(asked, run.pageSize);
			const goesOn = next === asked ? String(position) : `${number} ${next}`;
			const page = {
				records: records.map((post) => ({ ...post })),
				next: next === null ? null : { position: goesOn },
			};
			return { page, spending, keepRest: () => {} };
		},
		deliver: ({ records }) => void ids.push(...records.map(({ id }) => id as string)),
		watch,
	});
	// A memory that cannot be read is a failure too, but none of the code.
	expect(collected.failure?.cause).not.toBe('node-defect');
	count(ids.length);
	if (store instanceof Store && run.isKilledIn < Infinity) {
		if (store.isDead) return { ids: [], isLost: true };
		store.failsIn = Infinity;
	}
	const isLost = run.isLate || (store instanceof PolledValues && collected.failure !== undefined);
	if (isLost) await memory.undone();
	else await memory.delivered();
	await memory.close();
	return { ids: isLost ? [] : ids, collected, isLost };
}

/** A poll is a run with what n8n keeps of a workflow, which changes only where the poll ends well. */
function pollerOf(world: World) {
	let kept: PollMemory = {};
	return {
		get gaps() {
			return kept.gaps ?? [];
		},
		async poll(run: Run) {
			const keeper = {
				read: () => structuredClone(kept),
				write: (memory: PollMemory) => void (kept = structuredClone(memory)),
			};
			const store = new PolledValues(`poll of ${runsSoFar}`, keeper, 'list');
			const result = await runOf(world, store, { ...run, limit: Infinity });
			if (!result.isLost) store.commit();
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
	| { overlap: [Run, Run] };

const whole = (min: number, max: number) => fc.integer({ min, max });
const rarely = <T,>(usual: T, arbitrary: fc.Arbitrary<T>) =>
	fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary });

const runs: fc.Arbitrary<Run> = fc.record({
	limit: fc.constantFrom(3, 10, 30, Infinity),
	maxPages: fc.constantFrom(1, 2, 5, Infinity),
	pageSize: fc.constantFrom(5, 12, 50),
	calls: rarely(Infinity, whole(1, 3)),
	fails: fc.boolean(),
	grows: rarely(0, whole(1, 3)),
	storeFailsIn: fc.constant(Infinity),
	isKilledIn: fc.constant(Infinity),
	isLate: rarely(false, fc.constant(true)),
	expiry: rarely('none' as const, fc.constantFrom('refused' as const, 'first page' as const)),
});

const changes: Array<fc.Arbitrary<Step>> = [
	fc.record({ grow: whole(1, 30) }),
	fc.record({ grow: whole(1, 3) }),
	fc.record({ edit: fc.array(whole(0, 40), { minLength: 1, maxLength: 3 }) }),
	fc.record({ remove: whole(0, 5) }),
];

const kinds: fc.Arbitrary<Kind> = fc.record({
	paging: fc.constantFrom('cursor', 'offset', 'flagless'),
	hasBursts: fc.boolean(),
	lacksTimes: fc.boolean(),
});

const pins: fc.Arbitrary<Step> = fc.record({ pin: whole(0, 40) });

const storyOf = (...steps: Array<fc.Arbitrary<Step>>) =>
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

/** Lives through a story; what was delivered how often, and what should have been. */
async function live(
	{ kind, size, steps }: { kind: Kind; size: number; steps: Step[] },
	isPolled = false,
) {
	const world = new World(kind);
	world.grow(size);
	let store = new Store();
	let isKilled = false;
	const poller = pollerOf(world);
	const runOne = (run: Run) => (isPolled ? poller.poll(run) : runOf(world, store, run));
	const times = new Map<string, number>();
	/** Records that came after watching began. */
	let begun = Infinity;
	const take = (
		{ ids, collected, isLost }: Awaited<ReturnType<typeof runOf>>,
		run: Run,
		before: number,
	) => {
		for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
		const isWhole = collected && !collected.watched?.hasGap && collected.pages > 0;
		const isPollMemory = !isLost && run.storeFailsIn === Infinity;
		if (begun === Infinity && isWhole && isPollMemory) begun = Math.max(before, world.born);
	};
	for (const step of steps) {
		change(world, step);
		if ('run' in step) {
			const { storeFailsIn } = step.run;
			// Two runs that are killed at one page can leave what looks like delivered.
			const isKilledIn = isKilled ? Infinity : step.run.isKilledIn;
			store.failsIn = Math.min(storeFailsIn, isKilledIn);
			store.worksIn = isKilledIn < Infinity ? Infinity : storeFailsIn + 2;
			take(await runOne({ ...step.run, isKilledIn }), step.run, world.born);
			if (store.isDead) {
				isKilled = true;
				store = store.elsewhere();
			}
			store.failsIn = Infinity;
		}
		if ('overlap' in step) {
			const results = await Promise.all(step.overlap.map((run) => runOf(world, store, run)));
			results.forEach((result, index) => take(result, step.overlap[index] as Run, world.born));
		}
	}
	if (kind.paging === 'offset') expect(poller.gaps).toEqual([]);
	for (let left = 2; left > 0; left--) take(await runOne(ALL), ALL, world.born);
	expect(poller.gaps).toEqual([]);
	const missing = world.posts.filter(({ id, born }) => born > begun && !times.has(id));
	const twice = [...times].filter(([, count]) => count > 1);
	const quiet = await runOne(ALL);
	return { missing: missing.map(({ id }) => id), twice, quiet: quiet.ids };
}

const RUNS = Number(process.env.PROPERTY_RUNS ?? 300);

const overlaps: fc.Arbitrary<Step> = fc.record({ overlap: fc.tuple(runs, runs) });

const failing: fc.Arbitrary<Step> = fc.record({
	run: fc
		.record({ run: runs, storeFailsIn: whole(0, 8) })
		.map(({ run, storeFailsIn }): Run => ({ ...run, storeFailsIn })),
});

const killed: fc.Arbitrary<Step> = fc.record({
	run: fc
		.record({ run: runs, isKilledIn: whole(0, 12) })
		.map(({ run, isKilledIn }): Run => ({ ...run, isKilledIn })),
});

test.each([
	['grows, is edited and loses records', storyOf()],
	['has a pinned record, too', storyOf(pins)],
])('every record comes exactly once where the list %s', async (_label, story) => {
	const property = fc.asyncProperty(story, async (told) => {
		expect(await live(told)).toEqual({ missing: [], twice: [], quiet: [] });
	});
	await fc.assert(property, { numRuns: RUNS });
});

test.each([
	['runs overlap', storyOf(overlaps)],
	['the memory fails', storyOf(failing)],
	['a process is killed', storyOf(killed)],
	['a process is killed, and a record is pinned', storyOf(killed, pins)],
])('every record comes at least once where %s', async (_label, story) => {
	const property = fc.asyncProperty(story, async (told) => {
		const { missing, quiet } = await live(told);
		expect([missing, quiet]).toEqual([[], []]);
	});
	await fc.assert(property, { numRuns: RUNS });
});

test.each([
	['grows, is edited and loses records', storyOf()],
	['has a pinned record, too', storyOf(pins)],
])('every record comes exactly once by polls where the list %s', async (_label, story) => {
	const property = fc.asyncProperty(story, async (told) => {
		expect(await live(told, true)).toEqual({ missing: [], twice: [], quiet: [] });
	});
	await fc.assert(property, { numRuns: RUNS });
});
