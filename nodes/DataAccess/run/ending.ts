import type { INodeExecutionData } from 'n8n-workflow';

import type { Buyer } from '../buy/buyer';
import type { SafePages } from '../buy/endPass';
import { moneyOf } from '../buy/money';
import { addToSums, ownContext, sumsIn } from '../buy/nodeContext';
import { Account } from '../buy/spending';
import { errorItemsOf } from '../deliver/errors';
import { happenedIn, stopperIn } from '../deliver/happened';
import { failedBefore } from '../deliver/itemResult';
import type { Happened } from '../deliver/happened';
import type { ItemResult, KnownPlace } from '../deliver/itemResult';
import { answerForModel } from '../deliver/forModel';
import type { ToolUse } from '../deliver/forModel';
import { hintFor } from '../deliver/hint';
import type { Hint } from '../deliver/hint';
import { REMARKS } from '../deliver/remarks';
import type { Remark } from '../deliver/remarks';
import { reportOf, sumsOf } from '../deliver/report';
import type { FailedRun, Host } from '../host/host';
import type { Failure } from '../shared/failure';
import type { Memory } from '../watch/memory';

/** The node's outputs, with the failure that a poll only tells of, or what stops the workflow instead. */
export type Ended =
	| { outputs: INodeExecutionData[][]; failed?: FailedRun }
	| { outputs?: undefined; failed: FailedRun };

const moneyIn = ({ execution: { context, id } }: Host) => moneyOf(context, id);

/** Tells later nodes, traces and the log of a trigger what a run came to. */
function note(host: Host, happened: Happened, isDelivered: boolean, summary?: string): void {
	const { who, execution, told } = host;
	const context = ownContext(execution.context, execution.id);
	const { reason, ...found } = sumsOf(happened);
	const { records, reusedPages } = isDelivered ? found : { records: 0, reusedPages: 0 };
	addToSums(context, { records, reusedPages, reason });
	const { calls, cost } = happened.account.total;
	// The uses of a tool overwrite each other's trace.
	told.note(who.isTool ? sumsIn(context) : { calls, cost, records, reason }, summary);
}

/** The items in input order, error items last; then the report, where wanted. A model gets one answer. */
function outputsOf(
	{ who, wanted }: Host,
	happened: Happened,
	use?: ToolUse,
): INodeExecutionData[][] {
	const items: INodeExecutionData[] = [];
	for (const result of happened.results) for (const item of result.items) items.push(item);
	if (who.isTool) return [answerForModel(items, happened, use)];
	if (who.goesOn) for (const item of errorItemsOf(happened)) items.push(item);
	return wanted.hasReport ? [items, reportOf(happened)] : [items];
}

/** The failure that stops the workflow. */
const stopperOf = ({ who }: Host, happened: Happened) =>
	who.goesOn ? undefined : stopperIn(happened);

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
): Ended {
	const happened = happenedIn({ results, account, cap: Infinity, reuse: 0, remarks });
	const stopper = stopperOf(host, happened);
	note(host, happened, stopper === undefined, hint?.summary);
	if (stopper) return { failed: { result: stopper, happened, safe } };
	if (hint) host.told.show(hint);
	return { outputs: outputsOf(host, happened) };
}

/** Ends a run that fails as a whole: all its items have the same failure, each at its own place. */
export function endFailed(
	host: Host,
	failure: Failure,
	placeOf: (itemIndex: number) => KnownPlace | undefined,
	spent: Pick<Undelivered, 'account' | 'safe'>,
): Ended {
	const results = host.wanted.inputItems.map((_, itemIndex) =>
		failedBefore(itemIndex, failure, placeOf(itemIndex)),
	);
	return endWithoutCalls(host, { results, ...spent });
}

/** What the user gets to see of a run. */
function shownOf(host: Host, happened: Happened) {
	const use = { spent: moneyIn(host).spent, isAlone: host.execution.id === '' };
	return { hint: hintFor(happened), outputs: outputsOf(host, happened, use) };
}

/** n8n runs the node again if the first item is an error, so only where no record comes before. */
const isFailedForN8n = ({ results, failed }: Happened) =>
	failed.length > 0 && results.every(({ items }) => items.length === 0);

/** A run that has read its lists. */
interface ReadRun {
	happened: Happened;
	buyer: Buyer;
	memory?: Memory;
	isLastTry: boolean;
}

/** Delivers what a run brought, or keeps what it bought for whoever may use it. */
export async function endRun(host: Host, run: ReadRun): Promise<Ended> {
	const { who, execution, told } = host;
	const { happened, buyer, isLastTry } = run;
	// Made before anything counts as delivered: an exception then costs nothing.
	const shown = shownOf(host, happened);
	const { hint, outputs } = shown;
	const keep = async () => {
		const safe = await buyer.release(false);
		note(host, happened, false, hint.summary);
		return safe;
	};

	if (execution.stop?.aborted) return { outputs: await keepForOthers(buyer) };
	const failure = stopperOf(host, happened);
	const failed = failure && { result: failure, happened };
	// A poll delivers what it read before a failure, and only tells of that.
	if (failed && !(who.isPoll && happened.records > 0)) {
		return { failed: { ...failed, safe: await keep() } };
	}
	const lateness = execution.tooLate();
	if (lateness) {
		await keep();
		told.show({ ...hint, warnings: lateness, next: undefined });
		return { outputs: [[]] };
	}
	if (!isLastTry && who.goesOn && isFailedForN8n(happened)) {
		await keep();
		told.show(hint);
		return { outputs };
	}
	return { outputs: await deliver(host, run, shown), failed };
}

/** n8n drops the output of a stopped execution; an error would have it try again. */
async function keepForOthers(buyer: Buyer): Promise<INodeExecutionData[][]> {
	await buyer.release(false);
	return [[]];
}

async function deliver(
	host: Host,
	{ happened, buyer, memory }: ReadRun,
	shown: ReturnType<typeof shownOf>,
): Promise<INodeExecutionData[][]> {
	const isStopped = () => host.execution.stop?.aborted === true;
	const remembered = memory ? await memory.commit(isStopped) : [];
	if (remembered === 'stopped') return await keepForOthers(buyer);
	const remarks = remembered.map((name): Remark => REMARKS[name]);
	// Now all counts as delivered: the records come, whatever fails from here on.
	try {
		await buyer.release(true);
		const all = { ...happened, remarks: [...happened.remarks, ...remarks] };
		const { hint, outputs } = remarks.length > 0 ? shownOf(host, all) : shown;
		note(host, happened, true, hint.summary);
		host.told.show(hint);
		return outputs;
	} catch {
		return shown.outputs;
	}
}
