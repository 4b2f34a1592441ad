import { hash } from 'node:crypto';

import type { ApiInput } from '../operations/operation';
import { sortedJson } from '../shared/jsonValues';
import { remembered } from '../shared/remembered';
import type { OwnCall } from './deployment';
import type { Pass } from './passes';
import { isRecent, newRow } from './row';
import type { PaidPage, Row } from './row';

/** Bytes of pages and keys that one n8n process keeps at most, beside those that are held or in use. */
export const BOUND = 64 * 2 ** 20;

// What V8 needs for a character at most, and for a page beside its text and key, rounded up.
const BYTES_PER_CHARACTER = 2;
const BYTES_BESIDE = 500;

export function bytesOf({ row, text }: PaidPage): number {
	const bytes = typeof text === 'string' ? text.length * BYTES_PER_CHARACTER : text.length;
	return bytes + row.key.length * BYTES_PER_CHARACTER + BYTES_BESIDE;
}

const bytesIn = ({ pages }: Row) => pages.reduce((sum, page) => sum + bytesOf(page), 0);

/** What makes two requests the same; `scope` is credential, gateway, and the form of its calls. */
export function requestKey(
	scope: string,
	{ endpoint, provider }: Pick<OwnCall, 'endpoint' | 'provider'>,
	input: ApiInput,
): string {
	const request = sortedJson([scope, provider, endpoint, input]);
	return hash('sha256', request, 'base64');
}

/** What one n8n process knows of requests, within a bound. */
export class Rows {
	/** Those in use, and those with a page; among these, the one that was used last is the last. */
	private readonly kept = new Map<string, Row>();
	/** Those that know of a lost call alone. */
	private readonly others = remembered<Row>('rows');
	/** Of pages that no pass under way may use. */
	private bytes = 0;

	constructor(private readonly bound: number) {}

	/** The row of a request: it is this one until the pass is closed. */
	open(key: string, pass: Pass): Row {
		const row = this.kept.get(key) ?? this.others.get(key) ?? newRow(key);
		this.others.forget(key);
		this.kept.set(key, row);
		if (row.users === 0) this.bytes -= bytesIn(row);
		row.users += 1;
		pass.rows.set(key, row);
		pass.run.rows.set(key, row);
		return row;
	}

	/** The pass is over: it needs its rows and pages no more. */
	close(pass: Pass): void {
		pass.used.clear();
		pass.taken.clear();
		const now = Date.now();
		for (const row of pass.rows.values()) {
			row.users -= 1;
			if (row.users > 0) continue;
			row.usedAt = now;
			this.bytes += bytesIn(row);
			this.putAway(row);
		}
		pass.rows.clear();
		this.makeRoom(now);
	}

	/** Nobody is given the page any more: it may be bought instead. */
	drop(page: PaidPage): void {
		const { row } = page;
		row.pages = row.pages.filter((each) => each !== page);
		if (row.users > 0) return;
		this.bytes -= bytesOf(page);
		if (row.pages.length === 0) this.putAway(row);
	}

	/** Nobody uses the row: it is forgotten, after a while if it may still tell something. */
	private putAway(row: Row): void {
		this.kept.delete(row.key);
		if (row.pages.length > 0) this.kept.set(row.key, row);
		else if (row.lost.length > 0) this.others.note(row.key, row);
	}

	/** Delivered pages go first, then others, of both the oldest; not those in use, nor held ones that were used lately. */
	private makeRoom(now: number): void {
		for (const isDelivered of [true, false]) {
			for (const { users, usedAt, pages } of this.kept.values()) {
				for (const page of pages) {
					if (this.bytes <= this.bound) return;
					if (users > 0 || (page.holders.size > 0 && isRecent(usedAt, now))) continue;
					if ((page.deliveredAt !== undefined) === isDelivered) this.drop(page);
				}
			}
		}
	}
}

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
