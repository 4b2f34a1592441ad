import type { PageFacts } from './reusePolicy';

export interface PaidPage extends PageFacts {
	readonly key: string;
	/** As it came, or compressed; undefined once it was dropped. */
	text?: string | Uint8Array;
	/** For whom it was bought; undefined where that was an execution that n8n retries. */
	readonly boughtBy?: object;
	/** The pass of n8n in which it was. */
	readonly boughtIn?: object;
	users: number;
}

type PageChange = Partial<Pick<PaidPage, 'text' | 'users' | 'failedAt' | 'deliveredAt'>>;

/** Bytes of pages and keys that one n8n process keeps at most. */
export const STORE_BOUND = 64 * 2 ** 20;

// What V8 needs for a character at most, and for a page beside its text and key, rounded up.
const BYTES_PER_CHARACTER = 2;
const BYTES_BESIDE = 500;

export function bytesOf({ key, text = '' }: PaidPage): number {
	const bytes = typeof text === 'string' ? text.length * BYTES_PER_CHARACTER : text.length;
	return bytes + key.length * BYTES_PER_CHARACTER + BYTES_BESIDE;
}

/** The paid pages of this process that another run may use, within a bound. */
export class PageStore {
	private readonly pages = new Map<string, Set<PaidPage>>();
	/** All of them, the one that has not changed for longest first. */
	private readonly inOrder = new Set<PaidPage>();
	private bytes = 0;

	constructor(private readonly bound: number) {}

	of(key: string): Iterable<PaidPage> {
		return this.pages.get(key) ?? [];
	}

	has(page: PaidPage): boolean {
		return this.inOrder.has(page);
	}

	/** Adds a page where there is room for it, or room can be made. */
	add(page: PaidPage): void {
		if (this.has(page) || !this.makeRoom(bytesOf(page))) return;
		this.pages.set(page.key, (this.pages.get(page.key) ?? new Set()).add(page));
		this.inOrder.add(page);
		this.bytes += bytesOf(page);
	}

	change(page: PaidPage, facts: PageChange): void {
		const isHere = this.inOrder.delete(page);
		if (isHere) this.bytes -= bytesOf(page);
		Object.assign(page, facts);
		if (!isHere) return;
		this.inOrder.add(page);
		this.bytes += bytesOf(page);
	}

	drop(page: PaidPage): void {
		if (!this.inOrder.delete(page)) return;
		this.bytes -= bytesOf(page);
		const others = this.pages.get(page.key);
		others?.delete(page);
		if (others?.size === 0) this.pages.delete(page.key);
		// Its text must be freed, even if somebody still holds the page.
		page.text = undefined;
	}

	/** Delivered pages go first, then those of ended runs, of both the oldest; those of a run under way never do. */
	private makeRoom(bytes: number): boolean {
		if (bytes > this.bound) return false;
		for (const isDelivered of [true, false]) {
			for (const page of this.inOrder) {
				if (this.bytes + bytes <= this.bound) return true;
				const isNext = (page.deliveredAt !== undefined) === isDelivered;
				if (isNext && page.users === 0) this.drop(page);
			}
		}
		return this.bytes + bytes <= this.bound;
	}
}

export const paidPages = new PageStore(STORE_BOUND);

export async function unpack({ text = '' }: Pick<PaidPage, 'text'>): Promise<string> {
	if (typeof text === 'string') return text;
	return await through(text, new DecompressionStream('deflate-raw')).text();
}

/** A text compressed to a tenth or so. */
export async function pack(text: string): Promise<Uint8Array> {
	const packed = through(text, new CompressionStream('deflate-raw'));
	return new Uint8Array(await packed.arrayBuffer());
}

const through = (data: string | Uint8Array, stream: CompressionStream | DecompressionStream) =>
	new Response(new Blob([data]).stream().pipeThrough(stream));
