import type { Bought, Gateway } from '../gateway/gateway';
import type { ApiInput, Query, ReadPage } from '../operations/operation';
import { UnrecognisedShape } from '../operations/parts/shape';
import type { Failure } from '../shared/failure';
import { timeForCall } from './deadline';
import type { ExecutionMoney } from './executionMoney';
import type { RequestState, Try } from './owner';
import { pause } from './pace';
import type { Pace } from './pace';
import type { CallOutcome, PricedCall } from './pageRequest';
import { decideRetry, pauseForAll } from './retryPolicy';
import { spendingOf } from './spending';
import type { Spending } from './spending';

/** What it takes to make calls. */
export interface Calling {
	query: Query;
	gateway: Gateway;
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	money: ExecutionMoney;
	pace: Pace;
	current: Try;
	/** Epoch milliseconds at which n8n gives the run up, Infinity for never. */
	deadline: number;
	/** No further call may begin. */
	isHalted(): boolean;
	/** The run waits, or would have to, for something else than its own calls. */
	onWait(): void;
	onFailure(failure: Failure): void;
}

/** A request for one page. */
interface PageRequest {
	/** What is known of the request. */
	state: RequestState;
	call: PricedCall;
	input: ApiInput;
	/** Seconds for one call. */
	timeout: number;
	itemIndex: number;
}

type Read = { page: ReadPage } | { failure: Failure };

/** The page in a payload that was paid for, or the failure that it cannot be read. */
export function readPayload(
	{ query, gateway }: Pick<Calling, 'query' | 'gateway'>,
	{ payload, text, cost }: Bought,
	input: ApiInput,
): Read {
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

/**
 * Makes the call, again where the policy allows it.
 * @param keep is given the answer of a page that was paid for, before it is read
 */
export async function buyPage(
	calling: Calling,
	request: PageRequest,
	keep: (text: string) => Promise<void>,
): Promise<CallOutcome> {
	const { current, isHalted } = calling;
	let outcome: CallOutcome;
	for (let attempt = 0; ; attempt++) {
		const admission = await admit(calling, request);
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
		if (timeAfter(calling, request, decision.wait) === undefined) {
			// A run that made other calls ends with what they brought, not with this failure.
			if (current.account.total.calls > attempt + 1) outcome = { ended: 'outOfTime' };
			break;
		}
		await pause(decision.wait, isHalted);
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
): Promise<Admission | { ended: 'maxCost' | 'halted' | 'outOfTime' }> {
	const { money, pace, cap, isHalted } = calling;
	const { endpoint, price: listed } = request.call;
	for (;;) {
		if (isHalted()) return { ended: 'halted' };
		const price = money.priceOf(endpoint, listed);
		const isAllowed = money.allows(cap, price);
		if (isAllowed === false) return { ended: 'maxCost' };
		if (pace.wait > 0 || !pace.hasPlace) calling.onWait();
		const timeout = timeAfter(calling, request, pace.wait);
		if (timeout === undefined) return { ended: 'outOfTime' };
		if (pace.wait > 0) {
			const isTooLate = () => timeAfter(calling, request, 0) === undefined;
			await pause(pace.wait, () => isHalted() || isTooLate());
		} else if (isAllowed && pace.hasPlace) {
			pace.begin();
			return { timeout, settle: money.reserve(endpoint, listed) };
		} else {
			await pace.changes.next();
		}
	}
}

/** Makes one call that may begin. */
async function makeCall(
	calling: Calling,
	{ state, call, itemIndex, input }: PageRequest,
	{ timeout, settle }: Admission,
	keep: (text: string) => Promise<void>,
): Promise<Read> {
	const { current, pace } = calling;
	let isPage = false;
	try {
		const { spending, ...answer } = await oneCall(calling, call, timeout);
		current.account.record(itemIndex, spending);
		settle(spending);
		// What was paid for is kept before anything can go wrong with reading it.
		if (!('failure' in answer)) await keep(answer.text);
		const read = 'failure' in answer ? answer : readPayload(calling, answer, input);
		isPage = 'page' in read;
		state.failed = 'page' in read ? undefined : { ...read, number: current.number };
		if ('failure' in read && read.failure.code === 'RATE_LIMITED') {
			pace.slowDown(pauseForAll(read.failure, Math.random()));
		}
		return read;
	} finally {
		pace.end(isPage);
	}
}

/** One call and what it cost, with a higher price learned from it. */
async function oneCall(
	{ gateway, query, money }: Calling,
	{ price, ...sent }: PricedCall,
	timeout: number,
): Promise<(Bought | { failure: Failure }) & { spending: Spending }> {
	const { endpoint } = sent;
	const answer = await gateway.buy({ ...sent, timeout, holdsPage: query.holdsPage });
	if ('failure' in answer) {
		const { failure } = answer;
		// A partial cost would be taken for the price where none is known.
		if (price > 0 && failure.charged !== 'no') money.learn(endpoint, failure.cost ?? 0);
		return { failure, spending: spendingOf(failure, money.priceOf(endpoint, price)) };
	}
	money.learn(endpoint, Math.max(answer.cost ?? 0, answer.price ?? 0));
	const expected = money.priceOf(endpoint, price);
	return { ...answer, spending: spendingOf({ ...answer, charged: 'yes' }, expected) };
}
