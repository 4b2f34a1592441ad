import type { Bought, Gateway } from '../gateway/gateway';
import type { LostCall } from '../gateway/lostRun';
import type { ApiInput, Query, ReadPage } from '../operations/operation';
import { pathOf } from '../operations/parts/path';
import { UnrecognisedShape } from '../operations/parts/shape';
import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { timeForCall } from './deadline';
import type { ExecutionMoney } from './executionMoney';
import { findAnswer, patienceFor } from './lostAnswer';
import type { Looking, SearchTime } from './lostAnswer';
import type { LostCalls, UnknownCall } from './lostCalls';
import type { RequestState, Try } from './owner';
import type { Pace, Patience } from './pace';
import type { CallOutcome, PricedCall } from './pageRequest';
import { decideRetry, pauseForAll } from './retryPolicy';
import { spendingOf, spendingOfFound } from './spending';
import type { Spending } from './spending';

/** What it takes to make calls. */
export interface Calling extends Omit<Looking, 'holdsPage'> {
	query: Query;
	gateway: Gateway;
	/** The calls whose outcome is unknown. */
	lost: LostCalls;
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	money: ExecutionMoney;
	pace: Pace;
	current: Try;
	/** No further call may begin. */
	isHalted(): boolean;
	/** The run waits, or would have to, for something else than its own calls. */
	onWait(): void;
	/** How long it may do so. */
	patience: Patience;
	onFailure(failure: Failure): void;
}

/** A request for one page. */
interface PageRequest {
	/** The digest of the request. */
	key: string;
	/** What is known of it. */
	state: RequestState;
	call: PricedCall;
	input: ApiInput;
	/** Seconds for one call. */
	timeout: number;
	itemIndex: number;
	/** Epoch milliseconds: a page that was asked for before must not follow the one before it. */
	since: number;
	/** Why it must not be bought; undefined where it may be. */
	refusal?: Failure;
}

type Answer = Bought | { failure: Failure };

/** The call may have been charged, and brought no page. */
function isLost(answer: Answer): answer is { failure: Failure & { charged: 'maybe' } } {
	return 'failure' in answer && answer.failure.charged === 'maybe';
}

/** Is given the answer of a page that was paid for, before it is read, and when that was. */
type Keep = (text: string, boughtAt: number) => Promise<void>;

type ReadOutcome = { page: ReadPage } | { failure: Failure };

/** The page in a payload that was paid for, or the failure that it cannot be read. */
export function readPayload(
	{ query, gateway }: Pick<Calling, 'query' | 'gateway'>,
	{ payload, text, cost }: Bought,
	input: ApiInput,
): ReadOutcome {
	try {
		return { page: query.readPage(payload, input) };
	} catch (error) {
		const missing = error instanceof UnrecognisedShape ? error.missing : 'readable records';
		return { failure: gateway.unreadable(text, missing, cost) };
	}
}

/** How the last call of a request failed, if it may have been charged. */
const paidFailureOf = ({ failed }: RequestState) =>
	failed && failed.failure.charged !== 'no' ? failed.failure : undefined;

/** Makes the call, again where the policy allows it, unless its answer was only lost before. */
export async function buyPage(
	calling: Calling,
	request: PageRequest,
	keep: Keep,
): Promise<CallOutcome> {
	const { current, patience, isHalted } = calling;
	const recovered = await recover(calling, request, keep);
	if (recovered) {
		if ('failure' in recovered) calling.onFailure(recovered.failure);
		return recovered;
	}
	if (request.refusal) return { failure: request.refusal };
	let outcome: CallOutcome;
	for (let attempt = 0; ; attempt++) {
		const admission = await admit(calling, request);
		if ('failure' in admission) {
			outcome = admission;
			break;
		}
		if ('ended' in admission) {
			// The cap is no failure, unless money went into a call that failed before it.
			const failure = admission.ended === 'maxCost' ? paidFailureOf(request.state) : undefined;
			outcome = failure ? { failure } : admission;
			break;
		}
		outcome = await makeCall(calling, request, admission, keep);
		if (!('failure' in outcome)) return outcome;
		const { failure } = outcome;
		const decision = decideRetry(failure, attempt, Math.random());
		if (!decision.again || isHalted()) break;
		calling.onWait();
		// Whoever asks is told when to ask again.
		if (!patience.allows(decision.wait)) break;
		if (timeAfter(calling, request, decision.wait) === undefined) {
			// A run that made other calls ends with what they brought, not with this failure.
			if (current.account.total.calls > attempt + 1) outcome = { ended: 'outOfTime' };
			break;
		}
		await patience.pause(decision.wait, isHalted);
	}
	// Halt synchronously, before another item can start a call.
	if ('failure' in outcome) calling.onFailure(outcome.failure);
	return outcome;
}

