import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { Feed } from './feed.mts';
import type { Buying, Kind } from './feed.mts';
import type { NodeOnHost } from './nodeOnHost.mts';

/** What the user sets for a run, and what happens to it. */
export interface Run extends Buying {
	firstRun: 'emit' | 'baseline';
	limit: number;
	pageSize: number;
	/** Accesses of the memory until the process is killed, and until one fails. */
	killedIn: number;
	failsIn: number;
	/** Facts that are remembered with one access. */
	keptAtOnce: number;
	/** Of its list, where it is not the newest first. */
	order?: 'default';
}

/** A run that nothing bounds. */
export const ALL: Run = {
	...{ firstRun: 'emit', limit: 10_000, pageSize: 12, keptAtOnce: 1000, grows: 0 },
	...{ calls: Infinity, failsAfter: Infinity, killedIn: Infinity, failsIn: Infinity },
};

/** What became of one run over its feeds. */
export interface Outcome {
	/** What it delivered of each feed; nothing where it was lost. */
	ids: string[][];
	/** What it had begun to remember as delivered when its process was killed. */
	inDoubt: string[][];
	/** Pages that it bought of each feed, and those of them with a record that it delivered. */
	pages: number[];
	fruitful: number[];
	/** How each feed's list ended, and where it goes on. */
	report: IDataObject[];
	/** All that it said. */
	said: string;
	isLost: boolean;
}

/** One run. */
export interface Setting {
	feeds: Feed[];
	/** Where the gateway is: pages that were paid for are kept apart by it. */
	address: string;
	run: Run;
	resumeFrom?: unknown;
}

/** @param bought pages, in the order in which they were bought, with what is on them */
export function outcomeOf(
	{ feeds }: Setting,
	bought: ReadonlyArray<{ feed: number; ids: string[] }>,
	ids: string[][],
	rest: Partial<Outcome>,
): Outcome {
	const of = (place: number) => bought.filter(({ feed }) => feed === place);
	const fruitfulOf = (place: number) =>
		of(place).filter((page) => page.ids.some((id) => ids[place]!.includes(id)));
	return {
		...{ ids, inDoubt: feeds.map(() => []), report: [], said: '', isLost: false },
		pages: feeds.map((_, place) => of(place).length),
		fruitful: feeds.map((_, place) => fruitfulOf(place).length),
		...rest,
	};
}

/** Nobody got what the run would have delivered. */
export const lost = (outcome: Outcome): Outcome => ({
	...outcome,
	ids: outcome.ids.map(() => []),
	inDoubt: outcome.ids,
	isLost: true,
});

/** What happens to a feed. */
type Change = { grow: number } | { edit: number[] } | { pin: number } | { remove: number };

/** What happens in a world, one thing after the other. */
type Step = Change | { run: Run } | { resume: Run } | { overlap: [Run, Run] };

export const whole = (min: number, max: number) => fc.integer({ min, max });
const rarely = <T,>(usual: T, arbitrary: fc.Arbitrary<T>) =>
	fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary });

export const runs: fc.Arbitrary<Run> = fc.record({
	firstRun: fc.constant('emit'),
	limit: fc.constantFrom(3, 10, 30, 10_000),
	pageSize: fc.constantFrom(1, 5, 12, 50),
	calls: rarely(Infinity, whole(1, 3)),
	failsAfter: rarely(Infinity, whole(1, 3)),
	grows: rarely(0, whole(1, 3)),
	keptAtOnce: fc.constantFrom(3, 1000),
	...{ killedIn: fc.constant(Infinity), failsIn: fc.constant(Infinity) },
});

const changes: Array<fc.Arbitrary<Change>> = [
	...[30, 3].map((most) => fc.record({ grow: whole(1, most) })),
	fc.record({ edit: fc.array(whole(0, 40), { minLength: 1, maxLength: 3 }) }),
	fc.record({ remove: whole(0, 5) }),
];

export const pins: fc.Arbitrary<Step> = fc.record({ pin: whole(0, 40) });

export const overlaps: fc.Arbitrary<Step> = fc.record({ overlap: fc.tuple(runs, runs) });

export const resumes: fc.Arbitrary<Step> = fc.record({ resume: runs });

export const ending = (name: 'killedIn' | 'failsIn', most: number): fc.Arbitrary<Step> =>
	fc.tuple(runs, whole(0, most)).map(([run, accesses]) => ({ run: { ...run, [name]: accesses } }));

const kinds: fc.Arbitrary<Kind> = fc.record({
	paging: fc.constantFrom('cursor', 'offset', 'flagless'),
	hasBursts: fc.boolean(),
	timeless: fc.constant(0),
});

export const timelessKinds: fc.Arbitrary<Kind> = fc
	.tuple(kinds, fc.constantFrom(1, 3, 8))
	.map(([kind, timeless]) => ({ ...kind, timeless }));

