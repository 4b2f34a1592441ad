import { endOf, FIRST_TO_GO, rankOf } from './reusePolicy';
import type { PageFacts, Rank } from './reusePolicy';

/** A page that was paid for. */
export interface PaidPage extends PageFacts {
	/** The digest of its request. */
	readonly key: string;
	/** The answer as it came, or compressed; undefined once there was no room for it any more. */
	text?: string | Uint8Array;
}

/** Bytes that one n8n process keeps at most: pages, their keys, and what is known of them. */
export const STORE_BOUND = 64 * 2 ** 20;

/** Bytes of pages as they came; what comes on top is compressed. */
export const PLAIN_BOUND = 16 * 2 ** 20;

/** Minutes for which delivered pages stay where nobody has asked for longer. */
const USUAL_REUSE = 60;

// What V8 needs for a character at most, and for a page beside its text and key, rounded up.
const BYTES_PER_CHARACTER = 2;
const BYTES_BESIDE = 500;

function bytesOf({ key, text = '' }: PaidPage): number {
	const bytes = typeof text === 'string' ? text.length * BYTES_PER_CHARACTER : text.length;
	return bytes + key.length * BYTES_PER_CHARACTER + BYTES_BESIDE;
}

// Milliseconds between searches for expired pages: one costs as much as keeping a few hundred.
const BETWEEN_LOOKS = 1000;

/**
 * All pages that this process has paid for, by request, within a bound on their bytes. Who may use
 * one is not decided here (`reusePolicy.ts`). If room is short, pages are dropped in the order of
 * FIRST_TO_GO, within a rank the one first that has not changed for longest. Pages of a run under
 * way stay, and a new page that still does not fit is not kept.
 */
export class PageStore {
	private readonly pages = new Map<string, Set<PaidPage>>();
	private readonly shelves: Record<Rank, Set<PaidPage>> = {
		held: new Set(),
		left: new Set(),
		cut: new Set(),
		agents: new Set(),
		delivered: new Set(),
	};
	private bytes = 0;
	private lookedAt = 0;
	private longestReuse = 0;

	constructor(
		private readonly bound: number,
		private readonly plainBound: number,
	) {}

	/** From now on, delivered pages are kept for at least so many minutes, since somebody wants them. */
	expectReuse(minutes: number): void {
		this.longestReuse = Math.max(this.longestReuse, minutes);
	}

	has(page: PaidPage): boolean {
		return this.shelves[rankOf(page)].has(page);
	}

	/** The newest page of this request that may be used. */
	find(key: string, may: (page: PaidPage) => boolean): PaidPage | undefined {
		let found: PaidPage | undefined;
		for (const page of this.pages.get(key) ?? []) if (may(page)) found = page;
		return found;
	}

	/**
	 * Keeps a page, compressed where there is no room for its plain text.
	 * @returns whether there was room for it
	 */
	async keep(page: PaidPage): Promise<boolean> {
		this.dropExpired();
		// Unless somebody wants them, delivered pages only take free room.
		const isWanted = this.longestReuse > 0;
		const isPlain = this.makeRoom(bytesOf(page), this.plainBound, isWanted ? [] : ['delivered']);
		if (!isPlain && typeof page.text === 'string') page.text = await pack(page.text);
		const rank = rankOf(page);
		const lower = rank === 'held' ? FIRST_TO_GO.length : FIRST_TO_GO.indexOf(rank) + 1;
		if (!this.makeRoom(bytesOf(page), this.bound, FIRST_TO_GO.slice(0, lower))) return false;
		const others = this.pages.get(page.key);
		if (others) others.add(page);
		else this.pages.set(page.key, new Set([page]));
		this.shelves[rank].add(page);
		this.bytes += bytesOf(page);
		return true;
	}

	/** Changes what is known of a page; it need not be kept here. */
	change(page: PaidPage, facts: Partial<PageFacts>): void {
		const isHere = this.shelves[rankOf(page)].delete(page);
		Object.assign(page, facts);
		if (!isHere) return;
		this.shelves[rankOf(page)].add(page);
		// Of the pages that anybody may reuse, only the newest is needed.
		const isReusable = ({ state, agentsAt }: PaidPage) => state === 'delivered' && !agentsAt;
		const reusable = [...(this.pages.get(page.key) ?? [])].filter(isReusable);
		const newest = Math.max(...reusable.map(({ boughtAt }) => boughtAt));
		for (const each of reusable) if (each.boughtAt < newest) this.drop(each);
	}

	drop(page: PaidPage): void {
		if (!this.shelves[rankOf(page)].delete(page)) return;
		this.bytes -= bytesOf(page);
		const others = this.pages.get(page.key);
		others?.delete(page);
		if (others?.size === 0) this.pages.delete(page.key);
		// Its text must be freed, even if somebody still holds the page.
		page.text = undefined;
	}

	private dropExpired(): void {
		const now = Date.now();
		if (now < this.lookedAt + BETWEEN_LOOKS && now >= this.lookedAt) return;
		this.lookedAt = now;
		const reuse = Math.max(this.longestReuse, USUAL_REUSE);
		for (const rank of FIRST_TO_GO) {
			for (const page of this.shelves[rank]) if (endOf(page, reuse) <= now) this.drop(page);
		}
	}

	private makeRoom(bytes: number, bound: number, ranks: readonly Rank[]): boolean {
		const isEnough = () => this.bytes + bytes <= bound;
		if (bytes > bound) return false;
		for (const rank of ranks) {
			for (const page of this.shelves[rank]) {
				if (isEnough()) return true;
				this.drop(page);
			}
		}
		return isEnough();
	}
}

/** What the executions of this n8n process have paid for. */
export const store = new PageStore(STORE_BOUND, PLAIN_BOUND);

/** The text of a page, whichever way it is kept. */
export async function unpack({ text = '' }: Pick<PaidPage, 'text'>): Promise<string> {
	if (typeof text === 'string') return text;
	return new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), text));
}

/** A text compressed to a tenth or so: an answer of 30 kB takes a third of a millisecond. */
export async function pack(text: string): Promise<Uint8Array> {
	return await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text));
}

async function through(
	{ readable, writable }: CompressionStream | DecompressionStream,
	bytes: Uint8Array,
): Promise<Uint8Array> {
	const writer = writable.getWriter();
	// What goes wrong in writing also ends the reading, with the same error.
	void writer.write(bytes).catch(() => undefined);
	void writer.close().catch(() => undefined);
	const chunks: Uint8Array[] = [];
	for await (const chunk of readable as AsyncIterable<Uint8Array>) chunks.push(chunk);
	// A copy, since a small Buffer may hold on to the larger one that it is cut from.
	return new Uint8Array(Buffer.concat(chunks));
}
