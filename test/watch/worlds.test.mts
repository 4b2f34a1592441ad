import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Host } from '../../nodes/DataAccess/host/host.ts';
import type { PollHost } from '../../nodes/DataAccess/host/pollHost.ts';
import type * as pollModule from '../../nodes/DataAccess/run/poll.ts';
import type * as runModule from '../../nodes/DataAccess/run/runQuery.ts';
import type { FactStore } from '../../nodes/DataAccess/watch/facts.ts';
import type { PollMemory } from '../../nodes/DataAccess/watch/polledFacts.ts';
import type * as rememberedModule from '../../nodes/DataAccess/watch/rememberedFacts.ts';
import type { ValueStore } from '../../nodes/DataAccess/watch/rememberedFacts.ts';
import { built, forgetBuilt } from '../harness/built.mts';
import { expectDelivered } from '../harness/delivered.mts';
import { runOf } from '../harness/gateway.mts';
import { queryWith } from '../harness/query.mts';

/** What one n8n process has of the built node: two of them share no variable. */
function startProcess() {
	forgetBuilt();
	return {
		...built<typeof runModule>('run/runQuery'),
		...built<typeof pollModule>('run/poll'),
		...built<typeof rememberedModule>('watch/rememberedFacts'),
	};
}

type Process = ReturnType<typeof startProcess>;

const processes: [Process, Process] = [startProcess(), startProcess()];
const [MAIN] = processes;
const { MOST_VALUES } = MAIN;

const count = expectDelivered();

/** A record of the reference world: where it stands follows from `at`, what it shows is `time`. */
interface Post {
	id: string;
	at: number;
	time: number | undefined;
	isPinned: boolean;
	/** Its place among the records in the order in which they were made. */
	born: number;
}

/** How a list behaves. */
interface Kind {
	/** By cursor, by offset, or by a cursor without a flag for the end. */
	paging: 'cursor' | 'offset' | 'flagless';
	/** Several records may come in one second. */
	hasBursts: boolean;
	/** One in so many records has no time; 1 for all, 0 for none. */
	timeless: number;
}

/** A list that is newest first. */
class List {
	posts: Post[] = [];
	/** What there was when its first page was last sold. */
	there: readonly Post[] = [];
	born = 0;
	private clock = 1_700_000_000;

	constructor(readonly kind: Kind) {}

