import { diceFor } from '../../emulator/lists/random.mts';
import type { Dice } from '../../emulator/lists/random.mts';
import { passMinutes } from './clock.mts';
import { Feed } from './feed.mts';
import type { Post } from './feed.mts';
import { outside } from './native.mts';
import { NodeOnHost, OLD } from './nodeOnHost.mts';
import type { Outcome } from './nodeOnHost.mts';

const [HOUR, DAY] = [3600, 86_400];
export const now = () => Math.floor(outside.Date.now() / 1000);
const times = (count: number, act: (left: number) => void) => {
	for (let left = count; left > 0; left -= 1) act(left);
};

/** What happens to a list between runs, and the settings of the runs. A list of values means that one is chosen. */
export interface Life {
	/** Seconds between the first records. */
	gaps?: number[];
	/** Seconds between runs. */
	every?: number[];
	/** Page Size of each run; by default all runs have the same. */
	sizes?: number[];
	limits?: number[];
	maxCalls?: number[];
	/** Number of calls after which one fails, in half of the runs. */
	fails?: number[];
	/** Number of runs whose process is killed. */
	kills?: number;
	/** Probability that two runs overlap. */
	pairs?: number;
	/** Number of values that the memory holds. */
	room?: number;
	/** Maximum number of records deleted at the top between two runs. */
	deleted?: number;
	/** Number of records edited between two runs, among this many at the top. */
	edited?: number;
	among?: number;
	/** Maximum number of pinned records. */
	pins?: number;
	/** Probability that a record is dated far ahead. */
	ahead?: number;
	/** Converts the time of a record to the time that the list is sorted by. */
	sorted?: (time: number) => number;
	/** Converts the time of a record to the time that it shows. */
	shown?: (time: number, at: { now: number; runs: number; dice: Dice }) => number | undefined;
	/** Maximum number of seconds by which the times shown are wrong. */
	rough?: number;
	/** Maximum number of seconds after which a fifth of the records is listed. */
	late?: number;
	/** Maximum number of records with the same second. */
	block?: number;
	/** Each page ends with one more record, which has this number. */
	ad?: (runs: number, begin: number) => number;
	/** Limits for the sums, per 100 new records. */
	most?: Partial<Sums>;
}

const day = (time: number) => time - (time % DAY);
const none = () => undefined;

export const LIVES: Record<string, Life> = {
	clean: {},
	'page size changes': { sizes: [5, 12, 24, 50] },
	'a kill': { kills: 1 },
	'runs overlap': { pairs: 0.3, most: { twice: 100, vain: 0.5 } },
	'Max Cost bites': { maxCalls: [2, 3, 4] },
	'calls fail': { fails: [1, 2, 3] },
	'Limit 3, page 12': { limits: [3], sizes: [12], deleted: 3, most: { old: 1 } },
	'top deleted': { deleted: 5, most: { old: 6, vain: 0.5 } },
	'top edited, 5': { edited: 5, among: 5, sizes: [5], most: { old: 60, vain: 20 } },
	'25 of 40 edited': { edited: 25, among: 40, most: { lost: 0.3, old: 40, vain: 20 } },
	pins: { pins: 2, most: { old: 8 } },
	'4 pins, page 5': { pins: 4, sizes: [5], most: { old: 20, vain: 2 } },
	'dated ahead, 3 %': { ahead: 0.03, most: { old: 15, vain: 3 } },
	'no time, 10 %': { shown: (time) => (time % 10 === 0 ? undefined : time) },
	'no times': { shown: none },
	'no times, pins': { shown: none, pins: 2, most: { old: 10 } },
	'rough, 30 s': { rough: 30, gaps: [10] },
	'blocks of a second': { block: 35, most: { old: 8, vain: 10 } },
	'only days': { shown: day, gaps: [2 * HOUR], most: { old: 2, vain: 10 } },
	'only days, mixed': {
		...{ shown: day, sorted: day, gaps: [2 * HOUR] },
		most: { lost: 2.5, old: 2, vain: 20 },
	},
	'late, 30 min': { late: HOUR / 2, every: [HOUR], most: { lost: 4 } },
	'late, 2 h': { late: 2 * HOUR, every: [HOUR], most: { lost: 15 } },
	'rough, half a day': { rough: DAY / 2, gaps: [HOUR], most: { lost: 1, old: 2, vain: 2 } },
	'late, 2 days': { late: 2 * DAY, every: [DAY], most: { lost: 25 } },
	'x hours ago': {
		shown: (time, { now: at }) => at - Math.floor((at - time) / HOUR) * HOUR,
		every: [5 * HOUR + 1777],
		most: { old: 100, vain: 30 },
	},
	'drifting times': {
		shown: (time, { dice }) => time - dice.int(0, 1199),
		most: { old: 100, vain: 40 },
	},
	'a new zone': {
		shown: (time, { runs }) => time - (runs < 6 ? 0 : 7 * HOUR),
		most: { old: 35, vain: 10 },
	},
	'times since run 5': {
		shown: (time, at) => (at.runs < 4 ? undefined : time),
		most: { old: 60, vain: 10 },
	},
	'same ad on each page': { ad: () => 0 },
	'other ads': { ad: (runs, begin) => (7 * runs + begin) % 60, most: { old: 1 } },
	'short memory': { room: 160, edited: 2, among: 30, most: { twice: 8, old: 6 } },
};

