import { createKeyFinder } from '../gateway/redact';
import type { NodeContext, StoredPage } from './nodeContext';
import { pack, unpack } from './pageStore';
import type { PaidPage } from './pageStore';

/** Bytes of pages and keys that are stored with a failed execution at most, for n8n's Retry. */
const STORED_BOUND = 2 * 1024 * 1024;

// What stands beside text and key in the stored execution, rounded up.
const BYTES_BESIDE = 150;

type StoredPages = NonNullable<NodeContext['pages']>;

const bytesOf = (key: string, { packed }: Pick<StoredPage, 'packed'>) =>
	packed.length + key.length + BYTES_BESIDE;

/** What the pages of an execution take in all; counting them anew for each page would take too long. */
const sizes = new WeakMap<StoredPages, { bytes: number }>();

function sizeOf(pages: StoredPages): { bytes: number } {
	const known = sizes.get(pages);
	if (known) return known;
	const all = Object.entries(pages);
	const size = { bytes: all.reduce((sum, [key, page]) => sum + bytesOf(key, page), 0) };
	sizes.set(pages, size);
	return size;
}

/** The pages that n8n stores with an execution: its Retry finds them on any worker, however late. */
export class ExecutionPages {
	private holdsKey?: (text: string) => boolean;

	/** @param secret the API key, which whoever may see the execution must not find in a page */
	constructor(
		private readonly context: NodeContext,
		private readonly secret: string,
	) {}

	find(key: string): PaidPage | undefined {
		const stored = this.context.pages?.[key];
		if (!stored) return undefined;
		const { packed, boughtAt, failedAt } = stored;
		const text = new Uint8Array(Buffer.from(packed, 'base64'));
		return { key, text, boughtAt, failedAt, users: 0 };
	}

	/** Stores a page that a run has not delivered, unless it is there, holds the key, or too much is there. */
	async add({ key, text, boughtAt, failedAt = boughtAt }: PaidPage): Promise<boolean> {
		if (this.context.pages?.[key]) return true;
		if (text === undefined) return false;
		this.holdsKey ??= createKeyFinder(this.secret);
		if (this.holdsKey(await unpack({ text }))) return false;
		const bytes = typeof text === 'string' ? await pack(text) : text;
		const packed = Buffer.from(bytes).toString('base64');
		const stored = { packed, boughtAt, failedAt };
		const pages = this.context.pages ?? {};
		if (pages[key]) return true;
		const size = sizeOf(pages);
		const added = bytesOf(key, stored);
		if (size.bytes + added > STORED_BOUND) return false;
		pages[key] = stored;
		size.bytes += added;
		this.context.pages = pages;
		return true;
	}

	forget(key: string): void {
		const { pages } = this.context;
		const stored = pages?.[key];
		if (!pages || !stored) return;
		sizeOf(pages).bytes -= bytesOf(key, stored);
		delete pages[key];
		if (Object.keys(pages).length === 0) delete this.context.pages;
	}
}