/** Seconds for a call that begins in so many milliseconds; undefined where it may not begin. */
function timeAfter({ deadline, current }: Calling, { timeout }: PageRequest, wait: number) {
	const left = (deadline - Date.now()) / 1000;
	const isFirst = current.account.total.calls === 0;
	return timeForCall(timeout, wait / 1000, { left, isFirst });
}

/** A call that may begin. */
interface Admission {
	/** Seconds for it. */
	timeout: number;
	/** Takes what it cost. */
	settle(spending: Spending): void;
}

/** Waits until the call may begin. Only then is its price reserved: it may have risen meanwhile. */
async function admit(
	calling: Calling,
	request: PageRequest,
): Promise<Admission | { ended: 'maxCost' | 'halted' | 'outOfTime' } | { failure: Failure }> {
	const { money, pace, cap, patience, isHalted } = calling;
	const { endpoint, price: listed } = request.call;
	for (;;) {
		if (isHalted()) return { ended: 'halted' };
		const price = money.priceOf(endpoint, listed);
		const isAllowed = money.allows(cap, price);
		if (isAllowed === false) return { ended: 'maxCost' };
		if (pace.wait > 0 || !pace.hasPlace) calling.onWait();
		const timeout = timeAfter(calling, request, pace.wait);
		if (timeout === undefined) return { ended: 'outOfTime' };
		if (!patience.allows(pace.wait)) {
			return { failure: failureOf('RATE_LIMITED', { retryAfter: Math.ceil(pace.wait / 1000) }) };
		}
		if (pace.wait > 0) {
			const isTooLate = () => timeAfter(calling, request, 0) === undefined;
			await patience.pause(pace.wait, () => isHalted() || isTooLate());
		} else if (isAllowed && pace.hasPlace) {
			pace.begin();
			return { timeout, settle: money.reserve(endpoint, listed) };
		} else {
			await pace.changes.next();
		}
	}
}

/** Makes one call that may begin, and looks for its answer where that was lost. */
async function makeCall(
	calling: Calling,
	request: PageRequest,
	{ timeout, settle }: Admission,
	keep: Keep,
): Promise<ReadOutcome> {
	const { query, current, gateway, pace, lost } = calling;
	const { key, state, call, itemIndex } = request;
	let hasPlace = true;
	const freePlace = (isPage: boolean) => {
		if (hasPlace) pace.end(isPage);
		// What was reserved may be free now, which others wait for.
		else pace.changes.notify();
		hasPlace = false;
	};
	try {
		const begunAt = Date.now();
		let answer = await gateway.buy({ ...call, timeout, holdsPage: query.holdsPage });
		let found: Answer | undefined;
		if (isLost(answer)) {
			// Others may call meanwhile; its price stays reserved.
			freePlace(false);
			calling.onWait();
			const { runId } = answer.failure;
			const times = { begunAt, endedAt: Date.now(), runId };
			const patience = patienceFor(timeout, current.owner.isAgent);
			const sought = await look(calling, request, times, { patience });
			found = sought === 'goesOn' ? undefined : sought;
			answer = found ?? answer;
			if (isLost(answer)) {
				const { possible } = spendingFor(calling, call, answer);
				const run = { account: current.account, itemIndex };
				lost.add(key, { ...times, possible, execution: calling.money.mark, run });
			}
		}
		const spending = spendingFor(calling, call, answer);
		spending.found = found ? 1 : 0;
		current.account.record(itemIndex, spending);
		settle(spending);
		if ('failure' in answer && answer.failure.code === 'RATE_LIMITED') {
			pace.slowDown(pauseForAll(answer.failure, Math.random()));
		}
		const read = await keepAndRead(calling, request, answer, (text) =>
			keep(text, found ? begunAt : Date.now()),
		);
		state.failed = 'page' in read ? undefined : { ...read, number: current.number };
		freePlace('page' in read);
		return read;
	} finally {
		freePlace(false);
	}
}