export interface Story {
	kind: Kind;
	size: number;
	firstRun: Run['firstRun'];
	steps: Step[];
}

const storyWith = (kind: fc.Arbitrary<Kind>, ...steps: Array<fc.Arbitrary<Step>>) =>
	fc.record<Story>({
		...{ kind, size: whole(0, 40), firstRun: fc.constantFrom('emit', 'emit', 'baseline') },
		steps: fc.array(fc.oneof(...steps), { minLength: 4, maxLength: 16 }),
	});

export const storyOf = (...steps: Array<fc.Arbitrary<Step>>) =>
	storyWith(kinds, fc.record({ run: runs }), fc.record({ run: runs }), ...changes, ...steps);

/** Feeds that only grow: what is moved or deleted between two pages that are days apart is missed. */
export const storyOfGrowth = (kind = kinds) =>
	storyWith(kind, fc.record({ run: runs }), fc.record({ grow: whole(1, 40) }));

function change(feed: Feed, step: Step): void {
	if ('grow' in step) feed.grow(step.grow);
	if ('edit' in step) for (const place of step.edit) feed.edit(place);
	if ('pin' in step) feed.pin(step.pin);
	if ('remove' in step) feed.remove(step.remove);
}

/** What a run says of records that no later one returns. */
export const OLD = /counts? as old from now on|remembering the existing records/;

export interface Telling {
	/** Where the feed only grows, no page beyond the first is paid for in vain but after a run that was cut. */
	isCheap?: boolean;
}

/** What a world came to. */
export interface Life {
	/** What was never delivered, and what several times. */
	missing: string[];
	twice: Array<[id: string, times: number]>;
	/** What comes although nothing is new. */
	quiet: string[];
}

/** Lives through a story. */
export async function live(
	{ kind, size, firstRun, steps }: Story,
	node: NodeOnHost,
	{ isCheap = false }: Telling = {},
): Promise<Life> {
	const feed = new Feed(kind);
	feed.grow(size);
	const settingOf = (run: Run): Setting => ({
		feeds: [feed],
		run: { ...run, firstRun },
		address: node.newAddress(),
	});
	const times = new Map<string, number>();
	const ever = new Set<string>();
	/** What a run has told, or would have, that no later one returns. */
	const old = new Set<string>();
	let isBegun = false;
	/** The run before was cut. */
	let isCut = false;
	let rest: unknown = null;
	const take = ({ ids: [ids = []], inDoubt: [inDoubt = []], ...run }: Outcome) => {
		for (const id of ids) {
			times.set(id, (times.get(id) ?? 0) + 1);
			ever.add(id);
		}
		for (const id of inDoubt) old.add(id);
		// A run that is killed may have begun to say what is old.
		const isTold = OLD.test(run.said);
		// Behind an offset, what comes while a run reads can stand where it has yet to read.
		const there = kind.paging === 'offset' ? feed.posts : feed.there;
		if (isTold) for (const { id } of there) if (!ever.has(id)) old.add(id);
		if (run.isLost) return;
		isBegun ||= ids.length > 0 || isTold;
		if (isTold && run.report[0]?.next) rest = run.report[0].next;
	};
	async function runOne(run: Run): Promise<void> {
		const outcome = await node.execute(settingOf(run));
		const [pages = 0, fruitful = 0] = [outcome.pages[0], outcome.fruitful[0]];
		expect(pages).toBeLessThanOrEqual(run.calls);
		if (isCheap && run.pageSize > 1 && !isCut) {
			// Only a page behind the last one tells where a list without a flag ends.
			expect(pages - fruitful).toBeLessThanOrEqual(kind.paging === 'flagless' ? 2 : 1);
		}
		isCut = outcome.said.includes('the next run reads again');
		take(outcome);
	}
	let isBroken: boolean = false;
	for (const step of steps) {
		change(feed, step);
		if ('run' in step) {
			// Two kills or failures at one record can leave what looks like delivered.
			const { killedIn, failsIn }: Run = isBroken ? ALL : step.run;
			isBroken ||= Math.min(killedIn, failsIn) < Infinity;
			await runOne({ ...step.run, killedIn, failsIn });
		}
		if ('overlap' in step && isBegun) {
			const both = step.overlap.map((run) => node.execute(settingOf(run)));
			for (const result of await Promise.all(both)) take(result);
		}
		if ('resume' in step && rest) {
			const resumed = await node.execute({ ...settingOf(step.resume), resumeFrom: rest });
			take({ ...resumed, said: '' });
			rest = resumed.report[0]?.next;
		}
	}
	for (let left = 2; left > 0; left--) {
		feed.grow(2);
		await runOne(ALL);
	}
	const missing = feed.posts.filter(({ id }) => !ever.has(id) && !old.has(id));
	const twice = [...times].filter(([, number]) => number > 1);
	times.clear();
	await runOne(ALL);
	return { missing: missing.map(({ id }) => id), twice, quiet: [...times.keys()] };
}
