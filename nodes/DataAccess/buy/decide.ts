import type { ApiInput } from '../operations/operation';
import type { Failure } from '../shared/failure';
import type { OwnCall } from './deployment';
import type { Halt } from './halt';
import type { Pass } from './passes';
import { isHeldBy, isRecent, minutesForAll } from './row';
import type { LostCall, PaidPage, Row, UnderWay } from './row';
import type { Payer } from './spending';

/** Calls of a request that are looked for at most: the newest. */
const MOST_SOUGHT = 3;

/** Who asks for a page, for a place in a list. */
export interface Asker extends UnderWay {
	readonly row: Row;
	readonly pass: Pass;
	readonly payer: Payer;
	readonly call: OwnCall;
	/** Before the deployment groups it. */
	readonly input: ApiInput;
	/** Milliseconds for one call. */
	readonly timeout: number;
	/** Epoch milliseconds: when the page before it was there, or the list was last remembered; 0 for none. */
	readonly after: number;
	/** How often a call failed, or could not begin. */
	attempts: number;
	/** What an equal request met, for whose end it has waited. */
	sharedFailure?: Failure;
}

/** What is the same for all that a pass asks for. */
export interface Terms {
	/** Milliseconds for which any page may be used. */
	readonly reuse: number;
	/** Not even what other executions have left, or lost. */
	readonly buysAnew: boolean;
	readonly halt: Pick<Halt, 'isOver' | 'isStopped' | 'refusedBy'>;
}

/** What is done about a request. */
type Decision =
	| { kind: 'use'; page: PaidPage }
	| { kind: 'wait'; other: UnderWay }
	| { kind: 'look'; lost: LostCall }
	| { kind: 'refuse'; failure: Failure }
	| { kind: 'halt' }
	| { kind: 'buy' };

/** How a page is got for the least money: the one table. The first line that holds decides. */
export function decide(asker: Asker, terms: Terms, now: number): Decision {
	const page = pageFor(asker, terms, now);
	if (page) return { kind: 'use', page };
	const other = asker.row.underWay.get(asker.pass.run.execution);
	// Whoever waits for no other execution cannot lock up.
	if (other && other !== asker) return { kind: 'wait', other };
	if (asker.sharedFailure) return { kind: 'refuse', failure: asker.sharedFailure };
	const lost = lostBy(asker, terms, now);
	if (lost) return { kind: 'look', lost };
	const { isOver, refusedBy } = terms.halt;
	const refusal = isOver ? undefined : refusedBy;
	const failure = stillRunning(asker) ?? refusal ?? failureAgain(asker);
	if (failure) return { kind: 'refuse', failure };
	return { kind: isOver ? 'halt' : 'buy' };
}

/** What follows in a list fits the oldest page that may be used, and surely one that the execution holds. */
function pageFor(asker: Asker, terms: Terms, now: number): PaidPage | undefined {
	const pages = asker.row.pages.filter((page) => mayUse(page, asker, terms, now));
	return pages.find((page) => isHeldBy(page, asker.pass.run.execution)) ?? pages[0];
}

function mayUse(
	page: PaidPage,
	{ pass, after }: Asker,
	{ reuse, buysAnew }: Terms,
	now: number,
): boolean {
	// A list that grew in between would lack what was added; within the seconds of one run, that is let pass.
	const isOfNow = pass.bought.has(page) && page.begunAt >= pass.begunAt;
	if (page.begunAt < after && !isOfNow) return false;
	if (isHeldBy(page, pass.run.execution)) return true;
	return now < page.begunAt + reuse || (!buysAnew && minutesForAll(page, now) > 0);
}

/** The oldest of the newest lost calls that this pass has not looked for. */
function lostBy(asker: Asker, terms: Terms, now: number): LostCall | undefined {
	if (terms.halt.isStopped) return undefined;
	const known = asker.row.lost
		.filter((call) => mayLook(call, asker, terms, now))
		.slice(-MOST_SOUGHT);
	return known.find((call) => !asker.pass.sought.has(call));
}

function mayLook(
	call: LostCall,
	{ pass, after }: Asker,
	{ buysAnew }: Terms,
	now: number,
): boolean {
	if (call.begunAt < after) return false;
	if (isHeldBy(call, pass.run.execution)) return true;
	return !buysAnew && !call.isOutdated && isRecent(call.endedAt, now);
}

/** An earlier call was seen under way: its page is still to come. */
const stillRunning = ({ row, pass }: Asker) =>
	row.lost.map((call) => pass.sought.get(call)).findLast((failure) => failure !== undefined);

/** The failure that all items of a pass share, and that a later one must not repeat. */
function failureAgain({ row, pass }: Asker) {
	const known = pass.run.failures.get(row.key);
	if (!known) return undefined;
	const { charged } = known.failure;
	const isFree = charged === 'no' || (charged === 'maybe' && pass.mayRepeatUnknown);
	return isFree && known.pass !== pass ? undefined : known.failure;
}