	grow(by: number): void {
		const { hasBursts, timeless } = this.kind;
		for (let index = 0; index < by; index++) {
			const born = (this.born += 1);
			if (!hasBursts || born % 3 === 0) this.clock += 1;
			const { clock } = this;
			const time = timeless > 0 && born % timeless === 0 ? undefined : clock;
			this.posts.push({ id: `r${born}`, at: clock, time, isPinned: false, born });
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

/** No two runs buy at the same time. */
async function nextMillisecond(): Promise<void> {
	for (const now = Date.now(); Date.now() === now;) await turn();
}

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
		return { store, wasKilled: () => accesses > end.killedIn, accesses: () => accesses };
	}
}

/** What the user sets for a run, and what happens to it. */
interface Run {
	firstRun: 'emit' | 'baseline';
	limit: number;
	pageSize: number;
	/** Calls until Max Cost, or a failure under Continue. */
	calls: number;
	fails: boolean;
	/** Records that come before each of its first pages. */
	grows: number;
	/** Accesses of the memory until the process is killed, and until one fails. */
	killedIn: number;
	failsIn: number;
	/** Facts that are remembered with one access. */
	keptAtOnce: number;
	/** n8n does not take what a poll returns. */
	isLate: boolean;
	/** A poll has time for one call only. */
	isShort: boolean;
}

const ALL: Run = {
	firstRun: 'emit',
	limit: 10_000,
	pageSize: 12,
	calls: Infinity,
	fails: false,
	grows: 0,
	killedIn: Infinity,
	failsIn: Infinity,
	keptAtOnce: 1000,
	isLate: false,
	isShort: false,
};

const PRICE = 0.01;

/** A list that always grew faster than it is read would have no end. */
const GROWING = 5;

const query = queryWith({
	positionInputs: ['position'],
	fields: [{ displayName: 'List', name: 'user', type: 'string', default: '' }],
	callOf: () => ({ endpoint: '/list', price: PRICE }),
	newestFirst: () => true,
	sortTimeOf: ({ time }) => time as number | undefined,
	readPage: (payload) => payload as { records: IDataObject[]; next: { position: string } | null },
});

let runsSoFar = 0;

/** What became of one run over its lists. */
interface Outcome {
	/** What it delivered of each list; nothing where it was lost. */
	ids: string[][];
	/** What it had begun to remember as delivered when its process was killed. */
	inDoubt: string[][];
	/** Pages that it bought of each list, and those of them with a record that it delivered. */
	pages: number[];
	fruitful: number[];
	/** How each list ended, and where it goes on. */
	report: IDataObject[];
	/** All that it said. */
	said: string;
	isLost: boolean;
}

interface Setting {
	lists: List[];
	/** What n8n keeps apart for each world: the pages that were paid for. */
	address: string;
	run: Run;
	resumeFrom?: unknown;
}

/** A host as n8n's contexts make it, over lists in this process, and what is seen of it. */
function hostOf({ lists, address, run, resumeFrom }: Setting) {
	const number = (runsSoFar += 1);
	const bought: Array<{ list: number; ids: string[] }> = [];
	const seen = { said: '' };
	const options = { concurrency: 3, report: true, ...(resumeFrom ? { resumeFrom } : {}) };
	const parameters: IDataObject = {
		user: '={{ $json.user }}',
		maxCost: run.calls === Infinity || run.fails ? 0 : Math.round(run.calls) / 100,
		limit: run.limit,
		output: 'raw',
		onlyNew: true,
		firstRun: run.firstRun,
		firstPoll: run.firstRun,
		options: options as unknown as IDataObject,
	};
	const host: Omit<Host, 'facts'> = {
		node: {
			...{ id: 'node', name: 'Node', type: 'node', typeVersion: 1 },
			...{ position: [0, 0], parameters: {} },
		},
		isTool: false,
		hasReport: true,
		executionId: `execution ${number}`,
		inputItems: lists.map(() => ({ json: {} })),
		parameters: {
			stored: parameters,
			read: (name, index) =>
				name === 'user' ? index : name.split('.').reduce<any>((in_, key) => in_?.[key], parameters),
		},
		nodeContext: {},
		isProduction: true,
		deadline: run.isShort ? Date.now() + 29_000 : Infinity,
		goesOn: true,
		maxTries: 1,
		round: () => '',
		loadCredential: async () => ({
			...{ id: 'credential', name: 'Credential' },
			data: { baseUrl: address, apiKey: 'key', provider: 'provider', inputFormat: 'flat' },
		}),
		transport: () => ({
			async send({ body }) {
				await turn();
				const { input } = JSON.parse(String(body)) as {
					input: { user: number; position?: string };
				};
				const { user: place } = input;
				const list = lists[place]!;
				if (run.fails && bought.length >= run.calls) {
					return { status: 422, headers: {}, text: JSON.stringify({ error: { message: 'no' } }) };
				}
				if (bought.length < GROWING) list.grow(run.grows);
				if (input.position === undefined) list.there = [...list.posts];
				const { records, next } = list.page(input.position, run.pageSize);
				bought.push({ list: place, ids: records.map(({ id }) => id) });
				const page = { records, next: next === null ? null : { position: next } };
				return { status: 200, headers: {}, text: JSON.stringify(runOf(page, PRICE)) };
			},
			close: () => {},
		}),
		onEnd: () => {},
		show: ({ warnings = '', details }) => void (seen.said += `${warnings} ${details}`),
		tooLate: () => (run.isLate ? 'too late' : undefined),
		errorOf: ({ failure }) => new Error(failure.what),
		log: () => {},
		trace: () => {},
	};
	return { host, bought, seen };
}

function outcomeOf(
	{ lists }: Setting,
	{ bought, seen }: Pick<ReturnType<typeof hostOf>, 'bought' | 'seen'>,
	items: INodeExecutionData[],
	report: IDataObject[],
): Outcome {
	const ids = lists.map((_, place) =>
		items
			.filter(
				({ pairedItem, json }) =>
					'id' in json && ((pairedItem as { item: number })?.item ?? 0) === place,
			)
			.map(({ json }) => String(json.id)),
	);
	const of = (place: number) => bought.filter(({ list }) => list === place);
	return {
		...{ ids, inDoubt: lists.map(() => []), report, isLost: false, ...seen },
		pages: lists.map((_, place) => of(place).length),
		fruitful: lists.map(
			(_, place) =>
				of(place).filter((page) => page.ids.some((id) => ids[place]!.includes(id))).length,
		),
	};
}

const lost = (outcome: Outcome): Outcome => ({
	...outcome,
	...{ ids: outcome.ids.map(() => []), inDoubt: outcome.ids, isLost: true },
});

/** One run of the node, as one of n8n's processes makes it, over what n8n remembers for it. */
async function execute(process: Process, setting: Setting, values: Values): Promise<Outcome> {
	const { run } = setting;
	const { store, wasKilled } = values.reachedBy(run);
	const facts: FactStore = new process.RememberedFacts(store, run.keptAtOnce);
	const made = hostOf(setting);
	const [items = [], report = []] = await process.runQuery({ ...made.host, facts }, query);
	// A memory that cannot be read is a failure too, but none of the code.
	for (const { json } of items) {
		if ((json.error as IDataObject)?.code !== 'UNEXPECTED') continue;
		expect(json.message).toContain('could not read which records');
	}
	const outcome = outcomeOf(
		setting,
		made,
		items,
		report.map(({ json }) => json),
	);
	if (wasKilled()) return lost(outcome);
	count(outcome.ids.flat().length);
	return outcome;
}

/** Polls over what n8n keeps of a workflow, which changes only where a poll ends well. */
function pollerOf() {
	let kept: PollMemory = {};
	return async (setting: Setting): Promise<Outcome> => {
		await nextMillisecond();
		const made = hostOf(setting);
		const host: PollHost = {
			...made.host,
			...{ id: `poll ${runsSoFar}`, schedule: {}, warn: () => {} },
			...{ hasReport: false, goesOn: false, executionId: '' },
			pollStore: {
				read: () => structuredClone(kept),
				write: (memory) => void (kept = structuredClone(memory)),
				isStale: () => false,
			},
		};
		let output: INodeExecutionData[][] | null;
		try {
			output = await MAIN.poll(host, query);
		} catch {
			// A poll that fails throws, and n8n keeps nothing of it.
			return lost(outcomeOf(setting, made, [], []));
		}
		const outcome = outcomeOf(setting, made, output?.[0] ?? [], []);
		if (setting.run.isLate) return lost({ ...outcome, said: '' });
		count(outcome.ids.flat().length);
		return outcome;
	};
}

/** What happens to a world, one thing after the other. */
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
	firstRun: fc.constant('emit'),
	limit: fc.constantFrom(3, 10, 30, 10_000),
	pageSize: fc.constantFrom(1, 5, 12, 50),
	calls: rarely(Infinity, whole(1, 3)),
	fails: fc.boolean(),
	grows: rarely(0, whole(1, 3)),
	killedIn: fc.constant(Infinity),
	failsIn: fc.constant(Infinity),
	keptAtOnce: fc.constantFrom(3, 1000),
	isLate: fc.constant(false),
	isShort: fc.constant(false),
});

