import { fingerprintOf, fingerprintsIn } from '../list/fingerprint';
import type { Position } from '../operations/operation';
import type { Gap, GapStore } from './gaps';
import type { ValueStore } from './valueStore';

/** What n8n keeps for a polling node, with its workflow. */
export interface PollMemory {
	/** The list that is watched. */
	list?: string;
	/** Fingerprints of what was delivered of it, the oldest first. */
	values?: string[];
	/** Its gaps, with their fingerprints as one text. */
	gaps?: Array<{ position: Position; passed: string }>;
}

/** Where n8n keeps it. */
export interface PollStore {
	read(): PollMemory;
	write(memory: PollMemory): void;
}

/**
 * The values of one list that a polling node watches. They are changed in a copy, which n8n keeps
 * only after the poll has ended well: n8n would also keep changes made before a failure.
 */
export class PolledValues implements ValueStore {
	/** Whether an earlier poll has begun to watch this list. */
	readonly isBegun: boolean;
	readonly isCopy = true;
	readonly execution = '';
	readonly gaps: GapStore;
	private readonly held: Set<string>;
	private left: readonly Gap[];

	/**
	 * @param id identifies the node
	 * @param list the list that the node watches now: what is kept of another one does not count
	 */
	constructor(
		readonly id: string,
		private readonly store: PollStore,
		private readonly list: string,
	) {
		const { list: watched, values, gaps = [] } = store.read();
		this.isBegun = watched === list;
		this.held = new Set(this.isBegun ? values : []);
		this.left = (this.isBegun ? gaps : []).map(({ position, passed }) => ({
			position,
			passed: fingerprintsIn(passed),
		}));
		this.gaps = {
			gaps: this.left,
			leave: (left, sealed) => {
				this.left = left;
				for (const fingerprint of sealed) this.held.add(fingerprint);
			},
		};
	}

	async count(): Promise<number> {
		return this.held.size;
	}

	async add(values: string[], bound = Infinity): Promise<string[]> {
		const held = values.filter((value) => this.held.has(fingerprintOf(value)));
		for (const value of values) this.held.add(fingerprintOf(value));
		for (const oldest of this.held) {
			if (this.held.size <= bound) break;
			this.held.delete(oldest);
		}
		return held;
	}

	async remove(values: string[]): Promise<void> {
		for (const value of values) this.held.delete(fingerprintOf(value));
	}

	/** Has n8n keep the values from now on. */
	commit(): void {
		const gaps = this.left.map(({ position, passed }) => ({ position, passed: passed.join('') }));
		this.store.write({ list: this.list, values: [...this.held], gaps });
	}
}
