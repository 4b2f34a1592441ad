import type { Bought, Gateway } from '../gateway/gateway';
import type { HoldsPage } from '../gateway/layers';
import type { LostCall } from '../gateway/lostRun';
import type { AskInTime, Search } from '../gateway/runs';
import type { Failure } from '../shared/failure';
import { pause } from './pace';
import type { Pace } from './pace';
import { pauseForAll } from './retryPolicy';

/** Milliseconds until the second look; each later one is half as long again away. */
const FIRST_WAIT = 1000;
const GROWTH = 1.5;
const LONGEST_BETWEEN_LOOKS = 10_000;

/** Milliseconds for which a run that is not listed is looked for, and for which tools may wait at all. */
const PATIENCE = 10_000;

/** Milliseconds for one request of a look, and for the last look of a search. */
const LOOK_TIMEOUT = 10_000;
const LAST_LOOK = 1000;

/** What it takes to look for a lost answer. */
export interface Looking {
	gateway: Gateway;
	holdsPage: HoldsPage;
	pace: Pace;
	/** Epoch milliseconds at which n8n gives the run up, Infinity for never. */
	deadline: number;
	isStopped(): boolean;
}

/** How long one search lasts. */
export interface SearchTime {
	/** Milliseconds for a run that was seen going on. */
	patience: number;
	/** A run that is not there is not waited for. */
	isOnce?: boolean;
}

/** The answer, or that its run still goes on; undefined where it was not found: the outcome stays unknown. */
type Found = Bought | { failure: Failure } | 'goesOn' | undefined;

/**
 * Looks for the answer of a call that was lost on the way where the gateway lists its runs. It makes no
 * call and costs nothing.
 */
export async function findAnswer(
	{ gateway, holdsPage, pace, deadline, isStopped }: Looking,
	call: LostCall,
	{ patience, isOnce = false }: SearchTime,
): Promise<Found> {
	const begun = Date.now();
	let end = Math.min(begun + PATIENCE, deadline);
	const isOver = () => isStopped() || Date.now() >= end;
	const ask: AskInTime = async (request) => {
		while (pace.wait > 0 && !isOver()) await pause(Math.min(pace.wait, end - Date.now()), isOver);
		if (isOver()) return { none: 'stopped' };
		const timeoutMs = Math.min(LOOK_TIMEOUT, end - Date.now());
		const answer = await gateway.ask({ ...request, timeoutMs });
		if ('none' in answer && answer.none === 'busy') {
			pace.slowDown(pauseForAll(answer, Math.random()));
		}
		return answer;
	};
	const search: Search = { read: new Set(), dead: new Set() };
	let goesOn = false;
	for (let wait = FIRST_WAIT; !isOver(); wait = Math.min(wait * GROWTH, LONGEST_BETWEEN_LOOKS)) {
		const look = await gateway.look(call, search, ask);
		if (typeof look === 'object') return gateway.readRun(look.text, holdsPage);
		if (look === 'notHere' || (look === 'notThere' && isOnce && !goesOn)) return undefined;
		if (look === 'goesOn') {
			goesOn = true;
			end = Math.min(Math.max(end, begun + patience), deadline);
		}
		const rest = end - LAST_LOOK - Date.now();
		if (rest <= 0) break;
		await pause(Math.min(rest, wait), isStopped);
	}
	return goesOn ? 'goesOn' : undefined;
}

/** Milliseconds for which a call's run is waited for while it goes on. */
export function patienceFor(timeout: number, isAgent: boolean): number {
	return isAgent ? Math.min(timeout * 1000, PATIENCE) : timeout * 1000;
}