const polls: fc.Arbitrary<Run> = fc
	.tuple(runs, rarely(false, fc.constant(true)), rarely(false, fc.constant(true)))
	.map(([run, isLate, isShort]) => ({ ...run, isLate, isShort }));

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
	timeless: fc.constant(0),
});

const timelessKinds: fc.Arbitrary<Kind> = fc
	.tuple(kinds, fc.constantFrom(1, 3, 8))
	.map(([kind, timeless]) => ({ ...kind, timeless }));

interface Story {
	kind: Kind;
	size: number;
	firstRun: Run['firstRun'];
	steps: Step[];
}

const storyOf = (
	usual: fc.Arbitrary<Run>,
	...steps: Array<fc.Arbitrary<Step>>
): fc.Arbitrary<Story> =>
	fc.record({
		kind: kinds,
		size: whole(0, 40),
		firstRun: fc.constantFrom('emit', 'emit', 'baseline'),
		steps: fc.array(
			fc.oneof(fc.record({ run: usual }), fc.record({ run: usual }), ...changes, ...steps),
			{ minLength: 4, maxLength: 16 },
		),
	});

function change(list: List, step: Step): void {
	if ('grow' in step) list.grow(step.grow);
	if ('edit' in step) for (const place of step.edit) list.edit(place);
	if ('pin' in step) list.pin(step.pin);
	if ('remove' in step) list.remove(step.remove);
}

const OLD = /counts? as old from now on|remembered instead of returned/;

let worlds = 0;
const newAddress = () => `http://world-${(worlds += 1)}.example`;

