import type { INodeExecutionData } from 'n8n-workflow';

import { NOTHING_KEPT } from '../buy/keptPages';
import type { BuyingRules, Shop } from '../buy/shop';
import type { Tries } from '../buy/tries';
import { stopErrorOf } from '../deliver/errors';
import { answerForModel } from '../deliver/forModel';
import { tellingOf } from '../deliver/hint';
import type { Telling } from '../deliver/hint';
import { attachFiles } from '../deliver/media';
import { outputOf } from '../deliver/output';
import { reportOf, summaryOf } from '../deliver/report';
import { failed, hasFailed, sumOf } from '../deliver/results';
import type { FailedResult, ItemResult } from '../deliver/results';
import type { Failure } from '../shared/failure';
import type { Host } from '../host/host';
import type { Remark } from '../list/watch';
import type { Watcher } from '../watch/watcher';

/**
 * Ends a run in which nothing can be asked for: every item fails alike, and nothing is spent.
 * @throws NodeApiError under On Error = Stop
 */
export function refuse(host: Host, tries: Tries, failure: Failure): INodeExecutionData[][] {
	const results = host.inputItems.map((_, itemIndex) => failed(itemIndex, failure));
	return outputsOf(host, results, tries, itemsForNothing(host, results, tries));
}

/**
 * The items of a run that spent nothing.
 * @throws NodeApiError under On Error = Stop, where an item failed
 */
export function itemsForNothing(
	host: Host,
	results: ItemResult[],
	tries: Tries,
): INodeExecutionData[] {
	const failedResult = host.goesOn ? undefined : results.find(hasFailed);
	if (failedResult) {
		const rest = { kept: NOTHING_KEPT, pages: 0, isPoll: host.isPoll };
		throw stopErrorOf(host.node, failedResult, tries, rest);
	}
	if (host.isTool) return answerForModel(results, tries);
	return outputOf(results, host.goesOn, tries).items;
}

/** The node's outputs: the items, and behind them the report where the user wants one. */
function outputsOf(
	{ hasReport }: Host,
	results: ItemResult[],
	tries: Tries,
	items: INodeExecutionData[],
): INodeExecutionData[][] {
	return hasReport ? [items, reportOf(results, tries)] : [items];
}

/** What a run has come to. */
export interface Outcome {
	results: ItemResult[];
	tries: Tries;
	watcher: Watcher;
	keepBought: boolean;
	/** How the user allowed money to be spent. */
	allowed: BuyingRules;
	/** Ends the tries of this run: what it bought is delivered. */
	close(): void;
}

/**
 * Delivers what the run brought, or keeps what it bought and says what failed.
 * @throws NodeApiError where a failure stops the workflow
 */
export async function finish(
	host: Host,
	shop: Shop,
	{ results, tries, watcher, keepBought, allowed, close }: Outcome,
): Promise<INodeExecutionData[][]> {
	const deliverNothing = async () => {
		await watcher.undone();
		await shop.kept.runFailed(false);
		// An error would show a stopped execution as a failed one, and have n8n try it again.
		return [[]];
	};
	if (host.stop?.aborted) return await deliverNothing();
	const output = outputOf(results, host.goesOn, tries);
	const isTriedAgain = tries.number < host.maxTries;
	const failedResult = host.goesOn ? undefined : stoppingResult(results, tries);
	if (failedResult && !(keepBought && output.items.length > 0)) {
		tries.failure = failedResult.failure;
		await watcher.undone();
		const kept = await shop.kept.runFailed(isTriedAgain);
		const pages = sumOf(results, (result) => result.pages);
		account(host, shop, results, tellingOf(results, tries, []));
		throw stopErrorOf(host.node, failedResult, tries, { kept, pages, isPoll: host.isPoll });
	}
	// Before anything counts as delivered, since this takes long enough to be stopped.
	const remarks: Remark[] = host.download ? await attachFiles(results, host.download) : [];
	if (host.stop?.aborted) return await deliverNothing();
	if (output.isFailed && isTriedAgain) {
		await watcher.undone();
		await shop.kept.runFailed(true);
	} else {
		remarks.unshift(...(await watcher.delivered()));
		// n8n drops the output of an execution that is stopped.
		if (host.stop?.aborted) await watcher.undone();
		await shop.kept.delivered();
		close();
	}
	const telling = tellingOf(results, tries, remarks);
	account(host, shop, results, telling);
	host.show(telling);
	const items = host.isTool
		? answerForModel(results, tries, {
				...allowed,
				spent: shop.money.spent,
				isOnlyUse: host.executionId === '',
			})
		: output.items;
	return outputsOf(host, results, tries, items);
}

/** What stops the workflow: a failure, or a cap that left nothing of what earlier tries paid for. */
function stoppingResult(results: ItemResult[], tries: Tries): FailedResult | undefined {
	const failedResult = results.find(hasFailed);
	if (failedResult) return failedResult;
	const capped = results.find(({ reason }) => reason === 'maxCost');
	const isEmpty = results.every(({ items }) => items.length === 0);
	if (!capped || !isEmpty || !tries.failure || tries.total.most === 0) return undefined;
	return { ...capped, failure: tries.failure };
}

/** Tells later nodes, n8n's traces and its log what the run cost. */
function account(host: Host, shop: Shop, results: ItemResult[], { summary }: Telling): void {
	const { records, reusedPages, reason } = summaryOf(results);
	shop.money.report(records, reusedPages, reason);
	host.trace(shop.money.sums());
	host.log(summary);
}
