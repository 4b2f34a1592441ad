import type { INodeExecutionData } from 'n8n-workflow';

import { NO_PAGES } from '../buy/buyer';
import type { Buyer, SafePages } from '../buy/buyer';
import { moneyOf } from '../buy/executionMoney';
import type { Try } from '../buy/owner';
import { Account } from '../buy/spending';
import { errorItemsOf } from '../deliver/errors';
import { answerForModel } from '../deliver/forModel';
import type { ToolUse } from '../deliver/forModel';
import { happenedIn } from '../deliver/happened';
import type { Happened } from '../deliver/happened';
import { tellingOf } from '../deliver/hint';
import type { Telling } from '../deliver/hint';
import { reportOf, summaryOf } from '../deliver/report';
import { hasFailed } from '../deliver/results';
import type { FailedResult, ItemResult } from '../deliver/results';
import type { Host } from '../host/host';
import type { Memory } from '../watch/memory';

/** How a run has ended. */
interface Ended extends Happened {
	/** Nothing of it is delivered: n8n runs the node again, or takes nothing from it. */
	isUndelivered?: boolean;
	/** What stops the workflow; undefined where the run gives an output. */
	stoppedBy?: FailedResult;
	/** What became of the pages of a run that delivers nothing. */
	safe?: SafePages;
	/** What the person in front of it is told; undefined where the items say it all. */
	telling?: Telling;
	/** Where an agent has used the node, and may have spent something. */
	use?: ToolUse;
}

/**
 * Tells later nodes, traces, n8n's log and the person in front of a run what it came to, whatever that
 * is, and gives the node's outputs.
 * @throws NodeApiError where a failure stops the workflow
 */
function handOver(host: Host, ended: Ended): INodeExecutionData[][] {
	const { results, account, telling, safe = NO_PAGES } = ended;
	const stoppedBy = ended.stoppedBy ?? (host.goesOn ? undefined : results.find(hasFailed));
	const isDelivered = !ended.isUndelivered && stoppedBy === undefined;
	const { records: found, reusedPages, reason } = summaryOf(ended);
	const records = isDelivered ? found : 0;
	const money = moneyOf(host.nodeContext, host.executionId);
	money.report(records, isDelivered ? reusedPages : 0, reason);
	const { calls, cost } = account.total;
	// The uses of a tool overwrite each other's trace.
	host.trace(host.isTool ? money.sums() : { calls, cost, records, reason });
	if (telling) host.log(telling.summary, money.sums().calls);
	if (stoppedBy) throw host.errorOf(stoppedBy, ended, safe);

	if (telling) host.show(telling);
	const items = recordsOf(results);
	if (host.isTool) return [answerForModel(items, ended, ended.use)];
	if (host.goesOn) for (const item of errorItemsOf(ended)) items.push(item);
	return host.hasReport ? [items, reportOf(ended)] : [items];
}

/**
 * Ends a run that made no call.
 * @param more what an earlier try of it spent, and what the person in front of it is told
 * @throws NodeApiError where a failure stops the workflow
 */
export function endWithoutCalls(
	host: Host,
	results: ItemResult[],
	{ account = new Account(), telling }: { account?: Account; telling?: Telling } = {},
): INodeExecutionData[][] {
	const happened = happenedIn({ results, account, cap: Infinity, remarks: [] });
	return handOver(host, { ...happened, telling });
}

function recordsOf(results: readonly ItemResult[]): INodeExecutionData[] {
	const items: INodeExecutionData[] = [];
	for (const result of results) for (const item of result.items) items.push(item);
	return items;
}

/** A run that could buy, when its last item is done. */
interface Done {
	happened: Happened;
	buyer: Buyer;
	/** None where all records are wanted. */
	memory?: Memory;
	current: Try;
	/** No further try follows. */
	end(): void;
}

/**
 * Delivers what a run brought, or keeps what it bought for whoever may use it.
 * @throws NodeApiError where a failure stops the workflow
 */
export async function endRun(
	host: Host,
	{ happened, buyer, memory, current, end }: Done,
): Promise<INodeExecutionData[][]> {
	const { results } = happened;
	const willBeTriedAgain = current.number < host.maxTries;
	const keepForOthers = async (): Promise<SafePages> => {
		const safe = await buyer.release(false);
		if (!willBeTriedAgain || host.stop?.aborted) end();
		return safe;
	};
	const telling = () => tellingOf(happened);

	// n8n drops the output of a stopped execution; an error would have it try again.
	if (host.stop?.aborted) {
		await keepForOthers();
		return [[]];
	}
	const stoppedBy = host.goesOn ? undefined : results.find(hasFailed);
	if (stoppedBy) {
		return handOver(host, {
			...happened,
			stoppedBy,
			safe: await keepForOthers(),
			telling: telling(),
		});
	}
	const use = { spent: buyer.money.spent, isAlone: host.executionId === '' };
	// n8n takes a first item that is an error for a failed run.
	const hasNoItem = results.every(({ items }) => items.length === 0);
	if (willBeTriedAgain && hasNoItem && errorItemsOf(happened).length > 0) {
		await keepForOthers();
		return handOver(host, { ...happened, isUndelivered: true, telling: telling(), use });
	}
	const tooLate = host.tooLate();
	if (tooLate) {
		await keepForOthers();
		const { summary } = telling();
		const told = { summary, warnings: tooLate, details: '', isWarning: true };
		handOver(host, { ...happened, isUndelivered: true, telling: told });
		return [[]];
	}
	// From here on, all counts as delivered.
	const remarks = [...happened.remarks, ...((await memory?.commit()) ?? [])];
	await buyer.release(true);
	end();
	const delivered = { ...happened, remarks };
	return handOver(host, { ...delivered, telling: tellingOf(delivered), use });
}
