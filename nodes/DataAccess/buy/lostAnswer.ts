import type { Ask } from '../gateway/free/freeRoute';
import type { Search } from '../gateway/free/lookForRun';
import { pathOf } from '../operations/parts/path';
import type { Means } from './means';
import type { UnknownCall } from './nodeContext';
import type { CallOutcome, PageRequest } from './pageRequest';
import { pauseForAll } from './retryPolicy';
import { pause } from './runTime';

/** Milliseconds until the second look; each later one is half as long again away. */
const FIRST_WAIT = 1000;
const GROWTH = 1.5;
const LONGEST_BETWEEN_LOOKS = 10_000;

/** Milliseconds for which a run that is not listed is looked for, and for which tools wait at all. */
const UNLISTED_FOR = 10_000;

/** Milliseconds for one request, and for the last look. */
const LOOK_TIMEOUT = 10_000;
const LAST_LOOK = 1000;

type Lost = {
	failure: Extract<CallOutcome, { failure: unknown }>['failure'] & { charged: 'maybe' };
};

/** The call may have been charged, and brought no page. */
export function isLost(answer: CallOutcome): answer is Lost {
	return 'failure' in answer && answer.failure.charged === 'maybe';
}

export type Searching = Pick<Means, 'gateway' | 'query' | 'pace' | 'time' | 'halt' | 'pass'>;

/**
 * Looks for a lost answer where the gateway lists its runs; it costs nothing. A run that goes on is waited for
 * as long as the call's timeout once more; one that is not there for ten seconds, or not at all (`once`).
 * @returns undefined where it was not found: the outcome stays unknown
 */
export async function findAnswer(
	{ gateway, query, pace, time, halt, pass }: Searching,
	{ call, timeout }: PageRequest,
	times: Pick<UnknownCall, 'begunAt' | 'endedAt' | 'runId'>,
	how: 'once' | 'patiently',
): Promise<CallOutcome | 'goesOn' | undefined> {
	const { holdsPage, positionInputs, input: known, inputOf } = query;
	const { provider, endpoint, input } = call;
	const lost = {
		...{ provider, endpoint, input, holdsPage, ...times },
		moving: positionInputs.map((name) => pathOf(name)),
		// Gateways add defaults to what the node makes of all its fields.
		isWhole: known !== undefined && inputOf === undefined,
	};
	const begun = Date.now();
	const mayGoOnFor = pass.owner.isAgent ? Math.min(timeout, UNLISTED_FOR) : timeout;
	let end = Math.min(begun + UNLISTED_FOR, time.deadline);
	const isOver = () => halt.isStopped || Date.now() >= end;
	const ask: Ask = async (request) => {
		while (pace.wait > 0 && !isOver()) await pause(Math.min(pace.wait, end - Date.now()), isOver);
		if (isOver()) return { why: 'stopped' };
		const timeoutMs = Math.min(LOOK_TIMEOUT, end - Date.now());
		const answer = await gateway.ask(request, timeoutMs);
		if ('why' in answer && answer.why === 'busy') {
			pace.slowDown(pauseForAll(answer, Math.random()));
		}
		return answer;
	};
	const search: Search = { read: new Set(), dead: new Set() };
	let goesOn = false;
	for (let wait = FIRST_WAIT; !isOver(); wait = Math.min(wait * GROWTH, LONGEST_BETWEEN_LOOKS)) {
		const look = await gateway.look(lost, search, ask);
		if (typeof look === 'object') {
			if ('failure' in look) return look;
			return { bought: look, boughtAt: times.begunAt };
		}
		if (look === 'notHere' || (look === 'notThere' && how === 'once' && !goesOn)) return undefined;
		if (look === 'goesOn') {
			goesOn = true;
			end = Math.min(Math.max(end, begun + mayGoOnFor), time.deadline);
		}
		const rest = end - LAST_LOOK - Date.now();
		if (rest <= 0) break;
		await pause(Math.min(rest, wait), () => halt.isStopped);
	}
	return goesOn ? 'goesOn' : undefined;
}
