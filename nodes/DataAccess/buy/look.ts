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

/** Milliseconds between two looks. */
const GAP = 2000;

/** Milliseconds for which a run that is not listed is looked for, and for which tools wait at all. */
const UNLISTED_FOR = 10_000;

/** An answer that was lost, with the time at which its run was created. */
type FoundAnswer = (Bought & { begunAt: number }) | { failure: Failure };

/** Looks once in a pass for a call of the request that was lost, be it a moment ago. */
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
		// To ask again is safe: it looks first.
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

/** What the lost call came to is known: it counts, and its page is read. */
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
	// A failure that an earlier run was charged for brings nothing: the page is bought.
	if ('failure' in answer && !isOwn) return DECIDE_ANEW;
	const isOfEarlier = execution !== pass.execution.id;
	const cost = pass.execution.money.settleFound(call, answer, payer, { counted, isOfEarlier });
	means.log({ how: 'found again', ...call, answer, cost, begunAt });
	if ('failure' in answer) {
		// What was surely not charged is called again here, too.
		const failed = countAttempts(pass, key, 0);
		if (waitBeforeAgain(answer.failure, failed) < Infinity) pass.run.failures.delete(key);
		else addFailure(pass, key, answer.failure);
		return DECIDE_ANEW;
	}
	const page = await addPage(pass, { key, ...answer });
	return await usePage(means, asker, page, isOwn ? answer : undefined);
}

/** The time of a search. How long it is in all follows from what was seen. */
class SearchTime {
	/** A run that goes on is the call's, whatever later looks see. */
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
			// Since the call ended; by a clock that was set back, no longer either.
			noRun: Math.min(UNLISTED_FOR, endedAt + UNLISTED_FOR - Date.now()),
			notHere: 0,
		};
	}

	/** Milliseconds. */
	get left(): number {
		return this.halt.isStopped ? 0 : this.lasts[this.seen] - this.passed();
	}

	note(nothing: WhyNotRecovered): void {
		if (this.seen !== 'running') this.seen = nothing;
	}
}

/** Looks for a lost answer where the gateway lists its runs, again and again; it costs nothing. */
async function findAnswer(
	means: Means,
	asker: Asker,
	lost: LostCall,
): Promise<FoundAnswer | WhyNotRecovered> {
	const { query, gateway, halt } = means;
	const { call, after } = asker;
	const soughtCall = {
		...call,
		// When it was made, and the name of its run.
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
			// Of one that may have been charged, the gateway tells no more than the call did.
			return isLost(look) ? 'unclear' : look;
		}
		time.note(look.why);
		await pause(Math.min(GAP, time.left), () => halt.isStopped);
	}
	return time.seen;
}

/** Asks within the time of the search, and the pace of the paid calls. */
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
