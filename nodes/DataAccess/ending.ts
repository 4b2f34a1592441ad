import type { INodeExecutionData } from 'n8n-workflow';

import { NOTHING_KEPT } from './buy/keptPages';
import type { BuyingRules, Shop } from './buy/shop';
import type { Tries } from './buy/tries';
import { stopErrorOf } from './deliver/errors';
import { answerForModel } from './deliver/forModel';
import { hintOf, isWarning } from './deliver/hint';
import { outputOf } from './deliver/output';
import { failed, summaryOf } from './deliver/results';
import type { ItemResult } from './deliver/results';
import type { Failure } from './failure';
import type { Host } from './host';
import type { Remark } from './list/watch';
import type { Watcher } from './watch/watcher';

/**
 * Ends a run in which nothing can be asked for: every item fails alike, and nothing is spent.
 * @throws NodeApiError under On Error = Stop
 */
export function refuse(host: Host, tries: Tries, failure: Failure): INodeExecutionData[][] {
	const results = host.inputItems.map((_, itemIndex) => failed(itemIndex, failure));
	const [first] = results;
	if (first && !host.goesOn) {
		throw stopErrorOf(host.node, { ...first, failure }, tries, { kept: NOTHING_KEPT, pages: 0 });
	}
	if (host.isTool) return [answerForModel(results, tries)];
	return [outputOf(results, host.goesOn, tries).items];
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
): Promise<INodeExecutionData[]> {
	if (host.stop?.aborted) {
		await watcher.undone();
		await shop.kept.runFailed(false);
		// An error would show a stopped execution as a failed one, and have n8n try it again.
		return [];
	}
	const output = outputOf(results, host.goesOn, tries);
	const isTriedAgain = tries.number < host.maxTries;
	const failedResult = host.goesOn ? undefined : stoppingResult(results, tries);
	if (failedResult && !(keepBought && output.items.length > 0)) {
		tries.failure = failedResult.failure;
		await watcher.undone();
		const kept = await shop.kept.runFailed(isTriedAgain);
		const pages = results.reduce((sum, result) => sum + result.pages, 0);
		report(host, shop, results);
		throw stopErrorOf(host.node, failedResult, tries, { kept, pages });
	}
	let remarks: Remark[] = [];
	if (output.isFailed && isTriedAgain) {
		await watcher.undone();
		await shop.kept.runFailed(true);
	} else {
		remarks = await watcher.delivered();
		// n8n drops the output of an execution that is stopped.
		if (host.stop?.aborted) await watcher.undone();
		await shop.kept.delivered();
		close();
	}
	report(host, shop, results);
	host.showHint({
		message: hintOf(results, tries, remarks),
		type: isWarning(results, tries, remarks) ? 'warning' : 'info',
		location: 'outputPane',
	});
	if (host.isTool) return answerForModel(results, tries, { ...allowed, spent: shop.money.spent });
	return output.items;
}

/** What stops the workflow: a failure, or a cap that left nothing of what earlier tries paid for. */
function stoppingResult(
	results: ItemResult[],
	tries: Tries,
): (ItemResult & { failure: Failure }) | undefined {
	const failedResult = results.find(({ failure }) => failure !== undefined);
	if (failedResult?.failure) return { ...failedResult, failure: failedResult.failure };
	const capped = results.find(({ reason }) => reason === 'maxCost');
	const isEmpty = results.every(({ items }) => items.length === 0);
	if (!capped || !isEmpty || !tries.failure || tries.total.most === 0) return undefined;
	return { ...capped, failure: tries.failure };
}

/** Tells later nodes and n8n's traces what the run cost. */
function report(host: Host, shop: Shop, results: ItemResult[]): void {
	const { records, reusedPages, reason } = summaryOf(results);
	shop.money.report(records, reusedPages, reason);
	host.trace(shop.money.sums());
}
