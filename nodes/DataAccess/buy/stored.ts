import { createKeyFinder } from '../gateway/redact';
import { giveWay } from '../shared/turn';
import { isSameCall } from './nodeContext';
import type { NodeContext, StoredCall, StoredPage } from './nodeContext';
import type { Run } from './passes';
import { addLost, addPage, MOST_LOST } from './row';
import type { Holder, PaidPage, Row } from './row';
import { pack, unpack } from './rows';

/** Bytes of pages and keys that are stored with a failed execution at most, for n8n's Retry. */
const STORED_BOUND = 2 * 1024 * 1024;

// What stands beside text and key in the stored execution, rounded up.
const SIZE_BESIDE = 150;

const sizeOf = ([key, { packed }]: [key: string, page: Partial<StoredPage>]) =>
	(packed?.length ?? 0) + key.length + SIZE_BESIDE;

/** What n8n stores with an execution: its Retry finds it on any worker, however late. */
export class Stored {
	/** @param secret the API key, which whoever may see the execution must not find in a page */
	constructor(
		private readonly context: NodeContext,
		private readonly secret: string,
	) {}

	/** The row is told what came with the execution, which the run then holds. */
	load(row: Row, { holder }: Run): void {
		const stored = this.context.pages?.[row.key];
		if (isWhole(stored)) pageIn(row, stored).holders.add(holder);
		for (const { key, ...call } of this.context.lost ?? []) {
			if (key === row.key) callIn(row, call).holders.add(holder);
		}
	}

	/**
	 * Stores pages that a run has not delivered, in place of older ones, but those that hold the key, and as many as
	 * there is room for.
	 * @returns those that are stored
	 */
	async keep(pages: readonly PaidPage[]): Promise<Set<PaidPage>> {
		const kept = new Set<PaidPage>();
		const stored = this.context.pages ?? {};
		let room = STORED_BOUND;
		for (const entry of Object.entries(stored)) room -= sizeOf(entry);
		const holdsKey = createKeyFinder(this.secret);
		for (const page of pages) {
			const { key } = page.row;
			const known = stored[key];
			// An answer that was lost comes late, though its call began early.
			const isStored = known && known.begunAt >= page.begunAt;
			const left = known ? room + sizeOf([key, known]) : room;
			const small = isStored ? known : await smallOf(page, left, holdsKey);
			if (small) {
				room = left - sizeOf([key, small]);
				stored[key] = small;
				this.context.pages = stored;
				kept.add(page);
			}
			await giveWay();
		}
		return kept;
	}

	forget({ key }: Row): void {
		const { pages = {} } = this.context;
		delete pages[key];
		if (Object.keys(pages).length === 0) delete this.context.pages;
	}

	addLost({ key }: Row, call: StoredCall): void {
		this.context.lost = [...(this.context.lost ?? []), { key, ...call }].slice(-MOST_LOST);
	}

	/** Forgets lost calls of a request that are of no use any more. */
	forgetLost({ key }: Row, isOver: (call: StoredCall) => boolean): void {
		const left = this.context.lost?.filter((call) => call.key !== key || !isOver(call)) ?? [];
		if (left.length > 0) this.context.lost = left;
		else delete this.context.lost;
	}
}

/** The page as it is stored; undefined where it holds the key, or takes more bytes than are left. */
async function smallOf(
	{ row: { key }, text, begunAt, boughtAt, leftAt = boughtAt, unreadAt }: PaidPage,
	left: number,
	holdsKey: (text: string) => boolean,
): Promise<StoredPage | undefined> {
	const short = typeof text === 'string' ? await pack(text) : text;
	const packed = Buffer.from(short).toString('base64');
	if (sizeOf([key, { packed }]) > left || holdsKey(await unpack({ text }))) return undefined;
	return { packed, begunAt, boughtAt, leftAt, unreadAt };
}

/** What is stored may have been damaged: then the page is bought. */
const isWhole = (stored?: Partial<StoredPage>): stored is StoredPage =>
	typeof stored?.packed === 'string' &&
	[stored.begunAt, stored.boughtAt].every((time) => Number.isFinite(time));

function pageIn(row: Row, { packed, boughtAt, begunAt, ...rest }: StoredPage): PaidPage {
	const known = row.pages.find((page) => page.begunAt === begunAt && page.boughtAt === boughtAt);
	if (known) return known;
	const text = new Uint8Array(Buffer.from(packed, 'base64'));
	const page = { row, text, begunAt, boughtAt, ...rest, holders: new Set<Holder>() };
	addPage(page);
	return page;
}

function callIn(row: Row, call: StoredCall) {
	const known = row.lost.find((each) => isSameCall(each, call));
	if (known) return known;
	const lost = { ...call, holders: new Set<Holder>() };
	addLost(row, lost);
	return lost;
}
