import type { INodeExecutionData } from 'n8n-workflow';

import { NO_PAGES } from '../buy/buyer';
import type { Buyer } from '../buy/buyer';
import { moneyOf } from '../buy/executionMoney';
import type { Pass } from '../buy/owner';
import { Account } from '../buy/spending';
import { errorItemsOf } from '../deliver/errors';
import { happenedIn, hasFailed } from '../deliver/happened';
import type { FailedResult, Happened, ItemResult } from '../deliver/happened';
import { answerForModel } from '../deliver/forModel';
import type { ToolUse } from '../deliver/forModel';
import { hintFor } from '../deliver/hint';
import type { Hint } from '../deliver/hint';
import type { Remark } from '../deliver/remarks';
import { reportOf, sumsOf } from '../deliver/report';
import type { Host } from '../host/host';
import type { Memory } from '../watch/memory';

/** What stops the workflow; undefined where the run gives an output. */
const stopperOf = (
	{ who: { goesOn } }: Host,
	results: readonly ItemResult[],
): FailedResult | undefined => (goesOn ? undefined : results.find(hasFailed));

const moneyIn = ({ execution: { context, id } }: Host) => moneyOf(context, id);

/** Tells later nodes, traces and n8n's log what a run came to. */
function note(host: Host, happened: Happened, isDelivered: boolean, hint?: Hint): void {
	const { records: found, reusedPages, reason } = sumsOf(happened);
	const records = isDelivered ? found : 0;
	const money = moneyIn(host);
	money.report(records, isDelivered ? reusedPages : 0, reason);
	const { calls, cost } = happened.account.total;
	// The uses of a tool overwrite each other's trace.
	host.told.trace(host.who.isTool ? money.sums() : { calls, cost, records, reason });
	if (hint) host.told.log(hint.summary, money.sums().calls);
}

/** The node's outputs: the items in input order, error items last; then the report, where wanted. */
function outputsOf(host: Host, happened: Happened, use?: ToolUse): INodeExecutionData[][] {
	const items: INodeExecutionData[] = [];
	for (const result of happened.results) for (const item of result.items) items.push(item);
	if (host.who.isTool) return [answerForModel(items, happened, use)];
	if (host.who.goesOn) for (const item of errorItemsOf(happened)) items.push(item);
	return host.wanted.hasReport ? [items, reportOf(happened)] : [items];
}

/**
 * Ends a run that made no call.
 * @param more what an earlier try of it spent, and what the person in front of it is told
 * @throws NodeApiError where a failure stops the workflow
 */
export function endWithoutCalls(
	host: Host,
	results: ItemResult[],
	more: { account?: Account; hint?: Hint; remarks?: readonly Remark[] } = {},
): INodeExecutionData[][] {
	const { account = new Account(), hint, remarks = [] } = more;
	const happened = happenedIn({ results, account, cap: Infinity, reuse: 0, remarks });
	const stopper = stopperOf(host, results);
	note(host, happened, stopper === undefined, hint);
	if (stopper) throw host.told.errorOf(stopper, happened, NO_PAGES);
	if (hint) host.told.show(hint);
	return outputsOf(host, happened);
}

interface Done {
	happened: Happened;
	buyer: Buyer;
	memory?: Memory;
	pass: Pass;
}

/** n8n takes a first item that is an error for a failed run. */
const isFailedForN8n = ({ results, failed }: Happened) =>
	failed.length > 0 && results.every(({ items }) => items.length === 0);

/**
 * Delivers what a run brought, or keeps what it bought for whoever may use it.
 * @throws NodeApiError where a failure stops the workflow
 */
export async function endRun(
	host: Host,
	{ happened, buyer, memory, pass }: Done,
): Promise<INodeExecutionData[][]> {
	const isStopped = host.execution.stop?.aborted === true;
	const stopper = stopperOf(host, happened.results);
	const isTriedAgain = !pass.isLast && host.who.goesOn && isFailedForN8n(happened);
	const lateness = host.execution.tooLate();
	const use = { spent: moneyIn(host).spent, isAlone: host.execution.id === '' };

	if (!isStopped && !stopper && !isTriedAgain && !lateness) {
		// From here on, all counts as delivered.
		const remarks = [...happened.remarks, ...((await memory?.commit()) ?? [])];
		await buyer.release(true);
		const delivered = { ...happened, remarks };
		const hint = hintFor(delivered);
		note(host, delivered, true, hint);
		host.told.show(hint);
		return outputsOf(host, delivered, use);
	}

	const safe = await buyer.release(false);
	// n8n drops the output of a stopped execution; an error would have it try again.
	if (isStopped) return [[]];
	const hint = hintFor(happened);
	note(host, happened, false, hint);
	if (stopper) throw host.told.errorOf(stopper, happened, safe);
	host.told.show(lateness ? { ...hint, warnings: lateness, next: undefined } : hint);
	return lateness ? [[]] : outputsOf(host, happened, use);
}