/** Lives through a story; what was never delivered, and what several times. */
async function live(
	{ kind, size, firstRun, steps }: Story,
	{ isPolled = false, findsPages = false } = {},
) {
	const list = new List(kind);
	list.grow(size);
	const values = new Values();
	const poll = pollerOf();
	// Mostly so much time passes that no run finds the pages of another one.
	const address = newAddress();
	const worldNow = () => ({ lists: [list], address: findsPages ? address : newAddress() });
	const runOne = (run: Run, process = MAIN) => {
		const setting = { ...worldNow(), run: { ...run, firstRun } };
		return isPolled ? poll(setting) : execute(process, setting, values);
	};
	const times = new Map<string, number>();
	/** What a run has told, or would have, that no later one returns. */
	const old = new Set<string>();
	let isBegun = false;
	let rest: unknown = null;
	const take = ({ ids: [ids = []], inDoubt: [inDoubt = []], ...run }: Outcome) => {
		for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
		for (const id of inDoubt) old.add(id);
		// A run that is killed may have begun to say what is old.
		const isTold = OLD.test(run.said);
		// Behind an offset, what comes while a run reads can stand between what it has read.
		const there = kind.paging === 'offset' ? list.posts : list.there;
		if (isTold) for (const { id } of there) if (!times.has(id)) old.add(id);
		if (run.isLost) return;
		isBegun ||= ids.length > 0 || isTold;
		if (isTold && run.report[0]?.next) rest = run.report[0].next;
	};
	let isBroken: boolean = false;
	for (const step of steps) {
		change(list, step);
		if ('run' in step) {
			// Two kills or failures at one record can leave what looks like delivered.
			const { killedIn, failsIn }: Run = isBroken ? ALL : step.run;
			isBroken ||= Math.min(killedIn, failsIn) < Infinity;
			take(await runOne({ ...step.run, killedIn, failsIn }));
		}
		if ('overlap' in step && isBegun) {
			const both = step.overlap.map((run, place) =>
				runOne(run, step.inOneProcess ? MAIN : processes[place]!),
			);
			for (const result of await Promise.all(both)) take(result);
		}
		if ('resume' in step && rest) {
			const setting = { ...worldNow(), run: step.resume, resumeFrom: rest };
			const resumed = await execute(MAIN, setting, values);
			take({ ...resumed, said: '' });
			rest = resumed.report[0]?.next;
		}
	}
	for (let left = 2; left > 0; left--) take(await runOne(ALL));
	const missing = list.posts.filter(({ id }) => !times.has(id) && !old.has(id));
	const twice = [...times].filter(([, number]) => number > 1);
	const quiet = await runOne(ALL);
	return { missing: missing.map(({ id }) => id), twice, quiet: quiet.ids.flat() };
}

/** Lists that only grow: what is moved or deleted between two pages that are days apart is missed. */
const storyOfGrowth = (usual: fc.Arbitrary<Run>, kind = kinds): fc.Arbitrary<Story> =>
	fc.record({
		kind,
		size: whole(0, 40),
		firstRun: fc.constantFrom('emit', 'baseline'),
		steps: fc.array(fc.oneof(fc.record({ run: usual }), fc.record({ grow: whole(1, 60) })), {
			minLength: 4,
			maxLength: 16,
		}),
	});

const RUNS = Number(process.env.PROPERTY_RUNS ?? 60);

jest.setTimeout(3_600_000);

const overlapsIn = (inOneProcess: boolean): fc.Arbitrary<Step> =>
	fc.record({ overlap: fc.tuple(runs, runs), inOneProcess: fc.constant(inOneProcess) });
const resumes: fc.Arbitrary<Step> = fc.record({ resume: runs });

const ending = (name: 'killedIn' | 'failsIn', most: number): fc.Arbitrary<Step> =>
	fc.record({
		run: fc
			.tuple(runs, whole(0, most))
			.map(([run, accesses]): Run => ({ ...run, [name]: accesses })),
	});

describe('Each new record is returned exactly once', () => {
	test.each([
		['where the list grows, is edited and loses records', storyOf(runs), {}],
		['where a record is pinned, too', storyOf(runs, pins), {}],
		['where what a run has left is resumed', storyOf(runs, resumes), {}],
		['by polls', storyOf(polls), { isPolled: true }],
		['by polls of a list with a pinned record', storyOf(polls, pins), { isPolled: true }],
		[
			'by polls that find the pages of others',
			storyOfGrowth(polls),
			{ isPolled: true, findsPages: true },
		],
	])('%s', async (_label, story, how) => {
		const property = fc.asyncProperty(story, async (told) => {
			expect(await live(told, how)).toEqual({ missing: [], twice: [], quiet: [] });
		});
		await fc.assert(property, { numRuns: RUNS });
	});
});

