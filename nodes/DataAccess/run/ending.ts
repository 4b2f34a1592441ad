import type { INodeExecutionData } from 'n8n-workflow';

import { NOTHING_KEPT } from '../buy/buyer';
import type { Buyer, BuyingRules, Kept } from '../buy/buyer';
import { moneyOf } from '../buy/executionMoney';
import type { Try } from '../buy/owner';
import type { Account } from '../buy/spending';
import { stopErrorOf } from '../deliver/errors';
import { answerForModel } from '../deliver/forModel';
import { tellingOf } from '../deliver/hint';
import type { Telling } from '../deliver/hint';
import { outputOf } from '../deliver/output';
import { reportOf, summaryOf } from '../deliver/report';
import { failed, hasFailed } from '../deliver/results';
import type { FailedResult, ItemResult } from '../deliver/results';
import type { Host } from '../host/host';
import type { Remark } from '../list/watchedList';
import type { Failure } from '../shared/failure';
import type { Memory } from '../watch/memory';

/**
 * Ends a run in which nothing can be asked for: every item fails alike, and nothing is spent.
 * @throws NodeApiError under On Error = Stop
 */
export function refuse(host: Host, { account }: Try, failure: Failure): INodeExecutionData[][] {
	const results = host.inputItems.map((_, itemIndex) => failed(itemIndex, failure));
	return endForNothing(host, results, account);
}

/**
 * Ends a run that spent nothing, and notes it for later nodes and traces.
 * @param telling what a person is told, where there is more to tell than the items do
 * @throws NodeApiError under On Error = Stop, where an item failed
 */
export function endForNothing(
	host: Host,
	results: ItemResult[],
	account: Account,
	telling?: Telling,
): INodeExecutionData[][] {
	const failedResult = host.goesOn ? undefined : results.find(hasFailed);
	note(host, results, account, failedResult === undefined, telling);
	if (failedResult) {
		throw stopErrorOf(host.node, failedResult, account, {
			kept: NOTHING_KEPT,
			isPoll: host.isPoll,
			isOnlyItem: results.length === 1,
		});
	}
	if (telling) host.show(telling);
	const items = host.isTool
		? answerForModel(results, account)
		: outputOf(results, host.goesOn, account).items;
	return outputsOf(host, results, account, items);
}

/** The node's outputs: the items, then the report where the user wants one. */
function outputsOf(
	{ hasReport }: Host,
	results: ItemResult[],
	account: Account,
	items: INodeExecutionData[],
): INodeExecutionData[][] {
	return hasReport ? [items, reportOf(results, account)] : [items];
}

/** What a run has come to. */
export interface Outcome {
	results: ItemResult[];
	current: Try;
	memory: Memory;
	/** How the user allowed money to be spent. */
	allowed: BuyingRules;
	/** Ends the run over all its tries. */
	end(): void;
}

/**
 * Delivers what the run brought, or keeps what it bought and says what failed.
 * @throws NodeApiError where a failure stops the workflow
 */
export async function finish(
	host: Host,
	buyer: Buyer,
	{ results, current, memory, allowed, end }: Outcome,
): Promise<INodeExecutionData[][]> {
	const { owner, account, number } = current;
	const isTriedAgain = number < host.maxTries;
	const deliverNothing = async (): Promise<Kept> => {
		await memory.takeBack();
		const kept = await buyer.settle(false);
		if (!isTriedAgain || host.stop?.aborted) end();
		return kept;
	};
	/** n8n drops the output of a stopped execution; an error would have it try again. */
	const stopped = async () => {
		await deliverNothing();
		return [[]];
	};
	if (host.stop?.aborted) return await stopped();
	const output = outputOf(results, host.goesOn, account);
	const failedResult = host.goesOn ? undefined : stoppingResult(results, current);
	if (failedResult) {
		owner.failure = failedResult.failure;
		const kept = await deliverNothing();
		note(host, results, account, false, tellingOf(results, account, [], host.isPoll));
		const isOnlyItem = results.length === 1;
		throw stopErrorOf(host.node, failedResult, account, { kept, isPoll: host.isPoll, isOnlyItem });
	}
	const isDelivered = !(output.isFailed && isTriedAgain);
	let remarks: Remark[] = [];
	if (isDelivered) {
		remarks = await memory.commit();
		if (host.stop?.aborted) return await stopped();
		if (!host.confirm(results)) {
			note(host, results, account, false, tellingOf(results, account, [], host.isPoll));
			return await stopped();
		}
		await buyer.settle(true);
		end();
	} else {
		await deliverNothing();
	}
	const telling = tellingOf(results, account, remarks, host.isPoll);
	note(host, results, account, isDelivered, telling);
	host.show(telling);
	const items = host.isTool
		? answerForModel(results, account, {
				...allowed,
				spent: buyer.money.spent,
				isOnlyUse: host.executionId === '',
			})
		: output.items;
	return outputsOf(host, results, account, items);
}

/** What stops the workflow: a failure, or a cap that left nothing of what earlier tries paid for. */
function stoppingResult(results: ItemResult[], { owner, account }: Try): FailedResult | undefined {
	const failedResult = results.find(hasFailed);
	if (failedResult) return failedResult;
	const capped = results.find(({ reason }) => reason === 'maxCost');
	const isEmpty = results.every(({ items }) => items.length === 0);
	if (!capped || !isEmpty || !owner.failure || account.total.most === 0) return undefined;
	return { ...capped, failure: owner.failure };
}

/** Notes for later nodes, n8n's traces and its log what the run delivered and cost, and its end. */
function note(
	host: Host,
	results: ItemResult[],
	{ total: { calls, cost } }: Account,
	isDelivered: boolean,
	telling: Telling | undefined,
): void {
	const { records: found, reusedPages, reason } = summaryOf(results);
	const records = isDelivered ? found : 0;
	const money = moneyOf(host.memory, host.executionId);
	money.report(records, isDelivered ? reusedPages : 0, reason);
	// The uses of a tool overwrite each other's trace.
	host.trace(host.isTool ? money.sums() : { calls, cost, records, reason });
	if (telling) host.log(telling.summary, money.sums().calls);
}
