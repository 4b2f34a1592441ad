import { addSums } from '../buy/stored';
import type { Happened } from '../deliver/happened';
import { sumsOf } from '../deliver/report';
import type { Host } from '../host/host';

/** Writes the sums of a run to n8n's context, for later nodes, and to the trace. */
export function recordSums(
	{ who, execution, audience }: Host,
	happened: Happened,
	isDelivered: boolean,
): void {
	const { reason, ...sums } = sumsOf(happened);
	const { records, reusedPages } = isDelivered ? sums : { records: 0, reusedPages: 0 };
	const ofExecution = addSums(execution, { records, reusedPages, reason });
	const { calls, cost } = happened.spent;
	// Each use of a tool overwrites the previous trace, so the trace must hold the sums of all uses.
	audience.trace(who.isTool ? ofExecution : { calls, cost, records, reason });
}
