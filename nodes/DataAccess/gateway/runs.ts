import type { FreeAnswer, FreeRequest } from './free/freeRoute';
import { aheadOf, candidatesOf, isPast, readRuns, safeRunId, verdictOnRun } from './lostRun';
import type { ListedRun, ListedRuns, LostCall } from './lostRun';
import { headerTime } from './retryAfter';
import { remembered } from '../shared/remembered';
import { isObject } from '../shared/values';

/** Runs that a page of the list has at most. */
const PAGE_SIZE = 100;

/** Pages that a look follows: at ten calls a second, a minute and a half. */
const MOST_PAGES = 10;

/** Runs that a search reads at most. */
const MOST_READ = 50;

/** Asks a free route, as long as there is time for it. */
export type AskInTime = <T>(request: Omit<FreeRequest<T>, 'timeoutMs'>) => Promise<FreeAnswer<T>>;

/** What a search for one answer has found out so far. */
export interface Search {
	/** The runs that were read. */
	read: Set<string>;
	/** Those among them that can never be the answer. */
	dead: Set<string>;
}

/**
 * What a look has found: the run, whose text is the answer; that it goes on; that it is not there; nothing
 * clear, since a request failed or a run may get its output; that this gateway lists no runs.
 */
export type Look = { text: string } | 'goesOn' | 'notThere' | 'unclear' | 'notHere';

/** By gateway and id. */
const alreadyRead = remembered<true>('readRuns');

const nameOf = (gateway: string, id: string) => `${gateway} ${id}`;

/** The answer of this run was read: it is no other call's. */
export function markAsRead(gateway: string, id: string): void {
	alreadyRead.note(nameOf(gateway, id), true);
}

/**
 * Looks once for the run of a call where the gateway lists its runs (docs/development/gateway.md, Free
 * routes). Never throws, makes no call, and costs nothing. A request that fails has found nothing.
 * @param gateway tells its runs from those of others
 */
export async function lookForRun(
	ask: AskInTime,
	gateway: string,
	call: LostCall,
	search: Search,
): Promise<Look> {
	if (call.runId === undefined) return await lookThroughList();
	const id = safeRunId(call.runId);
	if (id === undefined) return 'notHere';
	const look = await lookAt(id);
	if (look !== 'unclear') return look;
	// Only the list tells a run that is not there yet from a gateway without such routes.
	return reasonOf(await listFrom());

	/** Reads one run. */
	async function lookAt(id: string): Promise<Look> {
		search.read.add(id);
		const run = await ask({
			route: 'run',
			path: `runs/${encodeURIComponent(id)}`,
			isOneOfMany: true,
			read: (json, { text }) =>
				isObject(json) ? { text, verdict: verdictOnRun(json, call) } : undefined,
		});
		if ('none' in run) return 'unclear';
		const { verdict, text } = run.found;
		if (verdict === 'goesOn') return 'goesOn';
		if (verdict === 'notYet') return 'unclear';
		if (verdict === 'another') search.dead.add(id);
		// Nothing may be awaited before this, or two searches could take the same run.
		const isTaken = call.runId === undefined && alreadyRead.has(nameOf(gateway, id));
		if (verdict === 'another' || isTaken) return 'notThere';
		markAsRead(gateway, id);
		return { text };
	}

	/** Reads the list, and the runs in it that may be the call's, the oldest first. */
	async function lookThroughList(): Promise<Look> {
		const candidates: ListedRun[] = [];
		let cursor: string | undefined;
		for (let page = 0; page < MOST_PAGES; page++) {
			const list = await listFrom(cursor);
			if ('none' in list) return reasonOf(list);
			candidates.push(...candidatesOf(call, list.found));
			const { cursor: next } = list.found;
			if (isPast(call, list.found) || next === undefined || next === cursor) break;
			cursor = next;
		}
		let outlook: Look = 'notThere';
		for (const { id } of candidates.sort((a, b) => a.createdAt - b.createdAt)) {
			if (search.dead.has(id) || alreadyRead.has(nameOf(gateway, id))) continue;
			if (search.read.size >= MOST_READ && !search.read.has(id)) continue;
			const look = await lookAt(id);
			if (typeof look === 'object') return look;
			if (look === 'goesOn' || outlook === 'notThere') outlook = look;
		}
		return outlook;
	}

	async function listFrom(cursor?: string): Promise<FreeAnswer<ListedRuns>> {
		const from = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
		const sentAt = Date.now();
		return await ask({
			route: 'runs',
			path: `runs?limit=${PAGE_SIZE}${from}`,
			read: (json, { headers }) => readRuns(json, aheadOf(headerTime(headers), sentAt, Date.now())),
		});
	}
}

/** What a look without its run has found, by what the list answers. */
function reasonOf(list: FreeAnswer<unknown>): Look {
	if ('found' in list) return 'notThere';
	const isMissing = list.none === 'notHere' || (list.none === 'refused' && !list.wasThere);
	return isMissing ? 'notHere' : 'unclear';
}
