import type { ApiInput } from '../operations/operation';
import type { OwnCall } from './deployment';
import type { Halt } from './halt';
import type { Payer } from './money';
import type { LastFailure } from './nodeRun';
import { endedBy, failedBy } from './outcome';
import type { FailedCall, NoCall } from './outcome';
import type { LostCall, PaidPage } from './pages';
import type { Pass } from './pass';

const SECOND = 1000;

/** Who asks for a page, for a place in a list. */
export interface Asker {
	readonly pass: Pass;
	readonly payer: Payer;
	/** The request: the same for all that ask for the same page. */
	readonly key: string;
	readonly call: OwnCall;
	/** Before the deployment groups it. */
	readonly input: ApiInput;
	/** Milliseconds for one call. */
	readonly timeout: number;
	/** Epoch milliseconds: when the page before it was there; 0 for none. */
	readonly after: number;
}

/** What is the same for all that a pass asks for. */
export interface Terms {
	/** Milliseconds for which any page may be used. */
	readonly reuse: number;
	/** Milliseconds for which what other runs have left or lost may be used, 0 for never. */
	readonly keptFor: number;
	readonly halt: Pick<Halt, 'isFinal'>;
	/** What this n8n process keeps for others. */
	readonly process: {
		readonly pages: { get(key: string): PaidPage | undefined };
		/** Those of the last 15 minutes. */
		readonly lost: { get(key: string): LostCall | undefined };
	};
}

/** What is done about a request; the last two are the outcome already. */
export type Decision =
	| { kind: 'use'; page: PaidPage }
	| { kind: 'wait'; for: Promise<unknown> }
	| { kind: 'look'; lost: LostCall }
	| { kind: 'buy' }
	| FailedCall
	| NoCall;

/** How a page is got for the least money: the one table. The first line that holds decides. */
export function decide(asker: Asker, terms: Terms, now: number): Decision {
	const { key, pass } = asker;
	const { underWay, refusedBy } = pass.execution;
	if (terms.halt.isFinal) return endedBy('halted');
	const page = pageFor(asker, terms, now);
	if (page) return { kind: 'use', page };
	const work = underWay.get(key);
	if (work) return { kind: 'wait', for: work };
	const lost = lostCallFor(asker, terms, now);
	if (lost) return { kind: 'look', lost };
	const failed = pass.run.failures.get(key);
	if (failed && !mayRepeat(failed, pass)) return failedBy(failed.failure);
	return refusedBy ? refusal(refusedBy, pass) : { kind: 'buy' };
}

/** In the pass that has met it, another item's failure tells why. */
const refusal = ({ failure, pass }: LastFailure, asking: Pass): FailedCall | NoCall =>
	pass === asking ? endedBy('halted') : failedBy(failure);

/** The run's own page, or one that is young enough; none that began before the page in front of it was there. */
function pageFor({ pass, key, after }: Asker, terms: Terms, now: number): PaidPage | undefined {
	const own = pass.run.pages.get(key);
	const isYoung = ({ begunAt, leftUntil }: PaidPage) =>
		// By a clock that was set back, it would stay young for long.
		begunAt <= now + SECOND &&
		(now < begunAt + terms.reuse || now < Math.min(leftUntil, now + terms.keptFor));
	return [own, terms.process.pages.get(key)].find(
		(page) => page && page.begunAt >= after && (page === own || isYoung(page)),
	);
}

/**
 * A call whose answer was lost, unless this pass has looked for it. What an earlier round of a loop has lost is no more
 * than what another execution has: a round may wait for a change.
 */
function lostCallFor({ pass, key, after }: Asker, terms: Terms, now: number): LostCall | undefined {
	return [pass.execution.lost.get(key), terms.process.lost.get(key)].find(
		(call) =>
			call &&
			call.begunAt >= after &&
			!pass.sought.has(call.id) &&
			(call.run === pass.run || now < call.endedAt + terms.keptFor),
	);
}

/**
 * Equal items of a pass share a failure. A later pass repeats a call that was not charged, and, where the user wants
 * it, one that may have been.
 */
function mayRepeat({ failure: { charged }, pass }: LastFailure, asking: Pass): boolean {
	return pass !== asking && (charged === 'no' || (charged === 'maybe' && asking.mayRepeatUnknown));
}
