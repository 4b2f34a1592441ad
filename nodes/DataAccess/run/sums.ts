import { addToSums, makeOwn, sumsIn } from '../buy/stored';
import type { Happened } from '../deliver/happened';
import { sumsOf } from '../deliver/report';
import type { Host } from '../host/host';

/** Tells later nodes and traces what a run came to. */
export function noteSums(
	{ who, execution, audience }: Host,
	happened: Happened,
	isDelivered: boolean,
): void {
	const { context, id } = execution;
	makeOwn(context, id);
	const { reason, ...found } = sumsOf(happened);
	const { records, reusedPages } = isDelivered ? found : { records: 0, reusedPages: 0 };
	addToSums(context, { records, reusedPages, reason });
	const { calls, cost } = happened.spent;
	// The uses of a tool overwrite each other's trace.
	audience.note(who.isTool ? sumsIn(context) : { calls, cost, records, reason });
}
