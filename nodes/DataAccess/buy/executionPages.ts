import { createKeyFinder } from '../gateway/redact';
import type { NodeContext, StoredPage } from './nodeContext';
import { pack, unpack } from './pageStore';
import type { PaidPage } from './pageStore';

/** Bytes of pages and keys that are stored with a failed execution at most, for n8n's Retry. */
const STORED_BOUND = 2 * 1024 * 1024;

// What stands beside text and key in the stored execution, rounded up.
const BYTES_BESIDE = 150;

const bytesOf = (key: string, { packed }: Pick<StoredPage, 'packed'>) =>
	packed.length + key.length + BYTES_BESIDE;

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
		const { packed, boughtAt, begunAt = boughtAt, failedAt } = stored;
		const text = new Uint8Array(Buffer.from(packed, 'base64'));
		return { key, text, begunAt, boughtAt, failedAt, users: 0 };
	}

	/**
	 * Stores a page that a run has not delivered, in place of an older one, unless it holds the key or there is no
	 * room.
	 * @returns whether it is stored
	 */
	async add({ key, text, begunAt, boughtAt, failedAt = boughtAt }: PaidPage): Promise<boolean> {
		const isStored = () => (this.context.pages?.[key]?.boughtAt ?? -Infinity) >= boughtAt;
		if (isStored()) return true;
		if (text === undefined) return false;
		const least = typeof text === 'string' ? 0 : text.length;
		if (bytesOf(key, { packed: '' }) + least > this.room()) return false;
		this.holdsKey ??= createKeyFinder(this.secret);
		if (this.holdsKey(await unpack({ text }))) return false;
		const short = typeof text === 'string' ? await pack(text) : text;
		const packed = Buffer.from(short).toString('base64');
		const stored = { packed, begunAt, boughtAt, failedAt };
		const pages = this.context.pages ?? {};
		if (isStored()) return true;
		if (bytesOf(key, stored) > this.room()) return false;
		pages[key] = stored;
		this.context.pages = pages;
		return true;
	}

	private room(): number {
		const all = Object.entries(this.context.pages ?? {});
		return STORED_BOUND - all.reduce((sum, each) => sum + bytesOf(...each), 0);
	}

	forget(key: string): void {
		const { pages } = this.context;
		if (!pages?.[key]) return;
		delete pages[key];
		if (Object.keys(pages).length === 0) delete this.context.pages;
	}
}
