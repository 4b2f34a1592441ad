import type { AskFree } from '../gateway/free/freeRoute';
import type { Search } from '../gateway/lost/lookForRun';
import { pathOf } from '../operations/parts/path';
import { failureOf } from '../shared/failure';
import { pause, stopwatch } from '../shared/pause';
import type { Asker } from './decide';
import type { Means } from './means';
import { isLost } from './outcome';
import type { Answer } from './outcome';
import type { LostCall } from './pages';
import { addFailure, forgetLost, keepPage } from './run';

/** Milliseconds until the second look; each later one is half as long again away. */
const FIRST_WAIT = 1000;
const GROWTH = 1.5;
const LONGEST_BETWEEN_LOOKS = 5000;

/** Milliseconds for which a run that is not listed is looked for, and for which tools wait at all. */
const UNLISTED_FOR = 10_000;

/** Milliseconds for one request. */
const LOOK_TIMEOUT = 10_000;

/** Of a call whose answer is lost: what tells its run from others. */
type Traits = Pick<LostCall, 'begunAt' | 'endedAt' | 'runId' | 'lead'>;

/** `running`: the call goes on at the gateway. `notFound`: its outcome stays unknown, whatever went wrong. */
type Found = (Answer & { begunAt?: number }) | 'running' | 'notFound';

/**
 * Looks for a lost answer where the gateway lists its runs; it costs nothing. The search has one end: ten seconds, or
 * the Timeout once more where the run was seen going on.
 * @param isListed it was lost a while ago, so that a run which is not listed is not waited for
 */
export async function findAnswer(
	means: Means,
	asker: Asker,
	traits: Traits,
	isListed: boolean,
): Promise<Found> {
	const { query, gateway, halt } = means;
	const { call, after, timeout, pass } = asker;
	const moving = query.positionInputs.map((name) => pathOf(name));
	const lost = { ...call, ...traits, after, query, moving, isWhole: !query.isWritten };
	const search: Search = new Map();
	const passed = stopwatch();
	let lasts = UNLISTED_FOR;
	const left = () => (halt.isStopped ? 0 : lasts - passed());
	let found: Found = 'notFound';
	try {
		for (let wait = FIRST_WAIT; left() > 0; wait = Math.min(wait * GROWTH, LONGEST_BETWEEN_LOOKS)) {
			const look = await gateway.look(lost, search, askWithin(left, means));
			if (typeof look === 'object') return look;
			if (look === 'running') {
				found = look;
				lasts = pass.isTool ? lasts : Math.max(lasts, timeout);
			}
			const isMissing = look === 'noRun' && isListed && found === 'notFound';
			if (look === 'notHere' || isMissing) break;
			await pause(Math.min(wait, left()), () => halt.isStopped);
		}
	} catch {
		// A look that fails has found nothing.
	}
	return found;
}

/** Asks within the time of the search, and the pace of the paid calls. */
function askWithin(left: () => number, { gateway, pace }: Means): AskFree {
	return async (request) => {
		await pause(left(), () => pace.wait === 0 || left() <= 0);
		if (left() <= 0) return { failure: failureOf('STOPPED') };
		const answer = await gateway.ask(request, Math.min(LOOK_TIMEOUT, left()));
		const isBusy = 'failure' in answer && answer.failure.code === 'RATE_LIMITED';
		if (isBusy) pace.slowDown(answer.failure);
		return answer;
	};
}

/** Looks once in a pass for an earlier call of the request: its page is then there, or all is decided anew. */
export async function lookFor(means: Means, asker: Asker, lost: LostCall): Promise<undefined> {
	const { pass, call, payer, key } = asker;
	const { run } = pass;
	const since = Date.now();
	pass.sought.add(lost.id);
	const answer = await findAnswer(means, asker, lost, true);
	if (answer === 'running') {
		// To ask again is safe: it looks first.
		const facts = { particular: 'earlierGoesOn', retry: 'safe', runId: lost.runId } as const;
		addFailure(pass, key, failureOf('NOT_FINISHED', facts));
	}
	if (typeof answer !== 'object' || isLost(answer)) return;
	forgetLost(pass, lost);
	const isOwn = lost.counted?.money === run.money;
	// A failure that an earlier execution was charged for brings nothing: the page is bought.
	if ('failure' in answer && !isOwn) return;
	const cost = run.money.settleFound(call, answer, payer, lost.counted);
	means.log({ what: 'found again', ...call, answer, cost, since });
	run.failures.delete(key);
	const { begunAt } = lost;
	if (!('failure' in answer))
		await keepPage(pass, key, { begunAt, ...answer }, isOwn ? answer : undefined);
	else if (answer.failure.charged === 'yes') addFailure(pass, key, answer.failure);
}
