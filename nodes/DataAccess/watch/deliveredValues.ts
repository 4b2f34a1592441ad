import type { ValueStore } from './valueStore';
import { oneAtATime } from './valueStore';

/**
 * Values that one node remembers at most: some 270 kB in n8n's database, read and written whole
 * with every page.
 */
export const REMEMBERED_BOUND = 10_000;

/** Values for one call to n8n, which compares each with all that it holds on its one thread. */
const PORTION = 500;

/** What a run leaves to be remembered. */
export interface ValueChanges {
	/** New ones. */
	added: readonly string[];
	/** Known ones that the run has met, which must not grow old. */
	met: readonly string[];
	/** Known ones that hold no longer. */
	dropped: readonly string[];
}

/**
 * What a node has delivered, as values of n8n's own memory. That forgets the oldest first, and looks
 * at nothing without adding it.
 */
export class DeliveredValues {
	private held = 0;
	private isChanged = false;

	constructor(
		private readonly store: ValueStore,
		private readonly bound = REMEMBERED_BOUND,
	) {}

	/**
	 * Sees to it, before anything is spent, that there is a memory to ask.
	 * @throws what n8n throws
	 */
	async open(): Promise<void> {
		this.held = await this.alone(() => this.store.count());
	}

	/**
	 * Which of these values were delivered. What was not is out of the memory again at once: it is
	 * delivered only when the run ends well. The bound stays out of it, or looking would push out
	 * what is known.
	 * @throws what n8n throws
	 */
	async known(values: readonly string[]): Promise<Set<string>> {
		const known = new Set<string>();
		for (const portion of portionsOf(values)) {
			const held = await this.alone(async () => {
				const processed = await this.store.add(portion);
				const isHeld = new Set(processed);
				const fresh = portion.filter((value) => !isHeld.has(value));
				if (fresh.length > 0) await this.store.remove(fresh);
				return processed;
			});
			for (const value of held) known.add(value);
		}
		return known;
	}

	/**
	 * Remembers what was delivered. Once the memory is half full, known values that the run has met
	 * become its newest, so that only what is no longer listed grows old enough to be forgotten.
	 * @throws what n8n throws
	 */
	async remember({ added, met, dropped }: ValueChanges): Promise<void> {
		this.isChanged = true;
		for (const portion of portionsOf(dropped)) {
			await this.alone(() => this.store.remove(portion));
		}
		if (this.held + added.length > this.bound / 2) {
			for (const portion of portionsOf(met)) await this.alone(() => this.renew(portion));
		}
		for (const portion of portionsOf(added)) {
			await this.alone(() => this.store.add(portion, this.bound));
		}
	}

	/**
	 * Takes the changes back, remembered or not. Another process may have written its own state over
	 * the moment at which a value was only looked at.
	 * @throws what n8n throws
	 */
	async undo({ added, dropped }: ValueChanges): Promise<void> {
		for (const portion of portionsOf(added)) {
			await this.alone(() => this.store.remove(portion));
		}
		// What another execution has dropped meanwhile stays out.
		if (!this.isChanged) return;
		for (const portion of portionsOf(dropped)) {
			await this.alone(() => this.store.add(portion));
		}
	}

	/** Whether so many values, met in one run, leave too little room for those that are to come. */
	isTooSmallFor(values: number): boolean {
		return values > this.bound / 2;
	}

	private async renew(values: string[]): Promise<void> {
		// In another process an execution may only have been looking when a value was found known.
		const held = await this.store.add(values);
		await this.store.remove(values);
		if (held.length > 0) await this.store.add(held, this.bound);
	}

	private async alone<T>(job: () => Promise<T>): Promise<T> {
		return await oneAtATime(this.store.id, job);
	}
}

function portionsOf(values: readonly string[]): string[][] {
	const unique = [...new Set(values)];
	const count = Math.ceil(unique.length / PORTION);
	return Array.from({ length: count }, (_, index) =>
		unique.slice(index * PORTION, (index + 1) * PORTION),
	);
}
