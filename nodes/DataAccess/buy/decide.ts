import type { ApiInput } from '../operations/operation';
import { SECOND } from '../shared/time';
import type { OwnCall } from './deployment';
import type { Halt } from './halt';
import type { Payer } from './money';
import type { LastFailure } from './nodeRun';
import { endedBy, failedBy } from './outcome';
import type { FailedCall, NoCall } from './outcome';
import type { LostCall, PaidPage } from './pages';
import type { Pass } from './pass';

/** One input item's request for one page of its list. */
export interface PageRequest {
	readonly pass: Pass;
	readonly payer: Payer;
	/** Identifies the page: equal requests have equal keys. */
	readonly key: string;
	readonly call: OwnCall;
	/** As the operation builds it, before the deployment groups it. */
	readonly input: ApiInput;
	/** Milliseconds that one call may take. */
	readonly timeout: number;
	/** When the previous page arrived, in epoch milliseconds; 0 if there is none. */
	readonly previousPageAt: number;
}

/** The conditions that all requests of a pass share. */
export interface Terms {
	/** Milliseconds for which any page may be reused (Reuse Pages). */
	readonly reuse: number;
	/** Milliseconds for which pages and lost calls of other runs may be used, 0 for never. */
	readonly keptFor: number;
	readonly halt: Pick<Halt, 'isFinal'>;
	/** What this n8n process keeps from earlier runs. */
	readonly kept: {
		readonly pages: { get(key: string): PaidPage | undefined };
		/** Calls of the last 15 minutes. */
		readonly lost: { get(key: string): LostCall | undefined };
	};
}

/** What to do about a request. The last two kinds are outcomes already. */
export type Decision =
	| { kind: 'use'; page: PaidPage }
	| { kind: 'wait'; for: Promise<unknown> }
	| { kind: 'recover'; lost: LostCall }
	| { kind: 'buy' }
	| FailedCall
	| NoCall;

/** Decides how to get a page at the lowest cost. The first line that applies decides. */
export function decide(request: PageRequest, terms: Terms, now: number): Decision {
	const { key, pass } = request;
	const { inFlight, refusedBy } = pass.execution;
	if (terms.halt.isFinal) return endedBy('halted');
	const page = pageFor(request, terms, now);
	if (page) return { kind: 'use', page };
	const work = inFlight.get(key);
	if (work) return { kind: 'wait', for: work };
	const lost = lostCallFor(request, terms, now);
	if (lost) return { kind: 'recover', lost };
	const failed = pass.run.failures.get(key);
	if (failed && !mayRepeat(failed, pass)) return failedBy(failed.failure);
	return refusedBy ? refusal(refusedBy, pass) : { kind: 'buy' };
}

/** The item that met the failure reports it. The other items of its pass are halted; later passes report it again. */
const refusal = ({ failure, pass }: LastFailure, asking: Pass): FailedCall | NoCall =>
	pass === asking ? endedBy('halted') : failedBy(failure);

/** Returns the run's own page, or one that is young enough. No page may be older than the previous page. */
function pageFor(
	{ pass, key, previousPageAt }: PageRequest,
	terms: Terms,
	now: number,
): PaidPage | undefined {
	const own = pass.run.pages.get(key);
	const isYoung = ({ begunAt, availableUntil }: PaidPage) =>
		// If the clock was set back, the page would otherwise stay young for too long.
		begunAt <= now + SECOND &&
		(now < begunAt + terms.reuse || (terms.keptFor > 0 && now < availableUntil));
	return [own, terms.kept.pages.get(key)].find(
		(page) => page && page.begunAt >= previousPageAt && (page === own || isYoung(page)),
	);
}

/**
 * Returns a lost call that this pass has not searched for yet. A call of an earlier round of a loop counts as one of
 * another execution: the loop may be polling for a change, so an old page must not satisfy it for long.
 */
function lostCallFor(
	{ pass, key, previousPageAt }: PageRequest,
	terms: Terms,
	now: number,
): LostCall | undefined {
	return [pass.execution.lost.get(key), terms.kept.lost.get(key)].find(
		(call) =>
			call &&
			call.begunAt >= previousPageAt &&
			!pass.searched.has(call.id) &&
			(call.run === pass.run || now < call.endedAt + terms.keptFor),
	);
}

/**
 * Identical items share a failure within a pass. A later pass retries an uncharged call, and, with Retry On Fail, one
 * that may have been charged.
 */
function mayRepeat({ failure: { charged }, pass }: LastFailure, asking: Pass): boolean {
	return pass !== asking && (charged === 'no' || (charged === 'maybe' && asking.mayRepeatUnknown));
}
