import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { passMinutes } from './clock.mts';
import { Feed } from './feed.mts';
import type { Buying, Kind, Order } from './feed.mts';
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
	/** n8n does not take what a poll returns. */
	isLate: boolean;
	/** A poll has time for one call only. */
	isShort: boolean;
	/** Milliseconds for which n8n waits for a poll, where it is not five minutes. */
	budget?: number;
	/** Somebody has edited the trigger; else it has the parameters with which it was activated. */
	isEdited: boolean;
}

/** A run that nothing bounds. */
export const ALL: Run = {
	...{ firstRun: 'emit', limit: 10_000, pageSize: 12, keptAtOnce: 1000, grows: 0 },
	...{ calls: Infinity, failsAfter: Infinity, killedIn: Infinity, failsIn: Infinity },
	...{ isLate: false, isShort: false, isEdited: true },
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

/** One run or poll. */
export interface Setting {
	feeds: Feed[];
	/** Where the gateway is: pages that were paid for are kept apart by it. */
	address: string;
	run: Run;
	resumeFrom?: unknown;
}

/** What came of a poll, as n8n sees it. */
export type PollOutcome = Outcome & { end: 'emits' | 'is quiet' | 'throws' };

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

// n8n stores it as JSON.
const copyOf = (data: IDataObject) => JSON.parse(JSON.stringify(data)) as IDataObject;

/**
 * A trigger in its workflow, and what n8n keeps of it: an active workflow is one object, whose static
 * data is saved when it is activated and when it emits. Deactivated, it is read again from what was saved.
 */
export class Trigger {
	name = 'Trigger';
	order: Order = 'updated';
	staticData: IDataObject = {};
	private saved: IDataObject = {};
	/** While the workflow is active, the parameters with which it was activated; the next poll activates it. */
	activation?: Pick<Run, 'pageSize' | 'calls'>;

	turnOff(): void {
		this.activation = undefined;
	}

	/** Polls as n8n does: at once when it is activated, then on schedule. */
	async poll(run: Run, poll: (run: Run) => Promise<PollOutcome>): Promise<PollOutcome> {
		if (run.isEdited) this.turnOff();
		const isActivated = this.activation === undefined;
		if (isActivated) this.staticData = copyOf(this.saved);
		this.activation ??= { pageSize: run.pageSize, calls: run.calls };
		const outcome = await poll({ ...run, ...this.activation });
		if (outcome.end === 'throws') {
			// n8n tries to activate it again.
			if (isActivated) this.turnOff();
		} else if (outcome.end === 'emits' || isActivated) {
			this.saved = copyOf(this.staticData);
		}
		return outcome;
	}
}

/** What happens to a feed. */
type Change = { grow: number } | { edit: number[] } | { pin: number } | { remove: number };

/** What happens in a world, one thing after the other. */
type Step =
	| Change
	| { run: Run }
	| { resume: Run }
	| { overlap: [Run, Run] }
	/** The trigger is off while the feed changes and somebody edits it; then it is on again. */
	| { off: Change[]; order: Order; isRenamed: boolean; run: Run };

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
	...{ isLate: fc.constant(false), isShort: fc.constant(false), isEdited: fc.constant(false) },
});

export const polls: fc.Arbitrary<Run> = fc
	.tuple(runs, rarely(false, fc.constant(true)), rarely(false, fc.constant(true)), fc.boolean())
	.map(([run, isLate, isShort, isEdited]) => ({ ...run, isLate, isShort, isEdited }));

const growths: Array<fc.Arbitrary<Change>> = [30, 3].map((most) =>
	fc.record({ grow: whole(1, most) }),
);

const changes: Array<fc.Arbitrary<Change>> = [
	...growths,
	fc.record({ edit: fc.array(whole(0, 40), { minLength: 1, maxLength: 3 }) }),
	fc.record({ remove: whole(0, 5) }),
];

export const pins: fc.Arbitrary<Step> = fc.record({ pin: whole(0, 40) });

/** The trigger is switched off and on. */
const switchesAmong = (among: Array<fc.Arbitrary<Change>>): fc.Arbitrary<Step> =>
	fc.record({
		off: fc.array(fc.oneof(...among), { maxLength: 3 }),
		order: rarely<Order>('updated', fc.constant('default')),
		isRenamed: rarely(false, fc.constant(true)),
		run: polls,
	});

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

export const storyOf = (usual: fc.Arbitrary<Run>, ...steps: Array<fc.Arbitrary<Step>>) =>
	storyWith(kinds, fc.record({ run: usual }), fc.record({ run: usual }), ...changes, ...steps);

/** Feeds that only grow: what is moved or deleted between two pages that are days apart is missed. */
export const storyOfGrowth = (
	usual: fc.Arbitrary<Run>,
	kind = kinds,
	...steps: Array<fc.Arbitrary<Step>>
) => storyWith(kind, fc.record({ run: usual }), fc.record({ grow: whole(1, 40) }), ...steps);

