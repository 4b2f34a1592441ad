import type { INodeExecutionData } from 'n8n-workflow';

import { moneyOf } from '../buy/money';
import { addToSums, makeOwn, sumsIn } from '../buy/nodeContext';
import { errorItemsOf } from '../deliver/errors';
import { answerForModel } from '../deliver/forModel';
import type { ToolUse } from '../deliver/forModel';
import type { Happened } from '../deliver/happened';
import { hintFor } from '../deliver/hint';
import type { Hint } from '../deliver/hint';
import { reportOf, sumsOf } from '../deliver/report';
import type { Host } from '../host/host';

/** Tells later nodes, traces and the log of a trigger what a run came to. */
export function noteSums(
	{ who, execution, audience }: Host,
	happened: Happened,
	isDelivered: boolean,
	summary?: string,
): void {
	const { context, id } = execution;
	makeOwn(context, id);
	const { reason, ...found } = sumsOf(happened);
	const { records, reusedPages } = isDelivered ? found : { records: 0, reusedPages: 0 };
	addToSums(context, { records, reusedPages, reason });
	const { calls, cost } = happened.account.total;
	// The uses of a tool overwrite each other's trace.
	audience.note(who.isTool ? sumsIn(context) : { calls, cost, records, reason }, summary);
}

/**
 * The items in input order, error items last; then the report, where wanted. A model gets one answer.
 * @param use left out where nothing can be spent
 */
export function outputsOf(
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

/** What the user gets to see of a run. */
export interface Shown {
	hint: Hint;
	outputs: INodeExecutionData[][];
}

export function shownOf(host: Host, happened: Happened): Shown {
	const { context, id } = host.execution;
	const use = { spent: moneyOf(context, id).spent, isAlone: id === '' };
	return { hint: hintFor(happened), outputs: outputsOf(host, happened, use) };
}
