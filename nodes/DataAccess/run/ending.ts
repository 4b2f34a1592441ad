import type { INodeExecutionData } from 'n8n-workflow';

import type { Buyer } from '../buy/buyer';
import type { SafePages } from '../buy/endPass';
import { Account, moneyOf } from '../buy/money';
import { errorItemsOf } from '../deliver/errors';
import { failedBefore, happenedIn, stopperIn } from '../deliver/happened';
import type { Happened, ItemResult } from '../deliver/happened';
import { answerForModel } from '../deliver/forModel';
import type { ToolUse } from '../deliver/forModel';
import { hintFor } from '../deliver/hint';
import type { Hint } from '../deliver/hint';
import { REMARKS } from '../deliver/remarks';
import type { Remark } from '../deliver/remarks';
import { reportOf, sumsOf } from '../deliver/report';
import type { Host, Stop } from '../host/host';
import { unexpected } from '../shared/failure';
import type { Memory } from '../watch/memory';

const moneyIn = ({ execution: { context, id } }: Host) => moneyOf(context, id);

/** Tells later nodes, traces and the log of a trigger what a run came to. */
function note(host: Host, happened: Happened, isDelivered: boolean, summary?: string): void {
	const { records: found, reusedPages, reason } = sumsOf(happened);
	const records = isDelivered ? found : 0;
	const money = moneyIn(host);
	money.report(records, isDelivered ? reusedPages : 0, reason);
	const { calls, cost } = happened.account.total;
	// The uses of a tool overwrite each other's trace.
	host.told.note(host.who.isTool ? money.sums() : { calls, cost, records, reason }, summary);
}

/** The node's outputs, with the failure that a poll only tells of, or what stops the workflow instead. */
export type Ended = { outputs: INodeExecutionData[][]; failed?: Stop } | { stop: Stop };

/** The items in input order, error items last; then the report, where wanted. A model gets one answer. */
function outputsOf(
	{ who, wanted }: Host,
	happened: Happened,
	goesOn: boolean,
	use?: ToolUse,
): INodeExecutionData[][] {
	const items: INodeExecutionData[] = [];
	for (const result of happened.results) for (const item of result.items) items.push(item);
	if (who.isTool) return [answerForModel(items, happened, use)];
	if (goesOn) for (const item of errorItemsOf(happened)) items.push(item);
	return wanted.hasReport ? [items, reportOf(happened)] : [items];
}

interface Undelivered {
	results: ItemResult[];
	/** What an earlier try of it spent. */
	account?: Account;
	safe?: SafePages;
	hint?: Hint;
	remarks?: readonly Remark[];
}

/** Ends a run that made no call, or delivers nothing of what it bought. */
export function endWithoutCalls(
	host: Host,
	{ results, account = new Account(), safe, hint, remarks = [] }: Undelivered,
	goesOn = host.who.goesOn,
): Ended {
	const happened = happenedIn({ results, account, cap: Infinity, reuse: 0, remarks });
	const stopper = goesOn ? undefined : stopperIn(happened);
	note(host, happened, stopper === undefined, hint?.summary);
	if (stopper) return { stop: { result: stopper, happened, safe } };
	if (hint) host.told.show(hint);
	return { outputs: outputsOf(host, happened, goesOn) };
}

/** n8n runs the node again if the first item is an error, so only where no record comes before. */
const isFailedForN8n = ({ results, failed }: Happened) =>
	failed.length > 0 && results.every(({ items }) => items.length === 0);

/** An exception before the output was made: what was bought is kept, and all items have failed. */
export async function endBroken(
	host: Host,
	error: unknown,
	{ buyer, results, account }: { buyer: Buyer; results: readonly ItemResult[]; account: Account },
): Promise<Ended> {
	const safe = await buyer.release(false);
	const failed = host.wanted.inputItems.map((_, itemIndex) =>
		failedBefore(itemIndex, unexpected(error), results[itemIndex]?.list, results[itemIndex]?.begin),
	);
	return endWithoutCalls(host, { results: failed, account, safe });
}

/** Delivers what a run brought, or keeps what it bought for whoever may use it. */
export async function endRun(
	host: Host,
	run: { happened: Happened; buyer: Buyer; memory?: Memory; isLastTry: boolean },
): Promise<Ended> {
	const { who, execution, told } = host;
	const { happened, buyer, memory, isLastTry } = run;
	const use = { spent: moneyIn(host).spent, isAlone: execution.id === '' };
	const made = (all: Happened) => ({
		hint: hintFor(all),
		outputs: outputsOf(host, all, who.goesOn, use),
	});
	let { hint, outputs } = made(happened);
	const isStopped = execution.stop?.aborted === true;
	const failure = who.goesOn ? undefined : stopperIn(happened);
	const stopper = who.isPoll && happened.records > 0 ? undefined : failure;
	const isTriedAgain = !isLastTry && who.goesOn && isFailedForN8n(happened);
	const lateness = execution.tooLate();

	if (!isStopped && !stopper && !isTriedAgain && !lateness) {
		// From here on, all counts as delivered.
		const remarks = ((await memory?.commit()) ?? []).map((name): Remark => REMARKS[name]);
		await buyer.release(true);
		try {
			const all = { ...happened, remarks: [...happened.remarks, ...remarks] };
			if (remarks.length > 0) ({ hint, outputs } = made(all));
			note(host, happened, true, hint.summary);
			told.show(hint);
		} catch {
			// The records come, whatever can be told of them.
		}
		return { outputs, failed: failure && { result: failure, happened } };
	}

	const safe = await buyer.release(false);
	// n8n drops the output of a stopped execution; an error would have it try again.
	if (isStopped) return { outputs: [[]] };
	note(host, happened, false, hint.summary);
	if (stopper) return { stop: { result: stopper, happened, safe } };
	told.show(lateness ? { ...hint, warnings: lateness, next: undefined } : hint);
	return { outputs: lateness ? [[]] : outputs };
}
