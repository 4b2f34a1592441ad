import { makeOwn } from '../buy/stored';
import type { NodeContext } from '../buy/stored';
import type { Happened } from '../deliver/happened';
import { sumsOf } from '../deliver/report';
import type { Host } from '../host/host';

/** Tells later nodes and traces what a run came to. */
export function recordSums(
	{ who, execution, audience }: Host,
	happened: Happened,
	isDelivered: boolean,
): void {
	const { context, id } = execution;
	makeOwn(context, id);
	const { reason, ...sums } = sumsOf(happened);
	const { records, reusedPages } = isDelivered ? sums : { records: 0, reusedPages: 0 };
	addToContext(context, { records, reusedPages, reason });
	const { calls, cost } = happened.spent;
	// The uses of a tool overwrite each other's trace.
	audience.trace(who.isTool ? sumsIn(context) : { calls, cost, records, reason });
}

/** Adds what a run brought to what the execution has brought. */
function addToContext(
	context: NodeContext,
	run: { records: number; reusedPages: number; reason: string },
): void {
	const { records = 0, reusedPages = 0 } = context;
	context.records = records + run.records;
	context.reusedPages = reusedPages + run.reusedPages;
	context.reason = run.reason;
}

/** What the execution has come to. */
const sumsIn = ({ calls = 0, cost = 0, records = 0, reason = '' }: NodeContext) => ({
	calls,
	cost,
	records,
	reason,
});
