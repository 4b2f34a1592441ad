import { adoptContext } from '../buy/stored';
import type { NodeContext } from '../buy/stored';
import type { Happened } from '../deliver/happened';
import { sumsOf } from '../deliver/report';
import type { Host } from '../host/host';

/** Writes the sums of a run to n8n's context, for later nodes, and to the trace. */
export function recordSums(
	{ who, execution, audience }: Host,
	happened: Happened,
	isDelivered: boolean,
): void {
	const { context, id } = execution;
	adoptContext(context, id);
	const { reason, ...sums } = sumsOf(happened);
	const { records, reusedPages } = isDelivered ? sums : { records: 0, reusedPages: 0 };
	addToContext(context, { records, reusedPages, reason });
	const { calls, cost } = happened.spent;
	// Each use of a tool overwrites the previous trace, so the trace must hold the sums of all uses.
	audience.trace(who.isTool ? sumsIn(context) : { calls, cost, records, reason });
}

/** Adds the sums of a run to those of the execution. */
function addToContext(
	context: NodeContext,
	run: { records: number; reusedPages: number; reason: string },
): void {
	const { records = 0, reusedPages = 0 } = context;
	context.records = records + run.records;
	context.reusedPages = reusedPages + run.reusedPages;
	context.reason = run.reason;
}

/** Returns the sums of the execution. */
const sumsIn = ({ calls = 0, cost = 0, records = 0, reason = '' }: NodeContext) => ({
	calls,
	cost,
	records,
	reason,
});
