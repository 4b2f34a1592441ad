// What one n8n process remembers beyond an execution, each for a while, and so much of it.
const KEPT = {
	/** Keys with which a call has succeeded: their Input Format is right. */
	provenKeys: { minutes: 24 * 60, most: 1000 },
	/** Runs of the gateway whose answers were read, so that no other call takes them. */
	readRuns: { minutes: 24 * 60, most: 10_000 },
	/** How far the clock of a gateway is ahead: for an hour, since clocks drift. */
	clocks: { minutes: 60, most: 1000 },
	/** How fast the calls of a credential may follow each other: noted with each. */
	paces: { minutes: 60, most: 1000 },
	/** Calls whose outcome is unknown, of each request the newest: whoever asks for it looks before it buys. */
	lostCalls: { minutes: 15, most: 10_000 },
	/** Pages that were paid for, in bytes: how old one may be, whoever asks for it says. */
	pages: { minutes: Infinity, most: 64 * 2 ** 20 },
} as const;

interface Entry<T> {
	value: T;
	at: number;
	size: number;
}

/** Values by name, each for a while since it was noted; where they are too many, the oldest goes. */
export class Remembered<T> {
	private readonly entries = new Map<string, Entry<T>>();
	private size = 0;

	constructor(
		private readonly age: number,
		private readonly most: number,
		private readonly sizeOf: (value: T, name: string) => number = () => 1,
	) {}

	get(name: string): T | undefined {
		const entry = this.entries.get(name);
		return entry && !this.isOver(entry) ? entry.value : undefined;
	}

	has(name: string): boolean {
		return this.get(name) !== undefined;
	}

	/** @param at epoch milliseconds from which its age counts */
	set(name: string, value: T, at = Date.now()): void {
		this.delete(name);
		const size = this.sizeOf(value, name);
		this.entries.set(name, { value, at, size });
		this.size += size;
		for (const [oldest, each] of this.entries) {
			if (this.size <= this.most && !this.isOver(each)) break;
			this.delete(oldest);
		}
	}

	delete(name: string): void {
		this.size -= this.entries.get(name)?.size ?? 0;
		this.entries.delete(name);
	}

	private isOver({ at }: Entry<T>): boolean {
		return Date.now() >= at + this.age;
	}
}

/**
 * To be called once for each kind, by the one file that uses it.
 * @param sizeOf what a value counts as; left out where each counts as one
 */
export function remembered<T>(
	kind: keyof typeof KEPT,
	sizeOf?: (value: T, name: string) => number,
): Remembered<T> {
	const { minutes, most } = KEPT[kind];
	return new Remembered(minutes * 60_000, most, sizeOf);
}
