/** The raw text of a page that was paid for, and when. */
export interface KeptPage {
	text: string;
	/** US dollars that it cost. */
	cost: number;
	costIsEstimate: boolean;
	/** Epoch milliseconds. */
	boughtAt: number;
	/** Epoch milliseconds until which it may be used after a failure. */
	keptUntil: number;
	/** The execution that paid for it. */
	executionId: string;
}

/** Bytes of page text that one n8n process keeps at most; the oldest page goes first. */
export const MEMORY_BOUND = 64 * 1024 * 1024;

// What V8 needs at most for a character.
const BYTES_PER_CHARACTER = 2;

/** Pages by credential and exact request, oldest first, within a bound on their size. */
export class PageMemory {
	private readonly pages = new Map<string, KeptPage>();
	private bytes = 0;

	/** @param bound bytes of text at most */
	constructor(private readonly bound: number) {}

	find(key: string): KeptPage | undefined {
		return this.pages.get(key);
	}

	/** The page, if it is no older than so many minutes. */
	findFresh(key: string, minutes: number): KeptPage | undefined {
		const page = this.pages.get(key);
		if (!page) return undefined;
		const until = Math.min(page.keptUntil, page.boughtAt + minutes * 60_000);
		return Date.now() <= until ? page : undefined;
	}

	keep(key: string, page: KeptPage): void {
		this.drop(key);
		this.pages.set(key, page);
		this.bytes += page.text.length * BYTES_PER_CHARACTER;
		for (const oldest of this.pages.keys()) {
			if (this.bytes <= this.bound) break;
			this.drop(oldest);
		}
	}

	/** Forgets the page, unless another execution has put its own in its place since. */
	forget(key: string, page: KeptPage): void {
		if (this.pages.get(key) === page) this.drop(key);
	}

	dropExpired(): void {
		for (const [key, { keptUntil }] of this.pages) if (keptUntil < Date.now()) this.drop(key);
	}

	private drop(key: string): void {
		const page = this.pages.get(key);
		if (!page) return;
		this.pages.delete(key);
		this.bytes -= page.text.length * BYTES_PER_CHARACTER;
	}

	/** All pages, oldest first. */
	entries(): IterableIterator<[string, KeptPage]> {
		return this.pages.entries();
	}
}

/** What failed executions of this n8n process have bought and not delivered. */
export const undelivered = new PageMemory(MEMORY_BOUND);