/** Stories of a trigger that is switched off and on, at least once while the feed grows. */
const switchedIn = (stories: fc.Arbitrary<Story>, switches: fc.Arbitrary<Step>) =>
	fc
		.tuple(stories, switches, whole(1, 30), whole(0, 16))
		.map(([story, off, grow, place]): Story => {
			const steps = [...story.steps];
			steps.splice(place, 0, { run: ALL }, { ...off, off: [{ grow }] } as Step);
			return { ...story, steps };
		});

const [switches, ofGrowth] = [switchesAmong(changes), switchesAmong(growths)];
export const switchedStory = switchedIn(storyOf(polls, switches), switches);
export const switchedStoryOfGrowth = switchedIn(storyOfGrowth(polls, kinds, ofGrowth), ofGrowth);

function change(feed: Feed, step: Step): void {
	if ('grow' in step) feed.grow(step.grow);
	if ('edit' in step) for (const place of step.edit) feed.edit(place);
	if ('pin' in step) feed.pin(step.pin);
	if ('remove' in step) feed.remove(step.remove);
}

/** What a run says of records that no later one returns. */
export const OLD = /counts? as old from now on|remembering the existing records/;

export interface Telling {
	/** The trigger polls; else the node runs. */
	isPolled?: boolean;
	/** Runs find the pages that others have left. */
	findsPages?: boolean;
	/** Where the feed only grows, no page beyond the first is paid for in vain but after a poll that was cut. */
	isCheap?: boolean;
}

/** What a world came to. */
export interface Life {
	/** What was never delivered, and what several times. */
	missing: string[];
	twice: Array<[id: string, times: number]>;
	/** What comes although nothing is new. */
	quiet: string[];
	/** How often the trigger was on again after new records had come. */
	reactivations: number;
}

/** Lives through a story. */
export async function live(
	{ kind, size, firstRun, steps }: Story,
	node: NodeOnHost,
	{ isPolled = false, findsPages = false, isCheap = false }: Telling = {},
): Promise<Life> {
	const feed = new Feed(kind);
	feed.grow(size);
	const trigger = new Trigger();
	const address = node.newAddress();
	const settingOf = (run: Run, isApart = !isPolled): Setting => ({
		feeds: [feed],
		run: { ...run, firstRun },
		address: isApart ? node.newAddress() : address,
	});
	const times = new Map<string, number>();
	const ever = new Set<string>();
	/** What a run has told, or would have, that no later one returns. */
	const old = new Set<string>();
	let isBegun = false;
	/** Orders in which the last poll was cut: each is a list of its own. */
	const cut = new Set<string>();
	let rest: unknown = null;
	const take = ({ ids: [ids = []], inDoubt: [inDoubt = []], ...run }: Outcome) => {
		for (const id of ids) {
			// In another order it is another list, of which all is new.
			const name = `${id} ${trigger.order}`;
			times.set(name, (times.get(name) ?? 0) + 1);
			ever.add(id);
		}
		for (const id of inDoubt) if (!isPolled) old.add(id);
		// A run that is killed may have begun to say what is old.
		const isTold = OLD.test(run.said);
		// Behind an offset, or in no order, what comes while a run reads can stand where it has yet to read.
		const isMixed = kind.paging === 'offset' || trigger.order !== 'updated';
		const there = isMixed ? feed.posts : feed.there;
		if (isTold) for (const { id } of there) if (!ever.has(id)) old.add(id);
		if (run.isLost) return;
		isBegun ||= ids.length > 0 || isTold;
		if (isTold && run.report[0]?.next) rest = run.report[0].next;
	};
	async function poll(run: Run): Promise<void> {
		// Pages of a failed poll are found for a quarter of an hour, and it makes the next ones wait for ten minutes.
		passMinutes(findsPages ? 11 : 16);
		const outcome = await trigger.poll(run, async (asked) => {
			const polled = await node.poll(settingOf(asked), trigger);
			const [pages = 0, fruitful = 0] = [polled.pages[0], polled.fruitful[0]];
			expect(pages).toBeLessThanOrEqual(asked.calls);
			const isInOrder = trigger.order === 'updated' && asked.pageSize > 1;
			if (isCheap && isInOrder && !cut.has(trigger.order) && !polled.isLost) {
				// Only a page behind the last one tells where a list without a flag ends.
				expect(pages - fruitful).toBeLessThanOrEqual(kind.paging === 'flagless' ? 2 : 1);
			}
			if (!polled.isLost) {
				if (polled.said.includes('the next run reads again')) cut.add(trigger.order);
				else cut.delete(trigger.order);
			}
			return polled;
		});
		take(outcome);
	}
	async function runOne(run: Run): Promise<void> {
		if (isPolled) await poll(run);
		else take(await node.execute(settingOf(run)));
	}
	let isBroken: boolean = false;
	let reactivations = 0;
	for (const step of steps) {
		change(feed, step);
		if ('off' in step) {
			const { born } = feed;
			const wasOn = trigger.activation !== undefined;
			trigger.turnOff();
			for (const each of step.off) change(feed, each);
			trigger.order = step.order;
			if (step.isRenamed) trigger.name += ' renamed';
			await poll(step.run);
			if (wasOn && feed.born > born) reactivations += 1;
		} else if ('run' in step) {
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
	return { missing: missing.map(({ id }) => id), twice, quiet: [...times.keys()], reactivations };
}