/** The page in an answer, which is kept before anything can go wrong with reading it. */
async function keepAndRead(
	calling: Calling,
	{ key, input }: PageRequest,
	answer: Answer,
	keep: (text: string) => Promise<void>,
): Promise<ReadOutcome> {
	if ('failure' in answer) return answer;
	calling.lost.forget(key);
	await keep(answer.text);
	return readPayload(calling, answer, input);
}

/** What an answer cost, with a higher price learned from it. */
function spendingFor(
	{ money }: Calling,
	{ endpoint, price }: PricedCall,
	answer: Answer,
): Spending {
	if ('failure' in answer) {
		const { failure } = answer;
		// A partial cost would be taken for the price where none is known.
		if (price > 0 && failure.charged !== 'no') money.learn(endpoint, failure.cost ?? 0);
		return spendingOf(failure, money.priceOf(endpoint, price));
	}
	money.learn(endpoint, Math.max(answer.cost ?? 0, answer.price ?? 0));
	return spendingOf({ ...answer, charged: 'yes' }, money.priceOf(endpoint, price));
}

/** Looks for the answer of a call of this request. */
async function look(
	calling: Calling,
	{ call }: PageRequest,
	{ begunAt, endedAt, runId }: Pick<UnknownCall, 'begunAt' | 'endedAt' | 'runId'>,
	time: SearchTime,
): ReturnType<typeof findAnswer> {
	const { holdsPage, positionInputs, input: known, inputOf } = calling.query;
	const lost: LostCall = {
		provider: call.provider,
		endpoint: call.endpoint,
		input: call.input,
		moving: positionInputs.map((name) => pathOf(name)),
		isWhole: known !== undefined && inputOf === undefined,
		begunAt,
		endedAt,
		runId,
	};
	return await findAnswer({ ...calling, holdsPage }, lost, time);
}

/** Earlier calls of a request that are looked for before it is bought: the newest ones. */
const MOST_SOUGHT = 3;

const STILL_GOES_ON = {
	what: 'The run of an earlier call for this page still goes on at the gateway',
	advice: 'Try again later: its answer is then used, and the page is not bought again.',
	retry: 'safe',
} as const;

/**
 * Looks for the answers of earlier calls of the request whose outcome is unknown. What is found was
 * counted as possible, where it was counted at all, and now is a cost; it adds no call.
 */
async function recover(
	calling: Calling,
	request: PageRequest,
	keep: Keep,
): Promise<ReadOutcome | undefined> {
	const { lost, current, money, isHalted } = calling;
	const { key, state, call, itemIndex, timeout, since } = request;
	const patience = patienceFor(timeout, current.owner.isAgent);
	let goesOn: UnknownCall | undefined;
	for (const known of lost.of(key).slice(-MOST_SOUGHT)) {
		if (isHalted()) return undefined;
		if (known.begunAt <= since) continue;
		const answer = await look(calling, request, known, { patience, isOnce: true });
		if (answer === 'goesOn') goesOn = known;
		if (answer === 'goesOn' || !answer || isLost(answer)) continue;
		const spending = spendingFor(calling, call, answer);
		const { possible, execution, run, begunAt } = known;
		money.add(spendingOfFound(spending, execution === money.mark ? possible : 0));
		const isOwn = run?.account === current.account;
		if (isOwn) current.account.forgetPossible(run.itemIndex, possible);
		current.account.record(itemIndex, spendingOfFound(spending, 0));
		lost.forget(key);
		if ('failure' in answer && answer.failure.charged === 'no') continue;
		const read = await keepAndRead(calling, request, answer, (text) => keep(text, begunAt));
		state.failed = 'page' in read ? undefined : { ...read, number: current.number };
		return read;
	}
	if (!goesOn) return undefined;
	return { failure: failureOf('NOT_FINISHED', { ...STILL_GOES_ON, runId: goesOn.runId }) };
}