interface Listed extends Post {
	seenAt: number;
	off: number;
}

class ChangingFeed extends Feed<Listed> {
	runs = 0;
	private readonly gap: number;
	private readonly period: number;
	private readonly startedAt = now();

	constructor(
		private readonly life: Life,
		private readonly dice: Dice,
	) {
		super(dice.chance(0.3) ? 'offset' : dice.chance(0.2) ? 'flagless' : 'cursor');
		this.gap = dice.pick(life.gaps ?? [60, HOUR]);
		this.period = dice.pick(life.every ?? [HOUR, 6 * HOUR, DAY]);
	}

	begin(): void {
		times(20 + this.below(150), (left) =>
			this.come(now() - left * this.gap - this.below(this.gap)),
		);
		times(this.below(this.life.block ?? 0), () => this.come(now() - 1));
	}

	/** Lets time pass until the next run, and changes the list. */
	change(): void {
		const { life, dice } = this;
		const from = now();
		passMinutes(this.period / 60);
		const period = now() - from;
		this.runs += 1;
		const isBlock = life.block !== undefined && dice.chance(0.3);
		times(this.usualBirths(), () => this.come(isBlock ? now() - 1 : from + this.below(period)));
		const top = this.visible().slice(0, life.among);
		times(Math.min(life.edited ?? 0, top.length), () => {
			for (const each of top.splice(this.below(top.length), 1))
				each.at = now() - this.below(period);
		});
		if (life.pins && dice.chance(0.4)) {
			for (const each of this.posts) each.isPinned = false;
			times(1 + this.below(life.pins), () => (dice.pick(this.posts).isPinned = true));
		}
		if (life.deleted && this.posts.length > 20 && dice.chance(0.5)) {
			this.sort();
			this.remove(this.below(2), 1 + this.below(life.deleted));
		}
	}

	override visible(): Listed[] {
		this.sort();
		// Read the clock once: a mocked clock records each call.
		const time = now();
		return this.posts.filter(({ seenAt }) => seenAt <= time);
	}

	protected override timeOf({ at, off }: Listed): number | undefined {
		const { shown = (time) => time } = this.life;
		return shown(at + off, { now: now(), runs: this.runs, dice: this.dice });
	}

	protected override page(position: string | undefined, size: number) {
		const page = super.page(position, size);
		if (this.life.ad && page.posts.length > 0) {
			const number = this.life.ad(this.runs, page.from);
			page.posts.push({ id: `ad ${number}`, time: this.startedAt - 180 * number });
		}
		return page;
	}

	private usualBirths(): number {
		const { dice } = this;
		if (dice.chance(0.35)) return 0;
		return dice.chance(0.15) ? 10 + this.below(40) : 1 + this.below(10);
	}

