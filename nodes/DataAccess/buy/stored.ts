import { createKeyFinder } from '../gateway/redact';
import type { NodeContext, StoredPage, UnknownCall } from './nodeContext';
import type { PaidPage, Row } from './row';
import { pack, rows, unpack } from './rows';

/** Bytes of pages and keys that are stored with a failed execution at most, for n8n's Retry. */
const STORED_BOUND = 2 * 1024 * 1024;

const MOST_LOST_STORED = 100;

// What stands beside text and key in the stored execution, rounded up.
const STORED_BESIDE = 150;

const storedBytes = (key: string, { packed }: Partial<StoredPage>) =>
	(packed?.length ?? 0) + key.length + STORED_BESIDE;

type Pages = NonNullable<NodeContext['pages']>;

/** Bytes that are stored, counted once. All uses of a tool share the pages of its execution. */
const sizes = new WeakMap<Pages, number>();

const sizeIn = (pages: Pages, key: string) => (pages[key] ? storedBytes(key, pages[key]) : 0);

function sizeOf(pages: Pages): number {
	const size =
		sizes.get(pages) ?? Object.keys(pages).reduce((sum, key) => sum + sizeIn(pages, key), 0);
	sizes.set(pages, size);
	return size;
}

/** What n8n stores with an execution: its Retry finds it on any worker, however late. */
export class Stored {
	private holdsKey?: (text: string) => boolean;

	/** @param secret the API key, which whoever may see the execution must not find in a page */
	constructor(
		private readonly context: NodeContext,
		private readonly secret: string,
	) {}

	/** The row is told what came with the execution, which then holds it. */
	load(row: Row, execution: string): void {
		const stored = this.context.pages?.[row.key];
		if (isWhole(stored)) pageIn(row, stored).holders.add(execution);
		for (const { key, ...call } of this.context.lost ?? []) {
			if (key === row.key) callIn(row, call).holders.add(execution);
		}
	}

	/**
	 * Stores a page that a run has not delivered, in place of an older one, unless it holds the key or there is no
	 * room.
	 * @returns whether it is stored
	 */
	async add({ row: { key }, text, begunAt, boughtAt, failedAt = boughtAt, unreadAt }: PaidPage) {
		const isStored = () => (this.context.pages?.[key]?.boughtAt ?? -Infinity) >= boughtAt;
		if (isStored()) return true;
		const least = typeof text === 'string' ? 0 : text.length;
		if (storedBytes(key, {}) + least > this.room()) return false;
		this.holdsKey ??= createKeyFinder(this.secret);
		if (this.holdsKey(await unpack({ text }))) return false;
		const short = typeof text === 'string' ? await pack(text) : text;
		const packed = Buffer.from(short).toString('base64');
		const stored = { packed, begunAt, boughtAt, failedAt, unreadAt };
		if (isStored()) return true;
		if (storedBytes(key, stored) > this.room()) return false;
		const pages = (this.context.pages ??= {});
		sizes.set(pages, sizeOf(pages) - sizeIn(pages, key) + storedBytes(key, stored));
		pages[key] = stored;
		return true;
	}

	private room(): number {
		const { pages } = this.context;
		return STORED_BOUND - (pages ? sizeOf(pages) : 0);
	}

	forget({ key }: Row): void {
		const { pages } = this.context;
		if (!pages?.[key]) return;
		sizes.set(pages, sizeOf(pages) - sizeIn(pages, key));
		delete pages[key];
		if (Object.keys(pages).length === 0) delete this.context.pages;
	}

	addLost({ key }: Row, call: UnknownCall): void {
		this.context.lost = [...(this.context.lost ?? []), { key, ...call }].slice(-MOST_LOST_STORED);
	}

	/** Forgets the lost calls of a request that are known to be of no use any more. */
	forgetLost({ key }: Row, isPast: (call: UnknownCall) => boolean): void {
		const left = this.context.lost?.filter((call) => call.key !== key || !isPast(call)) ?? [];
		if (left.length > 0) this.context.lost = left;
		else delete this.context.lost;
	}
}

/** What is stored may have been damaged: then the page is bought. */
const isWhole = (stored?: Partial<StoredPage>): stored is StoredPage =>
	typeof stored?.packed === 'string' && Number.isFinite(stored.boughtAt);

function pageIn(
	row: Row,
	{ packed, boughtAt, begunAt = boughtAt, ...failed }: StoredPage,
): PaidPage {
	const known = row.pages.find((page) => page.boughtAt === boughtAt);
	if (known) return known;
	const text = new Uint8Array(Buffer.from(packed, 'base64'));
	const page = { row, text, begunAt, boughtAt, ...failed, holders: new Set<string>(), users: 0 };
	rows.add(page);
	return page;
}

function callIn(row: Row, call: UnknownCall) {
	const known = row.lost.find(({ begunAt }) => begunAt === call.begunAt);
	if (known) return known;
	const lost = { ...call, holders: new Set<string>() };
	rows.addLost(row, lost);
	return lost;
}
