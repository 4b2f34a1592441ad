import type { Bought, Gateway } from '../gateway/gateway';
import type { ApiInput, Query, ReadPage } from '../operations/operation';
import { UnrecognisedShape } from '../operations/parts/shape';
import type { Failure } from '../shared/failure';
import type { Try } from './asker';
import { timeForCall } from './deadline';
import type { ExecutionMoney } from './nodeMemory';
import { pause } from './pace';
import type { Pace } from './pace';
import { paidFailureOf } from './pageRequest';
import type { CallOutcome, PricedCall, RequestState } from './pageRequest';
import { decideRetry, pauseForAll } from './retryPolicy';
import { spendingOf } from './spending';
import type { Spending } from './spending';

/** What it takes to make calls. */
export interface Calling {
	query: Query;
	gateway: Gateway;
	/** Whether a call is also made again after a failure that may have been charged. */
	retryUncertain: boolean;
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	money: ExecutionMoney;
	pace: Pace;
	current: Try;
	/** Epoch milliseconds at which n8n gives the run up, Infinity for never. */
	deadline: number;
	/** No further call may begin. */
	isHalted(): boolean;
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

/**
 * Makes the call, again where the policy allows it.
 * @param onBought is given the answer of a page that was paid for, before it is read
 */
export async function buyPage(
	calling: Calling,
	request: PageRequest,
	onBought: (text: string) => Promise<void>,
): Promise<CallOutcome> {
	const { retryUncertain, cap, money, pace, current, isHalted } = calling;
	const { call, state } = request;
	let outcome: CallOutcome = { ended: 'halted' };
	/** Seconds for a call that begins in so many milliseconds. */
	const timeAfter = (wait: number) => {
		const left = (calling.deadline - Date.now()) / 1000;
		const isFirst = current.account.total.calls === 0;
		return timeForCall(request.timeout, wait / 1000, { left, isFirst });
	};
	for (let attempt = 0; ; attempt++) {
		if (timeAfter(pace.wait) === undefined) {
			outcome = { ended: 'outOfTime' };
			break;
		}
		const reservation = await money.budget.reserve(cap, call.endpoint, call.price);
		if (!reservation) {
			// The cap is no failure, unless money went into a call that failed before it.
			const failure = paidFailureOf(state);
			outcome = failure ? { failure } : { ended: 'maxCost' };
			break;
		}
		if (!(await pace.enter(() => isHalted() || timeAfter(0) === undefined))) {
			reservation.settle(0);
			if (!isHalted()) outcome = { ended: 'outOfTime' };
			break;
		}
		if (paidFailureOf(state)) {
			// The call before may have been charged, so that this one may pay twice.
			current.account.repeated.calls += 1;
			const price = money.budget.priceOf(call.endpoint, call.price);
			current.account.repeated.possible += price;
		}
		const timeout = timeAfter(0) ?? request.timeout;
		const answer = await oneCall(calling, { ...request, timeout });
		current.account.record(request.itemIndex, answer.spending);
		money.record(answer.spending);
		reservation.settle(answer.spending.most);
		let read: Read;
		if ('failure' in answer) {
			read = answer;
		} else {
			// What was paid for is kept before anything can go wrong with reading it.
			await onBought(answer.text);
			read = readPayload(calling, answer, request.input);
		}
		pace.leave('page' in read);
		outcome = read;
		if ('page' in read) {
			state.failed = undefined;
			return outcome;
		}
		const { failure } = read;
		state.failed = { failure, number: current.number };
		const random = Math.random();
		if (failure.code === 'RATE_LIMITED') pace.slowDown(pauseForAll(failure, random));
		const decision = decideRetry(failure, attempt, retryUncertain, random);
		if (!decision.again || isHalted()) break;
		if (timeAfter(decision.wait) === undefined) {
			// A run that made other calls ends with what they brought, not with this failure.
			const madeOtherCalls = current.account.total.calls > attempt + 1;
			if (madeOtherCalls) outcome = { ended: 'outOfTime' };
			break;
		}
		await pause(decision.wait, isHalted);
		if (isHalted()) break;
	}
	// Halt synchronously, before another item can start a call.
	if ('failure' in outcome) calling.onFailure(outcome.failure);
	return outcome;
}

/** One call and what it cost, with a higher price learned from it. */
async function oneCall(
	{ gateway, query, money: { budget } }: Calling,
	{ call, timeout }: PageRequest,
): Promise<(Bought | { failure: Failure }) & { spending: Spending }> {
	const { price, ...sent } = call;
	const answer = await gateway.buy({ ...sent, timeout, holdsPage: query.holdsPage });
	if ('failure' in answer) {
		const { failure } = answer;
		// A partial cost would be taken for the price where none is known.
		if (price > 0 && failure.charged !== 'no') budget.learn(call.endpoint, failure.cost ?? 0);
		return { failure, spending: spendingOf(failure, budget.priceOf(call.endpoint, price)) };
	}
	budget.learn(call.endpoint, Math.max(answer.cost ?? 0, answer.price ?? 0));
	const expected = budget.priceOf(call.endpoint, price);
	return { ...answer, spending: spendingOf({ ...answer, charged: 'yes' }, expected) };
}