describe('Each new record is returned at least once', () => {
	test.each([
		['where some records have no time, or none has', storyOfGrowth(runs, timelessKinds)],
		['where the memory fails', storyOf(runs, ending('failsIn', 8))],
		['where a process is killed', storyOf(runs, ending('killedIn', 12))],
	])('%s', async (_label, story) => {
		const property = fc.asyncProperty(story, async (told) => {
			const { missing, quiet } = await live(told);
			expect([missing, quiet]).toEqual([[], []]);
		});
		await fc.assert(property, { numRuns: RUNS });
	});
});

test('runs that overlap in one process hide no record', async () => {
	const property = fc.asyncProperty(storyOf(runs, overlapsIn(true)), async (told) => {
		const { missing, quiet } = await live(told);
		expect([missing, quiet]).toEqual([[], []]);
	});
	await fc.assert(property, { numRuns: RUNS });
});

test('runs that overlap in two processes hide a record in one world of a hundred at most', async () => {
	let lossy = 0;
	const property = fc.asyncProperty(storyOf(runs, overlapsIn(false)), async (told) => {
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
		const list = new List(kind);
		list.grow(12);
		const values = new Values();
		values.fill(MOST_VALUES);
		const world = { lists: [list], address: newAddress() };
		await execute(MAIN, { ...world, run: { ...ALL, limit: 5 } }, values);
		const delivered: string[] = [];
		for (const growth of growths) {
			// Of five such rounds nothing older is left.
			values.fill(MOST_VALUES / 5);
			list.grow(growth);
			delivered.push(...(await execute(MAIN, { ...world, run: ALL }, values)).ids.flat());
		}
		const grown = list.posts.filter(({ born }) => born > 12).map(({ id }) => id);
		expect(delivered.sort()).toEqual(grown.sort());
	});
	// Each takes a third of a second.
	await fc.assert(property, { numRuns: Math.ceil(RUNS / 30) });
});

describe('what lists under one cap cost', () => {
	const grown = fc.record({
		cap: whole(1, 40),
		/** Before each run, how much which lists have grown. */
		growths: fc.array(fc.array(fc.tuple(whole(0, 49), whole(1, 80)), { maxLength: 8 }), {
			minLength: 5,
			maxLength: 9,
		}),
		lists: fc.constantFrom(1, 5, 50),
		pageSize: fc.constantFrom(5, 12),
	});

	test('is one page for each, those of new records, and known ones only behind a run that was cut', async () => {
		const property = fc.asyncProperty(grown, async ({ cap, growths, lists: many, pageSize }) => {
			const kind = { paging: 'cursor', hasBursts: false, timeless: 0 } as const;
			const lists = Array.from({ length: many }, () => new List(kind));
			for (const list of lists) list.grow(20);
			const values = new Values();
			const world = { lists, address: newAddress() };
			const run = { ...ALL, pageSize, calls: many + cap };
			await execute(MAIN, { ...world, run: { ...ALL, firstRun: 'baseline' } }, values);
			const missing = lists.map(() => new Set<string>());
			const wasCut = lists.map(() => false);
			/** Runs in a row that paid for a page in vain beyond the first of each list. */
			let vain = 0;
			for (const growth of [...growths, [], [], []]) {
				const before = lists.map(({ born }) => born);
				for (const [place, by] of growth) lists[place % many]!.grow(by);
				lists.forEach(({ born }, place) => {
					for (let next = before[place]! + 1; next <= born; next++) missing[place]!.add(`r${next}`);
				});
				const { ids, pages, fruitful, report } = await execute(MAIN, { ...world, run }, values);
				let isVain = false;
				lists.forEach((_, place) => {
					const useless = pages[place]! - fruitful[place]!;
					if (!wasCut[place]) expect(useless).toBeLessThanOrEqual(1);
					isVain ||= useless > 1;
					for (const id of ids[place]!) expect(missing[place]!.delete(id)).toBe(true);
					const { reason, notice } = report[place]!;
					wasCut[place] = reason === 'maxCost' && !OLD.test(String(notice));
					if (OLD.test(String(notice))) missing[place]!.clear();
				});
				vain = isVain ? vain + 1 : 0;
				expect(vain).toBeLessThan(3);
			}
			const left = missing.flatMap((of, place) => (wasCut[place] ? [] : [...of]));
			expect(left).toEqual([]);
		});
		await fc.assert(property, { numRuns: Math.ceil(RUNS / 5) });
	});
});
