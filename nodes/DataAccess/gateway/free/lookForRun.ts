import type { ListedRun } from '../../shared/freeAnswers';
import { remembered } from '../../shared/remembered';
import type { FreeAnswer, FreeRequest } from './freeRoute';
import { candidatesOf, createdAt, isPast, verdictOnRun } from './lostRun';
import type { LostCall } from './lostRun';
import { oneRun, pageOfRuns, safeRunId } from './runList';

/** Pages of the list that a look follows: at ten calls a second, a minute and a half. */
const MOST_PAGES = 10;

const MOST_READ = 50;

export type AskInTime = <T>(request: FreeRequest<T>) => Promise<FreeAnswer<T>>;

export interface Search {
	read: Set<string>;
	/** Those among them that can never be the answer. */
	dead: Set<string>;
}

/**
 * Why a look has no answer: the run goes on; it is not there; nothing clear, since a request failed or a run
 * may get its output; this gateway lists no runs.
 */
export type NothingSeen = 'goesOn' | 'notThere' | 'unclear' | 'notHere';

type Look = { text: string } | NothingSeen;

const alreadyRead = remembered<true>('readRuns');

const nameOf = (gateway: string, id: string) => `${gateway} ${id}`;

/** The answer of this run was read: it is no other call's. */
export function markAsRead(gateway: string, id: string): void {
	alreadyRead.note(nameOf(gateway, id), true);
}

/**
 * Looks once for the run of a call in the gateway's list.
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
	// Only the list tells a run that is not there yet from a gateway without such routes.
	return look === 'unclear' ? reasonOf(await ask(pageOfRuns(undefined))) : look;

	async function lookAt(id: string): Promise<Look> {
		search.read.add(id);
		const answer = await ask(oneRun(id));
		if ('none' in answer) return 'unclear';
		const { run, text } = answer.found;
		const verdict = verdictOnRun(run, call);
		if (verdict === 'goesOn') return 'goesOn';
		if (verdict === 'notYet') return 'unclear';
		if (verdict === 'another') search.dead.add(id);
		// Nothing may be awaited before this, or two searches could take the same run.
		const isTaken = call.runId === undefined && alreadyRead.has(nameOf(gateway, id));
		if (verdict === 'another' || isTaken) return 'notThere';
		markAsRead(gateway, id);
		return { text };
	}

	async function lookThroughList(): Promise<Look> {
		const candidates: ListedRun[] = [];
		let cursor: string | undefined;
		for (let page = 0; page < MOST_PAGES; page++) {
			const list = await ask(pageOfRuns(cursor));
			if ('none' in list) return reasonOf(list);
			candidates.push(...candidatesOf(call, list.found));
			const { cursor: next } = list.found;
			if (isPast(call, list.found) || next === undefined || next === cursor) break;
			cursor = next;
		}
		let outlook: NothingSeen = 'notThere';
		for (const { runId: id } of candidates.sort((a, b) => createdAt(a) - createdAt(b))) {
			if (search.dead.has(id) || alreadyRead.has(nameOf(gateway, id))) continue;
			if (search.read.size >= MOST_READ && !search.read.has(id)) continue;
			const look = await lookAt(id);
			if (typeof look === 'object') return look;
			if (look === 'goesOn' || outlook === 'notThere') outlook = look;
		}
		return outlook;
	}
}

function reasonOf(list: FreeAnswer<unknown>): NothingSeen {
	if ('found' in list) return 'notThere';
	const isMissing = list.none === 'notHere' || (list.none === 'refused' && !list.wasThere);
	return isMissing ? 'notHere' : 'unclear';
}
