import { giveWay } from '../shared/turn';
import { enter, leave, mark } from './openRuns';
import { planOf } from './room';
import type { ValueStore } from './valueStore';
import { oneAtATime } from './valueStore';

/** The most lists that share a look. */
const LISTS_PER_LOOK = 100;

/** Removing compares each value with all that n8n holds, on its one thread. */
const COMPARISONS_PER_TURN = 1_500_000;

/** Values for one call that only adds. */
const PORTION = 5_000;

/** What a run leaves to be remembered. */
export interface ValueChanges {
	/** New ones, in the order in which they are to be remembered. */
	added: readonly string[];
	/** What says that a list is watched; another run may have said it, too. */
	marks: readonly string[];
	/** Known ones that the run has met, which must not grow old. */
	met: readonly string[];
	/** What a killed run has left, and this one does not need. */
	gone: readonly string[];
}

/** Nothing to remember so far. */
export const noChanges = () => ({
	added: [] as string[],
	marks: [] as string[],
	met: [] as string[],
	gone: [] as string[],
});

/** What lets several lists share one access to n8n's memory. */
interface Others {
	/** Whether lists beside the `waiting` ones are being read, and may ask too. */
	mayCome(waiting: number): boolean;
	/** Called when looks wait for those lists. `look(true)` no longer waits. */
	onWait(): void;
}

const NO_OTHERS: Others = { mayCome: () => false, onWait: () => {} };

interface WaitingLook {
	values: readonly string[];
	resolve(known: Set<string>): void;
	reject(error: unknown): void;
}

/** Values that a failed removal has left in a store, although nothing of them was delivered. */
const leftovers = new Map<string, Set<string>>();

/**
 * One run's access to what a node has delivered, as values of n8n's own memory. That memory can
 * check a value only by storing it, and forgets the oldest first. So each look removes what it
 * added, and a mark tells later runs of one that was killed before it could.
 */
export class DeliveredValues {
	private held = 0;
	private opened?: ReturnType<typeof enter>;
	private waiting: WaitingLook[] = [];
	private isLooking = false;

	constructor(
		private readonly store: ValueStore,
		private readonly others: Others = NO_OTHERS,
	) {}

	/**
	 * Makes sure, before anything is spent, that the memory can be read. To be closed at the end.
	 * @throws what n8n throws
	 */
	async open(): Promise<void> {
		const { store } = this;
		const opened = enter(store.id);
		this.opened = opened;
		let isReady = false;
		try {
			await this.alone(async () => {
				this.held = await store.count();
				await this.clean();
				if (store.isCopy || opened.own) return;
				await mark(store, opened, async (values) => await this.takeOut(values));
			});
			isReady = true;
		} finally {
			if (!isReady) await this.close().catch(() => undefined);
		}
	}

	/**
	 * Names the last kill that may have left values of what was never delivered; undefined if there
	 * was none.
	 */
	get doubt(): string | undefined {
		return this.opened?.doubt;
	}

	/**
	 * The run asks no more.
	 * @throws what n8n throws
	 */
	async close(): Promise<void> {
		const { opened } = this;
		if (!opened) return;
		this.opened = undefined;
		const marks = leave(this.store.id, opened);
		await this.alone(() => this.takeOut(marks));
	}

	/**
	 * Which of these values were delivered. Lists that ask at about the same time share one look.
	 * @throws what n8n throws
	 */
	async known(values: readonly string[]): Promise<Set<string>> {
		if (values.length === 0) return new Set();
		return await new Promise((resolve, reject) => {
			this.waiting.push({ values, resolve, reject });
			void this.look();
		});
	}

	/**
	 * Looks for those that wait, unless they may wait for others.
	 * @param isDue whether they have waited for long enough
	 */
	async look(isDue = false): Promise<void> {
		if (this.isLooking) return;
		this.isLooking = true;
		for (let isFirst = true; ; isFirst = false) {
			const { length } = this.waiting;
			if (length === 0) break;
			const mayWait = length < LISTS_PER_LOOK && this.others.mayCome(length);
			if (mayWait && !(isDue && isFirst)) {
				this.others.onWait();
				break;
			}
			const looks = this.waiting.splice(0, LISTS_PER_LOOK);
			try {
				const known = await this.heldOf(looks.flatMap(({ values }) => values));
				for (const { resolve } of looks) {
					resolve(known);
					// Each of them goes on with its page at once.
					await giveWay();
				}
			} catch (error) {
				for (const { reject } of looks) reject(error);
			}
		}
		this.isLooking = false;
	}

	/**
	 * Remembers what was delivered, and lets the oldest go where the memory has grown too large.
	 * @throws what n8n throws
	 */
	async remember({ added, marks, met, gone }: ValueChanges): Promise<void> {
		const { store } = this;
		await this.forget(gone);
		const fresh = [...new Set([...added, ...marks])];
		this.held += fresh.length;
		const { renews, bound } = planOf(store, this.held, fresh.length + met.length);
		if (renews) await this.renew(met);
		const portions = portionsOf(fresh, PORTION);
		if (bound !== undefined && portions.length === 0) portions.push([]);
		for (const portion of portions) await this.alone(() => store.add(portion, bound));
		this.held = Math.min(this.held, bound ?? Infinity);
	}

	/**
	 * Takes values out.
	 * @throws what n8n throws
	 */
	async forget(values: readonly string[]): Promise<void> {
		if (values.length > 0) await this.alone(() => this.takeOut(values));
	}

	/** One look. What was not delivered is out of the memory again before anybody else looks. */
	private async heldOf(values: readonly string[]): Promise<Set<string>> {
		const asked = [...new Set(values)];
		return await this.alone(async () => {
			await this.clean();
			const known = new Set<string>();
			for (const portion of portionsOf(asked, PORTION)) {
				const held = new Set(await this.store.add(portion));
				for (const value of held) known.add(value);
				await this.takeOut(portion.filter((value) => !held.has(value)));
			}
			return known;
		});
	}

	private async renew(values: readonly string[]): Promise<void> {
		for (const portion of portionsOf([...new Set(values)], this.perTurn)) {
			await this.alone(async () => {
				// In another process a run may only have been looking when a value was found known.
				const held = await this.store.add(portion);
				await this.store.remove(portion);
				if (held.length > 0) await this.store.add(held);
			});
		}
	}

	private async clean(): Promise<void> {
		await this.takeOut([]);
	}

	/** Removes values, with those that could not be removed before. */
	private async takeOut(values: readonly string[]): Promise<void> {
		const { id } = this.store;
		const all = leftovers.get(id) ?? new Set();
		for (const value of values) all.add(value);
		if (all.size === 0) return;
		leftovers.set(id, all);
		for (const portion of portionsOf([...all], this.perTurn)) {
			await this.store.remove(portion);
			for (const value of portion) all.delete(value);
		}
		leftovers.delete(id);
	}

	private get perTurn(): number {
		return Math.max(20, Math.floor(COMPARISONS_PER_TURN / (this.held + 1000)));
	}

	private async alone<T>(job: () => Promise<T>): Promise<T> {
		return await oneAtATime(this.store.id, job);
	}
}

function portionsOf(values: readonly string[], size: number): string[][] {
	const count = Math.ceil(values.length / size);
	return Array.from({ length: count }, (_, index) =>
		values.slice(index * size, (index + 1) * size),
	);
}
