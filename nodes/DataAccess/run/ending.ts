import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Buyer } from '../buy/buyer';
import type { Account } from '../buy/money';
import type { SafePages } from '../buy/pass';
import { errorItemsOf } from '../deliver/errors';
import type { FailedRun } from '../deliver/errors';
import { answerForModel } from '../deliver/forModel';
import type { ToolUse } from '../deliver/forModel';
import { happenedIn, stopperIn } from '../deliver/happened';
import type { Happened } from '../deliver/happened';
import { hintFor } from '../deliver/hint';
import type { Hint } from '../deliver/hint';
import { failedBefore } from '../deliver/itemResult';
import type { ItemResult } from '../deliver/itemResult';
import { REMARKS } from '../deliver/remarks';
import { reportOf } from '../deliver/report';
import type { Host } from '../host/host';
import type { Failure } from '../shared/failure';
import { giveWay } from '../shared/turn';
import type { Memory } from '../watch/memory';
import { noteSums } from './sums';

/** The node's outputs, or what stops the workflow instead. */
export type Ended = { outputs: INodeExecutionData[][] } | { failed: FailedRun };

/** What is told of a run beside what happened in it. */
interface Telling {
	/** Left out, or gives nothing, where there is nothing to say. */
	hintOf?(happened: Happened): Hint | undefined;
	/** Left out where nothing can be spent, and where the run failed as a whole. */
	use?: ToolUse;
	/** What it bought, where it delivers nothing of that. */
	safe?: SafePages;
	/** Left out where they are still to be made. */
	outputs?: INodeExecutionData[][];
}

/** Under On Error = Stop, the item whose failure ends the workflow. */
const stopperFor = ({ who }: Host, happened: Happened) =>
	who.continuesOnFail ? undefined : stopperIn(happened);

/** Ends a run: n8n, and whoever is in front of it, is told what it came to. */
export function tell(
	host: Host,
	happened: Happened,
	{ hintOf, use, safe, outputs }: Telling,
): Ended {
	const item = stopperFor(host, happened);
	noteSums(host, happened, !item && !safe);
	if (item) return { failed: { item, happened, safe } };
	const hint = hintOf?.(happened);
	if (hint) host.audience.show(hint);
	return { outputs: outputs ?? outputsOf(host, happened, use) };
}

/** Items in input order, error items last; then the report, where wanted. A model gets one answer. */
function outputsOf(
	{ who, wanted }: Host,
	happened: Happened,
	use: ToolUse | undefined,
): INodeExecutionData[][] {
	const items = happened.items.flatMap((result) => result.items);
	if (who.isTool) return [answerForModel(items, happened, use)];
	// n8n.md, A throw hides the records.
	const all = who.continuesOnFail ? [...items, ...errorItemsOf(happened)] : items;
	return wanted.hasReport ? [all, reportOf(happened)] : [all];
}

/** Ends a run that fails as a whole: all its items have the same failure, each at the place that it was given. */
export async function endFailed(
	host: Host,
	failure: Failure,
	placeOf: (itemIndex: number) => IDataObject | null | undefined,
	{ account, safe }: { account: Account; safe?: SafePages },
): Promise<Ended> {
	const results: ItemResult[] = [];
	for (const itemIndex of host.wanted.inputItems.keys()) {
		results.push(failedBefore(itemIndex, failure, { begin: placeOf(itemIndex) }));
		await giveWay();
	}
	return tell(host, happenedIn({ results, account }), { safe });
}

/** A run that has read its lists. */
interface ReadRun {
	happened: Happened;
	buyer: Buyer;
	memory?: Memory;
	isLastTry: boolean;
}

/** Where no record comes before the error items (n8n.md, The first item decides on a retry). */
const isFailedForN8n = ({ items: all, failed }: Happened) =>
	failed.length > 0 && all.every(({ items }) => items.length === 0);

/** Delivers what a run brought, or keeps what it bought for whoever may use it. */
export async function endRun(host: Host, run: ReadRun): Promise<Ended> {
	const { happened, buyer, isLastTry } = run;
	const { execution, who } = host;
	if (execution.stop?.aborted) {
		await buyer.endPass(false);
		// An error would have n8n try again (n8n.md, A stopped execution loses its output).
		return { outputs: [[]] };
	}
	const use = { spent: buyer.spent, isAlone: execution.isAlone, price: buyer.price };
	const isTriedAgain = who.continuesOnFail && !isLastTry && isFailedForN8n(happened);
	const isKept = isTriedAgain || stopperFor(host, happened) !== undefined;
	if (!isKept) return await endDelivered(host, run, use);
	const safe = await buyer.endPass(false);
	return tell(host, happened, { hintOf: hintFor, use, safe });
}

async function endDelivered(
	host: Host,
	{ happened, buyer, memory }: ReadRun,
	use: ToolUse,
): Promise<Ended> {
	// Made before anything counts as delivered: an exception then costs nothing.
	const outputs = outputsOf(host, happened, use);
	const remembered = (await memory?.commit()) ?? [];
	// Now all counts as delivered: the records come, whatever fails from here on.
	try {
		await buyer.endPass(true);
		const telling = { hintOf: hintFor, use };
		if (remembered.length === 0) return tell(host, happened, { ...telling, outputs });
		const remarks = [...happened.remarks, ...remembered.map((name) => REMARKS[name])];
		return tell(host, { ...happened, remarks }, telling);
	} catch {
		return { outputs };
	}
}
