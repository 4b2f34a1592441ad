import type { AskFree } from '../gateway/free/freeRoute';
import type { Bought } from '../gateway/gateway';
import type { ExcludedRuns, WhyNotRecovered } from '../gateway/lost/recoverRun';
import { failureOf } from '../shared/failure';
import type { Failed } from '../shared/failure';
import { pause, stopwatch } from '../shared/pause';
import type { PageRequest } from './decide';
import type { Means } from './means';
import { DECIDE_AGAIN, isLost } from './outcome';
import type { DecideAgain, PageOutcome } from './outcome';
import { paceFor, waitBeforeAgain } from './pace';
import { keepLost } from './pages';
import type { LostCall } from './pages';
import { addFailure, addPage, countAttempts, forgetLost, packIfMany } from './pass';
import { usePage } from './usePage';

/** Milliseconds between two searches. */
const GAP = 2000;

/** Milliseconds to search for a run that is not listed. A tool never searches for longer than this. */
const UNLISTED_FOR = 10_000;

/** A response that was lost, with the time at which its gateway run was created. */
type RecoveredResponse = (Bought & { begunAt: number }) | Failed;

/** Searches for a lost call of the request, once in each pass. The call may have been lost in the same pass. */
export async function recoverResponse(
	means: Means,
	request: PageRequest,
	lost: LostCall,
): Promise<PageOutcome | DecideAgain> {
	const { pass, key } = request;
	pass.searched.add(lost.id);
	const result = await search(means, request, lost);
	if (typeof result === 'object') return await useRecovered(means, request, lost, result);
	const isRunning = result === 'running' || (result !== 'noRun' && lost.wasRunning === true);
	keepLost(lost, isRunning);
	if (isRunning) {
		// A retry is safe, because it searches before it buys.
		addFailure(
			pass,
			key,
			failureOf(
				'NOT_FINISHED',
				{ variant: 'recoveryRunning', runId: lost.runId },
				{ unusual: { retry: 'safe' } },
			),
		);
	}
	return DECIDE_AGAIN;
}

/** Counts the cost of a recovered call, and reads its page. */
async function useRecovered(
	means: Means,
	request: PageRequest,
	lost: LostCall,
	recovered: RecoveredResponse,
): Promise<PageOutcome | DecideAgain> {
	const { pass, call, payer, key } = request;
	const { counted, begunAt, execution } = lost;
	const isOwn = counted !== undefined && lost.run === pass.run;
	forgetLost(pass, lost, 'failure' in recovered ? begunAt : 0);
	// A failure that another execution was charged for says nothing about the next call, so the page is bought.
	if ('failure' in recovered && !counted) return DECIDE_AGAIN;
	const isOfEarlier = execution !== pass.execution.id;
	const { cost } = pass.execution.money.settle(call, recovered, payer, {
		calls: 0,
		counted,
		isOfEarlier,
	});
	const logged = { how: 'recovered', ...call, result: recovered, cost, begunAt } as const;
	if ('failure' in recovered) {
		means.log(logged);
		// A call that was certainly not charged is retried here, too, and so is one of an earlier round.
		const failed = countAttempts(pass, key, 0);
		const isRetried = !isOwn || waitBeforeAgain(recovered.failure, failed) < Infinity;
		if (isRetried) pass.run.failures.delete(key);
		else addFailure(pass, key, recovered.failure);
		return DECIDE_AGAIN;
	}
	const page = addPage(pass, { key, ...recovered });
	means.log(logged);
	await packIfMany(pass, page);
	return await usePage(means, request, page, isOwn ? recovered : undefined);
}

/** The time of a search. Its length depends on what the search has seen. */
class SearchTime {
	/** A run that was seen in progress belongs to the call. Later searches cannot change that. */
	why: WhyNotRecovered = 'unclear';
	private readonly passed = stopwatch();
	private readonly durations: Record<WhyNotRecovered, number>;

	constructor(
		{ pass, timeout }: PageRequest,
		{ endedAt }: LostCall,
		private readonly halt: Means['halt'],
	) {
		this.durations = {
			running: pass.isTool ? UNLISTED_FOR : Math.max(UNLISTED_FOR, timeout),
			unclear: UNLISTED_FOR,
			// Counted from the end of the call, and never longer if the clock was set back.
			noRun: Math.min(UNLISTED_FOR, endedAt + UNLISTED_FOR - Date.now()),
			notHere: 0,
		};
	}

	/** Milliseconds that remain. */
	get remaining(): number {
		return this.halt.isStopped ? 0 : this.durations[this.why] - this.passed();
	}

	observe(why: WhyNotRecovered): void {
		if (this.why !== 'running') this.why = why;
	}
}

/** Searches the gateway's list of runs for a lost response until the time is up. This costs nothing. */
async function search(
	means: Means,
	request: PageRequest,
	lost: LostCall,
): Promise<RecoveredResponse | WhyNotRecovered> {
	const { query, gateway, halt } = means;
	const { call, previousPageAt } = request;
	const { begunAt, endedAt, runId, lead } = lost;
	const searchedCall = {
		...call,
		begunAt,
		endedAt,
		runId,
		lead,
		previousPageAt,
		query,
		isWhole: !query.isWritten,
		moving: [...query.positionInputs.values()],
	};
	const excluded: ExcludedRuns = new Set();
	const time = new SearchTime(request, lost, halt);
	const ask = askWithin(time, means, request.pass);
	while (time.remaining > 0) {
		const result = await gateway.recover(searchedCall, excluded, ask);
		if (!('why' in result)) {
			// If it still may have been charged, the gateway knows no more than the call did.
			return isLost(result) ? 'unclear' : result;
		}
		time.observe(result.why);
		await pause(Math.min(GAP, time.remaining), () => halt.isStopped);
	}
	return time.why;
}

/** Returns a free request that keeps to the time of the search and to the pace of the paid calls. */
function askWithin(
	time: SearchTime,
	{ gateway, scope }: Means,
	{ patience }: PageRequest['pass'],
): AskFree {
	const pace = paceFor(scope);
	return async (request) => {
		await pause(time.remaining, () => pace.wait === 0 || time.remaining <= 0);
		if (time.remaining <= 0) return { failure: failureOf('UNREACHABLE') };
		const result = await gateway.ask(request, time.remaining);
		pace.observe(result, patience);
		return result;
	};
}
