import { pack, unpack } from './packedText';

/** A page that was paid for. */
export interface KeptPage {
	/** The answer as it came, or compressed. */
	text: string | Uint8Array;
	/** US dollars that it cost. */
	cost: number;
	costIsEstimate: boolean;
	/** Epoch milliseconds. */
	boughtAt: number;
}

/**
 * What a page is kept for, the last first to go: a run under way, a run that failed, the rest behind
 * a limit, or an agent that may ask for it again.
 */
export type Rank = 'running' | 'failed' | 'rest' | 'answered';

interface Entry {
	page: KeptPage;
	/** Epoch milliseconds from which it is not used any more. */
	until: number;
}

/** Bytes of pages that one n8n process keeps at most. */
export const VAULT_BOUND = 64 * 1024 * 1024;

/** Bytes of pages as they came; what comes on top is compressed. */
export const PLAIN_BOUND = 16 * 1024 * 1024;

/** Bytes of pages that are kept only because an agent may ask for them again. */
export const ANSWERED_BOUND = 8 * 1024 * 1024;

/** The first to go, first. */
const RANKS: readonly Rank[] = ['answered', 'rest', 'failed', 'running'];

// What V8 needs at most for a character.
const BYTES_PER_CHARACTER = 2;

const bytesOf = ({ text }: KeptPage) =>
	typeof text === 'string' ? text.length * BYTES_PER_CHARACTER : text.length;

/** The text of a page, whichever way it is kept. */
export async function textOf({ text }: KeptPage): Promise<string> {
	return typeof text === 'string' ? text : await unpack(text);
}

/** The page with its text compressed. */
export async function packed(page: KeptPage): Promise<KeptPage & { text: Uint8Array }> {
	return { ...page, text: typeof page.text === 'string' ? await pack(page.text) : page.text };
}

/**
 * Pages that were paid for, within a bound on their size. Where room is short, those that an agent
 * has had go first, then those that only wait for a resume, then those of failed runs, the oldest
 * first; what a run under way has bought stays, and what it buys on top is not kept.
 */
export class PageVault {
	private readonly shelves: Record<Rank, Map<string, Entry>> = {
		running: new Map(),
		failed: new Map(),
		rest: new Map(),
		answered: new Map(),
	};
	/** On how many shelves each page stands: its bytes count once. */
	private readonly places = new Map<KeptPage, number>();
	private bytes = 0;

	constructor(
		private readonly bound: number,
		private readonly plainBound: number,
		private readonly answeredBound: number,
	) {}

	find(rank: Rank, key: string): KeptPage | undefined {
		const entry = this.shelves[rank].get(key);
		return entry && Date.now() <= entry.until ? entry.page : undefined;
	}

	/**
	 * Keeps the page until a moment in epoch milliseconds.
	 * @returns the page as it is kept; undefined where there is no room for it
	 */
	async keep(
		rank: Rank,
		key: string,
		page: KeptPage,
		until: number,
	): Promise<KeptPage | undefined> {
		const isRoomy = this.places.has(page) || this.bytes + bytesOf(page) <= this.plainBound;
		const kept = isRoomy ? page : await packed(page);
		this.drop(rank, key);
		if (!this.places.has(kept) && !this.makeRoom(rank, bytesOf(kept))) return undefined;
		this.shelves[rank].set(key, { page: kept, until });
		const places = this.places.get(kept) ?? 0;
		this.places.set(kept, places + 1);
		if (places === 0) this.bytes += bytesOf(kept);
		if (rank === 'answered') this.boundAnswered();
		return this.shelves[rank].has(key) ? kept : undefined;
	}

	/** Forgets the page, unless another run has put its own in its place since. */
	forget(rank: Rank, key: string, page: KeptPage): void {
		if (this.shelves[rank].get(key)?.page === page) this.drop(rank, key);
	}

	drop(rank: Rank, key: string): void {
		const page = this.shelves[rank].get(key)?.page;
		if (!page) return;
		this.shelves[rank].delete(key);
		const places = (this.places.get(page) ?? 1) - 1;
		if (places > 0) {
			this.places.set(page, places);
		} else {
			this.places.delete(page);
			this.bytes -= bytesOf(page);
		}
	}

	private dropExpired(): void {
		const now = Date.now();
		for (const rank of RANKS) {
			for (const [key, { until }] of this.shelves[rank]) if (until < now) this.drop(rank, key);
		}
	}

	/** Nobody waits for these pages, so that they are not left to lie until room is short. */
	private boundAnswered(): void {
		this.dropExpired();
		const shelf = this.shelves.answered;
		let bytes = 0;
		for (const { page } of shelf.values()) bytes += bytesOf(page);
		for (const [key, { page }] of shelf) {
			if (bytes <= this.answeredBound) return;
			this.drop('answered', key);
			bytes -= bytesOf(page);
		}
	}

	private makeRoom(rank: Rank, bytes: number): boolean {
		const isEnough = () => this.bytes + bytes <= this.bound;
		if (isEnough() || bytes > this.bound) return isEnough();
		this.dropExpired();
		// A page pushes out its equals, never its betters.
		for (const other of RANKS.slice(0, Math.min(RANKS.indexOf(rank) + 1, RANKS.length - 1))) {
			for (const key of this.shelves[other].keys()) {
				if (isEnough()) return true;
				this.drop(other, key);
			}
		}
		return isEnough();
	}
}

/** What the executions of this n8n process have bought. */
export const vault = new PageVault(VAULT_BOUND, PLAIN_BOUND, ANSWERED_BOUND);
