import type { AskFree } from '../gateway/free/freeRoute';
import type { DeadRuns, NothingSeen } from '../gateway/lost/lookForRun';
import { pathOf } from '../operations/parts/path';
import { failureOf } from '../shared/failure';
import { pause, stopwatch } from '../shared/pause';
import type { Asker } from './decide';
import type { Means } from './means';
import { isLost } from './outcome';
import type { Answer, PageOutcome } from './outcome';
import { paceOf, waitBeforeAgain } from './pace';
import type { LostCall } from './pages';
import { addFailure, addPage, forgetLost } from './run';
import { usePage } from './usePage';

/** Milliseconds until the second look; each later one is half as long again away. */
const FIRST_WAIT = 1000;
const GROWTH = 1.5;
const LONGEST_WAIT = 5000;

/** Milliseconds for which a run that is not listed is looked for, and for which tools wait at all. */
const UNLISTED_FOR = 10_000;

/** Milliseconds for one request. */
const LOOK_TIMEOUT = 10_000;

/** A lost answer, with the time at which its run was created, or why there is none. */
type Sought = (Answer & { begunAt?: number }) | NothingSeen;

/**
 * Looks for a lost answer where the gateway lists its runs; it costs nothing. How long the search lasts in all follows
 * from what was seen: ten seconds, or the Timeout once more where the run goes on.
 */
async function findAnswer(means: Means, asker: Asker, lost: LostCall): Promise<Sought> {
	const { query, gateway, halt } = means;
	const { call, after, timeout, pass } = asker;
	const sought = {
		...{ ...call, ...lost, after, query, isWhole: !query.isWritten },
		moving: query.positionInputs.map((name) => pathOf(name)),
	};
	const dead: DeadRuns = new Set();
	const lasts: Record<NothingSeen, number> = {
		running: pass.isTool ? UNLISTED_FOR : Math.max(UNLISTED_FOR, timeout),
		unclear: UNLISTED_FOR,
		// Since the call ended; by a clock that was set back, no longer either.
		noRun: Math.min(UNLISTED_FOR, lost.endedAt + UNLISTED_FOR - Date.now()),
		notHere: 0,
	};
	const passed = stopwatch();
	let seen: NothingSeen = 'unclear';
	const remaining = () => (halt.isStopped ? 0 : lasts[seen] - passed());
	try {
		for (let wait = FIRST_WAIT; remaining() > 0; wait = Math.min(wait * GROWTH, LONGEST_WAIT)) {
			const look = await gateway.look(sought, dead, askWithin(remaining, means));
			// Of one that may have been charged, the gateway tells no more than the call did.
			if (typeof look === 'object') return isLost(look) ? 'unclear' : look;
			if (seen !== 'running') seen = look;
			await pause(Math.min(wait, remaining()), () => halt.isStopped);
		}
	} catch {
		// A look that fails has found nothing.
	}
	return seen;
}

/** Asks within the time of the search, and the pace of the paid calls. */
function askWithin(remaining: () => number, { gateway, scope }: Means): AskFree {
	const pace = paceOf(scope);
	return async (request) => {
		await pause(remaining(), () => pace.wait === 0);
		if (remaining() <= 0) return { failure: failureOf('STOPPED') };
		const answer = await gateway.ask(request, Math.min(LOOK_TIMEOUT, remaining()));
		pace.heed(answer);
		return answer;
	};
}

/**
 * Looks once in a pass for a call of the request that was lost, be it a moment ago.
 * @returns what its page is; nothing where all is to be decided anew, perhaps by the failure that was found
 */
export async function lookFor(
	means: Means,
	asker: Asker,
	lost: LostCall,
): Promise<PageOutcome | void> {
	const { pass, call, payer, key } = asker;
	const since = Date.now();
	pass.sought.add(lost.id);
	const answer = await findAnswer(means, asker, lost);
	if (answer === 'running') {
		// To ask again is safe: it looks first.
		addFailure(
			pass,
			key,
			failureOf('NOT_FINISHED', { particular: 'goesOn', retry: 'safe', runId: lost.runId }),
		);
	}
	if (typeof answer === 'string') return;
	const own = pass.run.lost.get(key) === lost ? lost.counted : undefined;
	forgetLost(pass, lost);
	// A failure that an earlier execution was charged for brings nothing: the page is bought.
	if ('failure' in answer && !own) return;
	const cost = pass.run.money.settleFound(call, answer, payer, own);
	const found =
		'failure' in answer
			? answer
			: await addPage(pass, key, { begunAt: lost.begunAt, ...answer }, own && answer);
	means.log({ what: 'found again', ...call, answer, cost, since });
	if (!('failure' in found)) return await usePage(means, asker, found);
	// What was surely not charged is called again here, too; of an earlier try, this one may repeat it in any case.
	if (waitBeforeAgain(found.failure, asker.attempts - 1) < Infinity) pass.run.failures.delete(key);
	else addFailure(pass.run.failures.get(key)?.pass ?? pass, key, found.failure);
}
