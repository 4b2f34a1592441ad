import type { Failure } from '../shared/failure';
import type { Bought, Call, Gateway } from '../gateway/gateway';
import type { ApiInput, Query, ReadPage } from '../operations/operation';
import { UnrecognisedShape } from '../operations/parts/shape';
import type { ExecutionMoney } from './nodeMemory';
import { pause } from './pace';
import type { Pace } from './pace';
import { decideRetry, pauseForAll } from './retryPolicy';
import type { RetrySettings } from './retryPolicy';
import { Spending, spendingOf } from './spending';
import type { Tries } from './tries';

/** What an item gets when it asks for a page. */
export type PageOutcome = { spending: Spending } & (
	| {
			page: ReadPage;
			/** Milliseconds since an earlier execution bought it, where one did. */
			age?: number;
			/** Another use of the tool in this execution asked for it before. */
			isAskedBefore?: boolean;
	  }
	| { failure: Failure }
	| { ended: 'maxCost' | 'halted' }
);

/** A call in the deployment's own words, and what it is listed at. */
export type PricedCall = Pick<Call, 'provider' | 'endpoint' | 'input'> & { price: number };

/** What it takes to buy a page. */
export interface Purchase {
	query: Query;
	gateway: Gateway;
	rules: RetrySettings;
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	money: ExecutionMoney;
	pace: Pace;
	tries: Tries;
	/** No further call may begin. */
	isHalted(): boolean;
	onFailure(failure: Failure): void;
}

/** One page to be had. */
export interface PageRequest {
	/** Tells the request from all others. */
	key: string;
	call: PricedCall;
	input: ApiInput;
	/** Seconds for one call. */
	timeout: number;
	itemIndex: number;
}

type Read = { page: ReadPage } | { failure: Failure };

/** The page in a payload that was bought, or the failure that it cannot be read. */
export function readPayload(
	{ query, gateway }: Pick<Purchase, 'query' | 'gateway'>,
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
 * Makes the call, again where the rules allow it, and sums up what all attempts cost.
 * @param onBought is given the answer of a page that was bought, and what it cost
 */
export async function buyPage(
	purchase: Purchase,
	request: PageRequest,
	onBought: (text: string, spending: Spending) => Promise<void>,
): Promise<PageOutcome> {
	const { rules, cap, money, pace, tries, isHalted } = purchase;
	const { key, call } = request;
	const price = () => money.budget.priceOf(call.endpoint, call.price);
	const spending = new Spending();
	let outcome: PageOutcome = { ended: 'halted', spending };
	for (let attempt = 0; ; attempt++) {
		const reservation = await money.budget.reserve(cap, price);
		if (!reservation) {
			// The cap is no failure, unless money went into a call that failed before it.
			const failure = tries.verdicts.paidFailureOf(key);
			outcome = failure ? { failure, spending } : { ended: 'maxCost', spending };
			break;
		}
		if (!(await pace.enter(isHalted))) {
			reservation.settle(0);
			break;
		}
		noteRepeated(tries, key, price());
		const read = await oneCall(purchase, request);
		spending.add(read.spending);
		tries.record(request.itemIndex, read.spending);
		money.record(read.spending);
		reservation.settle(read.spending.most);
		pace.leave('page' in read);
		outcome = { ...read, spending };
		if ('page' in read) {
			tries.verdicts.lift(key);
			await onBought(read.text, read.spending);
			return { page: read.page, spending };
		}
		tries.verdicts.pass(key, read.failure);
		const random = Math.random();
		if (read.failure.code === 'RATE_LIMITED') pace.slowDown(pauseForAll(read.failure, random));
		const decision = decideRetry(read.failure, attempt, rules, random);
		if (!decision.again || isHalted()) break;
		await pause(decision.wait, isHalted);
		if (isHalted()) break;
	}
	// Said before anything else can begin, so that no call slips in between.
	if ('failure' in outcome) purchase.onFailure(outcome.failure);
	return outcome;
}

/** A call that is made although the one before may have been charged is money that may be paid twice. */
function noteRepeated(tries: Tries, key: string, price: number): void {
	if (!tries.verdicts.paidFailureOf(key)) return;
	tries.repeated.calls += 1;
	tries.repeated.possible += price;
}

/** One call, its page read or its failure told, and its price learned either way. */
async function oneCall(
	purchase: Purchase,
	{ call, input, timeout }: PageRequest,
): Promise<({ page: ReadPage; text: string } | { failure: Failure }) & { spending: Spending }> {
	const { gateway, query, money } = purchase;
	const { price: listed, ...sent } = call;
	const expected = money.budget.priceOf(call.endpoint, listed);
	const answer = await gateway.buy({ ...sent, timeout, holdsPage: query.holdsPage });
	if ('failure' in answer) {
		const { failure } = answer;
		if (failure.charged !== 'no') money.budget.learn(call.endpoint, failure.cost);
		return { failure, spending: spendingOf(failure, expected) };
	}
	money.budget.learn(call.endpoint, answer.cost || answer.price);
	const spending = spendingOf({ ...answer, charged: 'yes' }, expected);
	const read = readPayload(purchase, answer, input);
	return 'page' in read
		? { page: read.page, text: answer.text, spending }
		: { failure: read.failure, spending };
}
