import type { Bought, Gateway } from '../gateway/gateway';
import type { HoldsPage } from '../gateway/layers';
import type { LostCall } from '../gateway/lostRun';
import type { Search } from '../gateway/runs';
import type { Failure } from '../shared/failure';
import { pause } from './pace';

/** Milliseconds until the second look; each later one is half as long again away. */
const FIRST_WAIT = 1000;
const GROWTH = 1.5;
const LONGEST_BETWEEN_LOOKS = 10_000;

/** Milliseconds for which a run that is not listed is looked for, and for which tools may wait at all. */
const PATIENCE = 10_000;

/** Milliseconds for one request of a look. */
const LOOK_TIMEOUT = 10_000;
const SHORTEST_TIMEOUT = 1000;

/** Milliseconds for which nobody looks after a look that failed: the gateway is down. */
const QUIET = 60_000;

/** When a look last failed, by credential. */
const failures = new Map<string, number>();

function isQuiet(scope: string, now: number): boolean {
	for (const [name, since] of failures) if (now >= since + QUIET) failures.delete(name);
	return failures.has(scope);
}

/** What it takes to look for a lost answer. */
export interface Looking {
	gateway: Gateway;
	holdsPage: HoldsPage;
	/** The credential. */
	scope: string;
	/** Epoch milliseconds at which n8n gives the run up, Infinity for never. */
	deadline: number;
	isStopped(): boolean;
}

/**
 * Looks for the answer of a call that was lost on the way where the gateway lists its runs. It makes no
 * call and costs nothing. A run that goes on, or is not listed yet, is waited for.
 * @param patience milliseconds for a run that goes on; 0 to look only once
 * @returns undefined where it is not found: the outcome stays unknown
 */
export async function findAnswer(
	{ gateway, holdsPage, scope, deadline, isStopped }: Looking,
	call: LostCall,
	patience: number,
): Promise<Bought | { failure: Failure } | undefined> {
	const begun = Date.now();
	const end = (ms: number) => Math.min(begun + ms, deadline);
	const search: Search = { read: new Map() };
	for (let wait = FIRST_WAIT; ; wait = Math.min(wait * GROWTH, LONGEST_BETWEEN_LOOKS)) {
		const now = Date.now();
		if (isStopped() || isQuiet(scope, now) || now >= deadline) return undefined;
		const left = Math.max(SHORTEST_TIMEOUT, end(Math.max(patience, PATIENCE)) - now);
		const look = await gateway.runs.look(call, search, Math.min(LOOK_TIMEOUT, left));
		if ('text' in look) return gateway.readRun(look.text, holdsPage);
		if ('ended' in look) {
			if (look.ended === 'failed') failures.set(scope, Date.now());
			return undefined;
		}
		const most = look.later === 'goesOn' || patience === 0 ? patience : PATIENCE;
		const rest = end(most) - Date.now();
		if (rest <= 0) return undefined;
		// The gateway may ask for more patience.
		await pause(Math.min(rest, Math.max(wait, (look.wait ?? 0) * 1000)), isStopped);
	}
}

/** Milliseconds for which a call's run is waited for while it goes on. */
export function patienceFor(timeout: number, isAgent: boolean): number {
	return isAgent ? Math.min(timeout * 1000, PATIENCE) : timeout * 1000;
}
