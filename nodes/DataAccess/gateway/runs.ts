import { askFreeRoute } from './free/freeRoute';
import type { FreeAnswer } from './free/freeRoute';
import {
	candidatesOf,
	inOrder,
	isPast,
	MOST_READ,
	readRuns,
	safeRunId,
	verdictOnRun,
} from './lostRun';
import type { ListedRun, ListedRuns, LostCall, RunVerdict } from './lostRun';
import { headerTime } from './retryAfter';
import type { Transport } from './transport';
import { isObject } from '../shared/values';

/** Runs that a page of the list has at most. */
const PAGE_SIZE = 100;

/** Pages that a look follows: at ten calls a second, a minute and a half. */
const MOST_PAGES = 10;

/** Characters of a run: its page is as long as any answer. */
const LONGEST_RUN = 100_000_000;

/** What a search for one answer has found out so far. */
export interface Search {
	/** Runs that were read, and that go on or tell nothing. */
	read: Map<string, RunVerdict>;
}

/** What a look has found. */
export type Look =
	/** The run, whose text is the answer. */
	| { id: string; text: string }
	/** It may be there later: it goes on, or is not listed. */
	| { later: 'goesOn' | 'notListed'; /** Seconds that the gateway asks to wait. */ wait?: number }
	/** There is no point in another look. */
	| { ended: 'notHere' | 'failed' | 'stopped' };

/** The ids of runs whose answers this process has read, and of which gateway: the newest ones. */
const known = new Set<string>();
const MOST_KNOWN = 10_000;

/** The runs of a gateway, as far as it lists them (docs/development/gateway.md, Free routes). */
export class Runs {
	constructor(
		private readonly transport: Transport,
		private readonly where: { url: string; secret: string },
	) {}

	/** The answer of this run was read: it is no other call's. */
	markAsRead(id: string): void {
		const name = this.nameOf(id);
		known.delete(name);
		known.add(name);
		for (const oldest of known) {
			if (known.size <= MOST_KNOWN) break;
			known.delete(oldest);
		}
	}

	/**
	 * Looks once for the run of a call. Never throws, makes no call, and costs nothing.
	 * @param timeoutMs for each of its requests
	 */
	async look(call: LostCall, search: Search, timeoutMs: number): Promise<Look> {
		if (call.runId !== undefined)
			return await this.lookForNamed(call.runId, call, search, timeoutMs);
		const [goesOn] = [...search.read].find(([, verdict]) => verdict === 'goesOn') ?? [];
		if (goesOn !== undefined) {
			const look = await this.lookAt(goesOn, call, search, timeoutMs);
			if (!('later' in look) || look.later === 'goesOn') return look;
		}
		return await this.lookThrough(call, search, timeoutMs);
	}

	private async lookForNamed(
		runId: string,
		call: LostCall,
		search: Search,
		timeoutMs: number,
	): Promise<Look> {
		const id = safeRunId(runId);
		if (id === undefined) return { ended: 'notHere' };
		const look = await this.lookAt(id, call, search, timeoutMs);
		if (!('later' in look) || look.later === 'goesOn' || look.wait !== undefined) return look;
		// Only the list tells a run that is not there yet from a route that is not here.
		const list = await this.list(undefined, timeoutMs);
		return 'found' in list ? look : notFound(list);
	}

	/** Reads one run. */
	private async lookAt(
		id: string,
		call: LostCall,
		{ read }: Search,
		timeoutMs: number,
	): Promise<Look> {
		const run = await askFreeRoute(this.transport, this.where, {
			route: 'run',
			path: `runs/${encodeURIComponent(id)}`,
			timeoutMs,
			isAboutOne: true,
			longest: LONGEST_RUN,
			read: (json, { text }) =>
				isObject(json) && 'status' in json
					? { text, verdict: verdictOnRun(json, call) }
					: undefined,
		});
		if (!('found' in run)) {
			if (run.none !== 'unknown') return notFound(run);
			read.set(id, 'nothing');
			return { later: 'notListed' };
		}
		const { verdict, text } = run.found;
		read.set(id, verdict);
		if (verdict === 'goesOn') return { later: 'goesOn' };
		if (verdict === 'nothing') return { later: 'notListed' };
		// Before anything is awaited, or two searches could take the same run.
		if (call.runId === undefined && known.has(this.nameOf(id))) return { later: 'notListed' };
		this.markAsRead(id);
		return { id, text };
	}

	/** Reads the list, and the runs in it that may be the call's, the oldest first. */
	private async lookThrough(call: LostCall, search: Search, timeoutMs: number): Promise<Look> {
		const candidates: ListedRun[] = [];
		let cursor: string | undefined;
		let skew = 0;
		for (let page = 0; page < MOST_PAGES; page++) {
			const list = await this.list(cursor, timeoutMs);
			if (!('found' in list)) return notFound(list);
			({ skew } = list.found);
			const isNew = ({ id }: ListedRun) => !search.read.has(id) && !known.has(this.nameOf(id));
			candidates.push(...candidatesOf(call, list.found).filter(isNew));
			if (isPast(call, list.found)) break;
			const { cursor: next } = list.found;
			if (next === undefined || next === cursor) break;
			cursor = next;
		}
		let later: Look = { later: 'notListed' };
		const left = MOST_READ - search.read.size;
		for (const { id } of inOrder(candidates, call, skew, left)) {
			const look = await this.lookAt(id, call, search, timeoutMs);
			if (!('later' in look) || look.wait !== undefined) return look;
			if (look.later === 'goesOn') later = look;
		}
		return later;
	}

	private async list(
		cursor: string | undefined,
		timeoutMs: number,
	): Promise<FreeAnswer<ListedRuns>> {
		const from = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
		return await askFreeRoute(this.transport, this.where, {
			route: 'runs',
			path: `runs?limit=${PAGE_SIZE}${from}`,
			timeoutMs,
			read: (json, { headers }) => readRuns(json, (headerTime(headers) ?? Date.now()) - Date.now()),
		});
	}

	private nameOf(id: string): string {
		return `${this.where.url} ${id}`;
	}
}

/** What an answer that brought nothing means for a search. */
function notFound(answer: Exclude<FreeAnswer<unknown>, { found: unknown }>): Look {
	switch (answer.none) {
		// The list has no answer for this key.
		case 'refused':
			return { ended: 'notHere' };
		case 'busy':
			return { later: 'notListed', wait: answer.retryAfter ?? 0 };
		case 'failed':
		case 'stopped':
			return { ended: answer.none };
		default:
			return { ended: 'notHere' };
	}
}
