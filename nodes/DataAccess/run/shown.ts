import type { INodeExecutionData } from 'n8n-workflow';

import type { Buyer } from '../buy/buyer';
import { spentIn } from '../buy/run';
import { errorItemsOf } from '../deliver/errors';
import { answerForModel } from '../deliver/forModel';
import type { ToolUse } from '../deliver/forModel';
import type { Happened } from '../deliver/happened';
import { hintFor } from '../deliver/hint';
import type { Hint } from '../deliver/hint';
import { reportOf } from '../deliver/report';
import type { Host } from '../host/host';

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
	for (const result of happened.items) for (const item of result.items) items.push(item);
	if (who.isTool) return [answerForModel(items, happened, use)];
	if (who.goesOn) for (const item of errorItemsOf(happened)) items.push(item);
	return wanted.hasReport ? [items, reportOf(happened)] : [items];
}

/** What the user gets to see of a run. */
export interface ShownRun {
	hint: Hint;
	outputs: INodeExecutionData[][];
}

export function shownOf(host: Host, happened: Happened, { price }: Buyer): ShownRun {
	const { execution } = host;
	const use = { spent: spentIn(execution), isAlone: execution.isAlone, price };
	return { hint: hintFor(happened), outputs: outputsOf(host, happened, use) };
}