	private below(most: number): number {
		return most <= 0 ? 0 : this.dice.int(0, Math.ceil(most) - 1);
	}

	private come(time: number): void {
		const { life, dice } = this;
		const { late = 0, rough = 0, ahead = 0, sorted = (at) => at } = life;
		this.posts.push({
			id: `r${(this.born += 1)}`,
			at: sorted(time) + (ahead > 0 && dice.chance(ahead) ? 300 * DAY : 0),
			time: undefined,
			isPinned: false,
			rank: dice.int(0, 1e9),
			seenAt: time + (dice.chance(0.2) ? this.below(late) : 0),
			off: dice.int(-rough, rough),
		});
	}
}

/**
 * The results of all runs: `new` records, those of them that were `lost` or returned `twice`, `old` records that were
 * returned, and pages bought in `vain`, beyond the one that shows that nothing is new.
 */
export type Sums = Record<'new' | 'lost' | 'twice' | 'old' | 'vain', number>;

/** Runs the node twelve times over a list that changes in between, then twice over the unchanged list. */
export async function readOver(life: Life, seed: string, count: (records: number) => void) {
	const dice = diceFor(seed);
	const feed = new ChangingFeed(life, dice);
	feed.begin();
	const node = new NodeOnHost(count, life.room);
	const [returned, old, skipped] = [new Set<string>(), new Set<string>(), new Set<string>()];
	const sums: Sums = { new: 0, lost: 0, twice: 0, old: 0, vain: 0 };
	const usual = {
		pageSize: dice.pick([5, 10, 12, 20, 50]),
		limit: dice.pick(life.limits ?? [5, 20, 50]),
		firstRun: dice.chance(0.3) ? 'baseline' : 'emit',
		calls: dice.pick(life.maxCalls ?? [Infinity]),
	} as const;
	let [kills, hasBegun] = [life.kills ?? 0, false];
	/** The previous run was cut short, so this one reads its pages again. */
	let wasCut = false;
	// A list without a flag ends only when a page after the last one is read.
	const needed = feed.paging === 'flagless' ? 2 : 1;
	const take = ({ ids: [ids = []], pages, fruitful, said, isLost }: Outcome) => {
		if (isLost) return;
		const isBeginning = !hasBegun;
		hasBegun = true;
		if (!wasCut) sums.vain += Math.max(0, pages[0]! - fruitful[0]! - needed);
		wasCut = said.includes('the next run reads them again');
		const givesUp = !isBeginning && OLD.test(said);
		for (const { id } of feed.visible()) {
			if (isBeginning) old.add(id);
			else if (givesUp && !old.has(id)) skipped.add(id);
		}
		for (const id of ids) {
			if (returned.has(id)) sums.twice += 1;
			else if (old.has(id) && !isBeginning) sums.old += 1;
			returned.add(id);
		}
	};
	const changing = () => {
		const isKilled = kills > 0 && dice.chance(0.15);
		if (isKilled) kills -= 1;
		return {
			failsAfter: !life.fails || dice.chance(0.5) ? Infinity : dice.pick(life.fails),
			killedIn: isKilled ? dice.int(1, 6) : Infinity,
			...(life.sizes && { pageSize: dice.pick(life.sizes) }),
		};
	};
	for (let runs = 0; runs < 12; runs += 1) {
		if (runs > 0) feed.change();
		const isPair = hasBegun && dice.chance(life.pairs ?? 0);
		const overlapping = Array.from({ length: isPair ? 2 : 1 }, async () =>
			node.execute([feed], { ...usual, ...changing() }),
		);
		for (const outcome of await Promise.all(overlapping)) take(outcome);
	}
	if (life.late) passMinutes(180);
	for (let calm = 0; calm < 2; calm += 1) take(await node.execute([feed], usual));
	for (const { id } of feed.visible()) {
		if (old.has(id)) continue;
		sums.new += 1;
		if (!returned.has(id) && !skipped.has(id)) sums.lost += 1;
	}
	return sums;
}
