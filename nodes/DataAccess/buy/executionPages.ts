import type { NodeMemory, StoredPage } from './nodeMemory';
import { pack } from './pageStore';
import type { PaidPage } from './pageStore';

/** Bytes of pages and keys that are stored with a failed execution at most, for n8n's Retry. */
const STORED_BOUND = 2 * 1024 * 1024;

// What stands beside text and key in the stored execution, rounded up.
const BYTES_BESIDE = 150;

const bytesOf = (key: string, { packed }: Pick<StoredPage, 'packed'>) =>
	packed.length + key.length + BYTES_BESIDE;

/** The pages that n8n stores with an execution: its Retry finds them on any worker, however late. */
export class ExecutionPages {
	constructor(private readonly memory: NodeMemory) {}

	find(key: string): (Omit<StoredPage, 'packed'> & { text: Uint8Array }) | undefined {
		const stored = this.memory.pages?.[key];
		if (!stored) return undefined;
		const { packed, ...facts } = stored;
		return { ...facts, text: new Uint8Array(Buffer.from(packed, 'base64')) };
	}

	/** Stores a page that a run has left, unless it is there or too much is. */
	async keep({ key, text, ...page }: PaidPage): Promise<boolean> {
		const pages = { ...this.memory.pages };
		if (pages[key]) return true;
		if (text === undefined) return false;
		const bytes = typeof text === 'string' ? await pack(text) : text;
		const packed = Buffer.from(bytes).toString('base64');
		const { boughtAt, leftAt = boughtAt, minutes } = page;
		let room = STORED_BOUND - bytesOf(key, { packed });
		for (const [other, stored] of Object.entries(this.memory.pages ?? {})) {
			room -= bytesOf(other, stored);
		}
		if (room < 0) return false;
		const stored = { packed, boughtAt, leftAt, minutes };
		this.memory.pages = { ...this.memory.pages, [key]: stored };
		return true;
	}

	forget(key: string): void {
		const { pages } = this.memory;
		if (!pages) return;
		delete pages[key];
		if (Object.keys(pages).length === 0) delete this.memory.pages;
	}
}
