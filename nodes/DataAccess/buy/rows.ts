import { remembered } from '../shared/remembered';
import { isRecent } from './decide';
import { Changes } from './changes';
import type { LostCall, PaidPage, Pass, Row } from './row';

/** Bytes of pages and keys that one n8n process keeps at most, beside those that are held or in use. */
export const BOUND = 64 * 2 ** 20;

/** Of one request: older ones are of no use to anybody. */
const MOST_LOST = 10;

/** Executions of which one request knows: n8n 1 does not tell that one with a tool has ended. */
const MOST_EXECUTIONS = 1000;

// What V8 needs for a character at most, and for a page beside its text and key, rounded up.
const BYTES_PER_CHARACTER = 2;
const BYTES_BESIDE = 500;

export function bytesOf({ row, text }: PaidPage): number {
	const bytes = typeof text === 'string' ? text.length * BYTES_PER_CHARACTER : text.length;
	return bytes + row.key.length * BYTES_PER_CHARACTER + BYTES_BESIDE;
}

const byBegin = (a: { begunAt: number }, b: { begunAt: number }) => a.begunAt - b.begunAt;

/** What one n8n process knows of requests, within a bound. */
export class Rows {
	/** Those that have a page, or that a pass under way has asked for. */
	private readonly kept = new Map<string, Row>();
	/** Those that know of a failure or a lost call alone. */
	private readonly others = remembered<Row>('rows');
	/** Pages that no pass under way uses, the one that has been so for longest first. */
	private readonly idle = new Set<PaidPage>();
	private bytes = 0;

	constructor(private readonly bound: number) {}

	/** The row of a request: it is this one until the pass is closed. */
	open(key: string, { rows, run }: Pass): Row {
		const own = run.rows.get(key);
		const row = this.kept.get(key) ?? own ?? this.others.get(key) ?? newRow(key);
		// The row may have been forgotten, and begun anew by others, while the run goes on.
		const failed = own?.failed.get(run.execution);
		if (failed) row.failed.set(run.execution, failed);
		this.others.forget(key);
		this.kept.set(key, row);
		run.rows.set(key, row);
		rows.set(key, row);
		row.users += 1;
		return row;
	}

	/** Adds a page. */
	add(page: PaidPage): void {
		const { row } = page;
		row.pages = [...row.pages, page].sort(byBegin);
		this.rest(page);
	}

	addLost(row: Row, call: LostCall): void {
		row.lost = [...row.lost, call].sort(byBegin).slice(-MOST_LOST);
	}

	/** The page stays until the pass is closed. */
	use(page: PaidPage, { used }: Pass, isRead: boolean): void {
		if (!used.has(page)) {
			this.wake(page);
			page.users += 1;
		}
		used.set(page, isRead);
	}

	/** Nobody is given the page any more. */
	drop(page: PaidPage): void {
		const { row } = page;
		row.pages = row.pages.filter((each) => each !== page);
		this.wake(page);
		this.settle(row);
	}

	/** The pass is over: it needs its rows and pages no more. */
	close({ rows, used }: Pass): void {
		for (const page of used.keys()) {
			page.users -= 1;
			this.rest(page);
		}
		used.clear();
		for (const row of rows.values()) {
			row.users -= 1;
			for (const known of [row.failed, ...row.pages.map(({ holders }) => holders)])
				forgetFirst(known);
			this.settle(row);
		}
		rows.clear();
		this.makeRoom();
	}

	private rest(page: PaidPage): void {
		if (page.users > 0 || !page.row.pages.includes(page)) return;
		this.idle.add(page);
		this.bytes += bytesOf(page);
	}

	private wake(page: PaidPage): void {
		if (this.idle.delete(page)) this.bytes -= bytesOf(page);
	}

	/** A row that nobody needs is forgotten: after a while, where it may still tell something. */
	private settle(row: Row): void {
		if (row.users > 0 || row.pages.length > 0) return;
		this.kept.delete(row.key);
		if (row.lost.length > 0 || row.failed.size > 0) this.others.note(row.key, row);
	}

	/** Delivered pages go first, then those of ended runs, of both the oldest; held ones and those in use never do. */
	private makeRoom(): void {
		const now = Date.now();
		for (const isDelivered of [true, false]) {
			for (const page of this.idle) {
				if (this.bytes <= this.bound) return;
				if (isHeld(page, now)) continue;
				if ((page.deliveredAt !== undefined) === isDelivered) this.drop(page);
			}
		}
	}
}

/** Whoever holds it may ask for it again. Of a run, the end is told; n8n 1 does not tell that of a tool's execution. */
function isHeld({ holders, boughtIn, boughtAt }: PaidPage, now: number): boolean {
	return holders.size > 0 && (boughtIn?.isAskedAgain === false || isRecent(boughtAt, now));
}

function forgetFirst(known: Map<string, unknown> | Set<string>): void {
	for (const first of known.keys()) {
		if (known.size <= MOST_EXECUTIONS) break;
		known.delete(first);
	}
}

const newRow = (key: string): Row => ({
	key,
	pages: [],
	lost: [],
	failed: new Map(),
	underWay: new Set(),
	changes: new Changes(),
	users: 0,
});

export const rows = new Rows(BOUND);

export async function unpack({ text }: Pick<PaidPage, 'text'>): Promise<string> {
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
