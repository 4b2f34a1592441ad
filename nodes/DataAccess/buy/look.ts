import type { AskFree } from '../gateway/free/freeRoute';
import type { Search } from '../gateway/lost/lookForRun';
import type { Query } from '../operations/operation';
import { pathOf } from '../operations/parts/path';
import { failureOf } from '../shared/failure';
import { pause, stopwatch } from '../shared/pause';
import type { Asker } from './decide';
import type { Means } from './means';
import { isSameCall } from './nodeContext';
import type { StoredCall } from './nodeContext';
import { AGAIN, failedBy, isLost } from './outcome';
import type { Again, BoughtPage, CallOutcome } from './outcome';
import { outdateLost } from './row';
import type { LostCall } from './row';

/** Milliseconds until the second look; each later one is half as long again away. */
const FIRST_WAIT = 1000;
const GROWTH = 1.5;
const LONGEST_BETWEEN_LOOKS = 10_000;

/** Milliseconds for which a run that is not listed is looked for, and for which tools wait at all. */
const UNLISTED_FOR = 10_000;

/** Milliseconds for one request, and for the last look. */
const LOOK_TIMEOUT = 10_000;
const LAST_LOOK = 1000;

/** Of a call whose answer is lost: what tells its run from others. */
type Times = Pick<StoredCall, 'begunAt' | 'endedAt' | 'runId' | 'lead'>;

const lostCallOf = (query: Query, { call, after }: Asker, times: Times) => ({
	after,
	provider: call.provider,
	endpoint: call.endpoint,
	input: call.input,
	...times,
	query,
	moving: query.positionInputs.map((name) => pathOf(name)),
	isWhole: !query.isWritten,
});

/** Asks within the time of the search, and the pace of the paid calls. */
function askWithin(left: () => number, { gateway, pace }: Means): AskFree {
	const isOver = () => left() <= 0;
	return async (request) => {
		while (pace.wait > 0 && !isOver()) await pause(Math.min(pace.wait, left()), isOver);
		if (isOver()) return { why: 'stopped' };
		const answer = await gateway.ask(request, Math.min(LOOK_TIMEOUT, left()));
		if ('why' in answer && answer.why === 'busy') pace.slowDown(answer);
		return answer;
	};
}

interface HowLong {
	/** Milliseconds for which a run that was seen under way is waited for. */
	runningFor: number;
	/** A run that is not listed yet is not waited for. */
	isListed: boolean;
}

type Found = CallOutcome | 'running' | 'notFound';

/**
 * Looks for a lost answer where the gateway lists its runs; it costs nothing.
 * @returns `notFound`, whatever went wrong: the outcome stays unknown
 */
export async function findAnswer(
	means: Means,
	asker: Asker,
	times: Times,
	howLong: HowLong,
): Promise<Found> {
	try {
		return await lookUntilFound(means, asker, times, howLong);
	} catch {
		return 'notFound';
	}
}

async function lookUntilFound(
	means: Means,
	asker: Asker,
	times: Times,
	{ runningFor, isListed }: HowLong,
): Promise<Found> {
	const { query, gateway, halt } = means;
	const lost = lostCallOf(query, asker, times);
	const seen: Search = { read: new Set(), dead: new Set() };
	const passed = stopwatch();
	let isRunning = false;
	const left = () => {
		const waitsLonger = isRunning && !asker.pass.isTool;
		const mayLast = waitsLonger ? Math.max(UNLISTED_FOR, runningFor) : UNLISTED_FOR;
		return halt.isStopped ? 0 : mayLast - passed();
	};
	const ask = askWithin(left, means);
	let wait = FIRST_WAIT;
	while (left() > 0) {
		const look = await gateway.look(lost, seen, ask);
		if (typeof look === 'object') {
			if ('failure' in look) return failedBy(look.failure);
			return { kind: 'bought', bought: look, begunAt: look.begunAt, boughtAt: Date.now() };
		}
		if (look === 'notHere') return 'notFound';
		if (look === 'running') isRunning = true;
		if (look === 'noRun' && isListed && !isRunning) return 'notFound';
		const rest = left() - LAST_LOOK;
		if (rest <= 0) break;
		await pause(Math.min(rest, wait), () => halt.isStopped);
		wait = Math.min(wait * GROWTH, LONGEST_BETWEEN_LOOKS);
	}
	return isRunning ? 'running' : 'notFound';
}

/**
 * Looks once in a pass for an earlier call of the request. A run that failed is told to the row; nobody looks for it
 * again.
 */
export async function lookFor(
	means: Means,
	asker: Asker,
	lost: LostCall,
): Promise<BoughtPage | Again> {
	const { row, pass, call, payer, timeout } = asker;
	pass.sought.set(lost, undefined);
	const answer = await findAnswer(means, asker, lost, { runningFor: timeout, isListed: true });
	if (answer === 'running') {
		// To ask again is safe: it looks first.
		const facts = { particular: 'earlierGoesOn', retry: 'safe', runId: lost.runId } as const;
		pass.sought.set(lost, failureOf('NOT_FINISHED', facts));
		return AGAIN;
	}
	if (answer === 'notFound' || isLost(answer)) return AGAIN;
	means.money.settleFound(call, answer, payer, lost);
	if (answer.kind === 'bought') {
		// The run that was found may be older than the call.
		outdateLost(row, lost, pass.run.holder);
		means.stored.forgetLost(row, (each) => each.begunAt <= lost.begunAt);
		return answer;
	}
	const { failure } = answer;
	row.lost = row.lost.filter((each) => each !== lost);
	means.stored.forgetLost(row, (each) => isSameCall(each, lost));
	if (failure.charged === 'yes') pass.run.failures.set(row.key, { failure, pass });
	return AGAIN;
}
