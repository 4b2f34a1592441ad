import type { AskFree } from '../gateway/free/freeRoute';
import type { Bought } from '../gateway/gateway';
import type { ExcludedRuns, WhyNotRecovered } from '../gateway/lost/recoverRun';
import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { pause, stopwatch } from '../shared/pause';
import type { Asker } from './decide';
import type { Means } from './means';
import { DECIDE_ANEW, isLost } from './outcome';
import type { DecideAnew, PageOutcome } from './outcome';
import { renewedPace, waitBeforeAgain } from './pace';
import { keepLost } from './pages';
import type { LostCall } from './pages';
import { addFailure, addPage, countAttempts, forgetLost } from './pass';
import { usePage } from './usePage';

/** Milliseconds between two searches. */
const GAP = 2000;

/** Milliseconds to search for a run that is not listed. Tools search no longer in any case. */
const UNLISTED_FOR = 10_000;

/** A response that was lost, with the time at which its gateway run was created. */
type FoundAnswer = (Bought & { begunAt: number }) | { failure: Failure };

/** Searches for a lost call of the request, once in each pass. The call may have been lost in the same pass. */
export async function lookFor(
	means: Means,
	asker: Asker,
	lost: LostCall,
): Promise<PageOutcome | DecideAnew> {
	const { pass, key } = asker;
	pass.sought.add(lost.id);
	const found = await findAnswer(means, asker, lost);
	if (typeof found === 'object') return await useAnswer(means, asker, lost, found);
	keepLost(lost);
	if (found === 'running') {
		// A retry is safe, because it searches before it buys.
		addFailure(
			pass,
			key,
			failureOf(
				'NOT_FINISHED',
				{ variant: 'recoveryRunning', runId: lost.runId },
				{ row: { retry: 'safe' } },
			),
		);
	}
	return DECIDE_ANEW;
}

/** Counts the cost of a recovered call, and reads its page. */
async function useAnswer(
	means: Means,
	asker: Asker,
	lost: LostCall,
	answer: FoundAnswer,
): Promise<PageOutcome | DecideAnew> {
	const { pass, call, payer, key } = asker;
	const { counted, begunAt, execution } = lost;
	const isOwn = counted !== undefined && lost.run === pass.run;
	forgetLost(pass, lost, 'failure' in answer ? begunAt : 0);
	// A failure that an earlier run was charged for says nothing about the next call, so the page is bought.
	if ('failure' in answer && !isOwn) return DECIDE_ANEW;
	const isOfEarlier = execution !== pass.execution.id;
	const cost = pass.execution.money.settleFound(call, answer, payer, { counted, isOfEarlier });
	means.log({ how: 'found again', ...call, answer, cost, begunAt });
	if ('failure' in answer) {
		// A call that was certainly not charged is retried here, too.
		const failed = countAttempts(pass, key, 0);
		if (waitBeforeAgain(answer.failure, failed) < Infinity) pass.run.failures.delete(key);
		else addFailure(pass, key, answer.failure);
		return DECIDE_ANEW;
	}
	const page = await addPage(pass, { key, ...answer });
	return await usePage(means, asker, page, isOwn ? answer : undefined);
}

/** The time of a search. Its length depends on what the search has seen. */
class SearchTime {
	/** A run that was seen in progress belongs to the call. Later searches cannot change that. */
	seen: WhyNotRecovered = 'unclear';
	private readonly passed = stopwatch();
	private readonly lasts: Record<WhyNotRecovered, number>;

	constructor(
		{ pass, timeout }: Asker,
		{ endedAt }: LostCall,
		private readonly halt: Means['halt'],
	) {
		this.lasts = {
			running: pass.isTool ? UNLISTED_FOR : Math.max(UNLISTED_FOR, timeout),
			unclear: UNLISTED_FOR,
			// Counted from the end of the call, and never longer if the clock was set back.
			noRun: Math.min(UNLISTED_FOR, endedAt + UNLISTED_FOR - Date.now()),
			notHere: 0,
		};
	}

	/** Milliseconds that remain. */
	get left(): number {
		return this.halt.isStopped ? 0 : this.lasts[this.seen] - this.passed();
	}

	note(nothing: WhyNotRecovered): void {
		if (this.seen !== 'running') this.seen = nothing;
	}
}

/** Searches the gateway's list of runs for a lost response until the time is up. This costs nothing. */
async function findAnswer(
	means: Means,
	asker: Asker,
	lost: LostCall,
): Promise<FoundAnswer | WhyNotRecovered> {
	const { query, gateway, halt } = means;
	const { call, after } = asker;
	const soughtCall = {
		...call,
		// Adds the time of the call, and the ID of its run.
		...lost,
		previousPageAt: after,
		query,
		isWhole: !query.isWritten,
		moving: [...query.positionInputs.values()],
	};
	const dead: ExcludedRuns = new Set();
	const time = new SearchTime(asker, lost, halt);
	const ask = askWithin(time, means, asker.pass);
	while (time.left > 0) {
		const look = await gateway.recover(soughtCall, dead, ask);
		if (!('why' in look)) {
			// If it still may have been charged, the gateway knows no more than the call did.
			return isLost(look) ? 'unclear' : look;
		}
		time.note(look.why);
		await pause(Math.min(GAP, time.left), () => halt.isStopped);
	}
	return time.seen;
}

/** Returns a free request that keeps to the time of the search and to the pace of the paid calls. */
function askWithin(
	time: SearchTime,
	{ gateway, scope }: Means,
	{ patience }: Asker['pass'],
): AskFree {
	const pace = renewedPace(scope);
	return async (request) => {
		await pause(time.left, () => pace.wait === 0 || time.left <= 0);
		if (time.left <= 0) return { failure: failureOf('DEADLINE') };
		const answer = await gateway.ask(request, time.left);
		pace.heed(answer, patience);
		return answer;
	};
}
