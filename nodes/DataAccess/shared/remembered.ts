import { MINUTE } from './time';

// What one n8n process remembers beyond an execution: for how long, and at most how much.
const KEPT = {
	/** API keys with which a call has succeeded. A 403 is then about the input, not about the key. */
	provenKeys: { minutes: 24 * 60, most: 1000 },
	/** Gateway runs whose responses were read, so that no other call takes them for its own. */
	readRuns: { minutes: 24 * 60, most: 10_000 },
	/** How far the clock of a gateway is ahead. Only for an hour, because clocks drift. */
	clocks: { minutes: 60, most: 1000 },
	/** The pace of each credential's calls, renewed by each call. */
	paces: { minutes: 60, most: 1000 },
	/** The newest lost call of each page request. It is searched for before the page is bought again. */
	lostCalls: { minutes: 15, most: 10_000 },
	/** Paid pages, in bytes. Each page request decides how old its page may be. */
	pages: { minutes: Infinity, most: 64 * 2 ** 20 },
} as const;

interface Entry<T> {
	value: T;
	at: number;
	size: number;
}

/** Values by name, each for a limited time after it was set. If they are too many, the oldest are deleted. */
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
 * Returns the memory of a kind. Call this once per kind, in the file that uses it.
 * @param sizeOf returns how much a value counts; if omitted, each counts as one
 */
export function remembered<T>(
	kind: keyof typeof KEPT,
	sizeOf?: (value: T, name: string) => number,
): Remembered<T> {
	const { minutes, most } = KEPT[kind];
	return new Remembered(minutes * MINUTE, most, sizeOf);
}
