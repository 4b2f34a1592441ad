import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Buyer } from '../buy/buyer';
import type { Expenses } from '../buy/money';
import type { KeptPages } from '../buy/endPass';
import { errorItemsOf } from '../deliver/errors';
import type { FailedRun } from '../deliver/errors';
import { answerForModel } from '../deliver/forModel';
import type { ToolUse } from '../deliver/forModel';
import { happenedIn, stopperIn } from '../deliver/happened';
import type { FailedItem, Happened } from '../deliver/happened';
import { hintFor } from '../deliver/hint';
import type { Hint } from '../deliver/hint';
import { failedBefore } from '../deliver/itemResult';
import type { ItemResult } from '../deliver/itemResult';
import { REMARKS } from '../deliver/remarks';
import { reportOf } from '../deliver/report';
import type { Host } from '../host/host';
import { unexpected } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { yieldToEventLoop } from '../shared/eventLoop';
import type { Memory } from '../watch/memory';
import { recordSums } from './sums';

/** The node's outputs, or the failure that stops the workflow. */
export type Ended = { outputs: INodeExecutionData[][] } | { failed: FailedRun };

/** How a run ends, decided once. */
interface RunEnd {
	/**
	 * Delivered: the records leave the node. Failed: n8n tries again now or later, so paid pages wait for that. Stopped:
	 * they wait, too, but n8n discards the output.
	 */
	kind: 'delivered' | 'failed' | 'stopped';
	/** The item whose failure ends the workflow, if one does. */
	stopper?: FailedItem;
}

/** Returns whether n8n counts the output as a failure (n8n.md, The first item decides on a retry). */
const isFailedForN8n = ({ items: all, failed }: Happened) =>
	failed.length > 0 && all.every(({ items }) => items.length === 0);

/** @param isLastTry n8n will not retry the run */
function endOf({ who, execution }: Host, happened: Happened, isLastTry = true): RunEnd {
	if (execution.stop?.aborted) return { kind: 'stopped' };
	const stopper = who.continuesOnFail ? undefined : stopperIn(happened);
	const isRetried = who.continuesOnFail && !isLastTry && isFailedForN8n(happened);
	return { kind: stopper || isRetried ? 'failed' : 'delivered', stopper };
}

/** What there is to report and to return. */
interface Outcome {
	/** Omitted if there is nothing to say. */
	hint?: Hint;
	/** The paid pages that are kept, if the run delivers none of them. */
	keptPages?: KeptPages;
	/** Built before anything was marked as delivered. Omitted if nothing was. */
	records?: INodeExecutionData[];
}

/** Reports the outcome of a run to the user, and returns the node's outputs, or the failure that stops the workflow. */
function finish(
	host: Host,
	happened: Happened,
	end: RunEnd,
	{ hint, keptPages, records }: Outcome,
): Ended {
	// An error would make n8n retry the run (n8n.md, A stopped execution loses its output).
	if (end.kind === 'stopped') return { outputs: [[]] };
	recordSums(host, happened, end.kind === 'delivered');
	if (end.stopper) return { failed: { item: end.stopper, happened, keptPages } };
	if (hint) host.audience.show(hint);
	const first = records ?? outputRecordsOf(host, happened);
	return { outputs: host.wanted.hasReport ? [first, reportOf(happened)] : [first] };
}

/** Ends a run that buys nothing. */
export const endFree = (host: Host, happened: Happened, hint?: Hint): Ended =>
	finish(host, happened, endOf(host, happened), { hint });

/**
 * Returns the items of the first output in input order, error items last; for a model, one answer.
 * @param use omitted if nothing can be spent, or if the run failed as a whole
 */
function outputRecordsOf({ who }: Host, happened: Happened, use?: ToolUse): INodeExecutionData[] {
	const items = happened.items.flatMap((result) => result.items);
	if (who.isTool) return answerForModel(items, happened, use);
	// n8n.md, A throw hides the records.
	return who.continuesOnFail ? [...items, ...errorItemsOf(happened)] : items;
}

/** Ends a run that failed as a whole: all items get the same failure, each with the position that Resume From names. */
export async function endFailed(
	host: Host,
	failure: Failure,
	startOf: (itemIndex: number) => IDataObject | null | undefined,
	{ expenses, keptPages }: { expenses: Expenses; keptPages?: KeptPages },
): Promise<Ended> {
	const results: ItemResult[] = [];
	for (const itemIndex of host.wanted.inputItems.keys()) {
		results.push(failedBefore(itemIndex, failure, { start: startOf(itemIndex) }));
		await yieldToEventLoop();
	}
	const happened = happenedIn({ results, expenses });
	return finish(host, happened, endOf(host, happened, false), { keptPages });
}

/** A run that has read its lists. */
interface RunToEnd {
	happened: Happened;
	buyer: Buyer;
	memory?: Memory;
	isLastTry: boolean;
}

/** Ends a run that has read its lists: delivers its records, or keeps its paid pages. */
export async function endRun(host: Host, run: RunToEnd): Promise<Ended> {
	const { happened, buyer, memory, isLastTry } = run;
	if (endOf(host, happened, isLastTry).kind === 'delivered') await memory?.prepare();
	// Decided after all slow work, because n8n drops the output of a stopped execution.
	const end = endOf(host, happened, isLastTry);
	if (end.kind !== 'delivered') {
		const keptPages = await buyer.endPass(false);
		return finish(host, happened, end, { hint: hintFor(happened), keptPages });
	}
	const use = { spent: buyer.spent, isAlone: host.execution.isAlone };
	// Built first: if this throws, nothing has been marked as delivered yet.
	return await deliver(host, run, end, outputRecordsOf(host, happened, use));
}

/** Leaves a failure in n8n's log, and never throws: a log that fails must not lose a record. */
function logDefect({ execution }: Host, error: unknown): void {
	try {
		execution.log?.(`failed once the records were delivered: ${unexpected(error).words}`);
	} catch {
		// There is no other place to report it.
	}
}

/** Marks everything as delivered. After that, the records leave the node, whatever else fails. */
async function deliver(
	host: Host,
	{ happened, buyer, memory }: RunToEnd,
	end: RunEnd,
	records: INodeExecutionData[],
): Promise<Ended> {
	const remembered = (await memory?.commit()) ?? [];
	try {
		await buyer.endPass(true);
		const remarks = [...happened.remarks, ...remembered.map((name) => REMARKS[name])];
		const whole = { ...happened, remarks };
		return finish(host, whole, end, { hint: hintFor(whole), records });
	} catch (error) {
		logDefect(host, error);
		return { outputs: host.wanted.hasReport ? [records, []] : [records] };
	}
}
