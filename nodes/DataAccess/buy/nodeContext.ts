/** What later nodes read, such as `{{ $('Data Access').context.cost }}`. */
interface ReadByLaterNodes {
	calls?: number;
	cost?: number;
	costIsEstimate?: boolean;
	records?: number;
	reusedPages?: number;
	reason?: string;
}

/** What n8n keeps for the node with the execution, over its tries, runs and uses, and for its Retry. */
export interface NodeContext extends ReadByLaterNodes {
	possibleCost?: number;
	/** The highest price that an answer has reported, by endpoint. */
	prices?: Record<string, number>;
	/** The execution whose sums these are: n8n's Retry is another execution, and starts at zero. */
	execution?: string;
	/** Pages that a failed run bought and could not deliver, by request. */
	pages?: Record<string, StoredPage>;
	lost?: Array<StoredCall & { key: string }>;
}

/** A call that may have been charged, and whose answer was not found. Times are epoch milliseconds. */
export interface StoredCall {
	begunAt: number;
	endedAt: number;
	runId?: string;
	/** Milliseconds by which the gateway's clock was surely ahead; left out where nobody knows. */
	lead?: number;
	possible: number;
	/** The execution whose sums hold this. */
	execution: string;
}

/** Two executions may call at the same time. */
export const isSameCall = (one: StoredCall, other: StoredCall): boolean =>
	one.begunAt === other.begunAt && one.execution === other.execution;

export interface StoredPage {
	/** The answer's text, compressed, as base64. */
	packed: string;
	begunAt: number;
	boughtAt: number;
	leftAt: number;
	unreadAt?: number;
}

/** Of another execution's context, as n8n's Retry is given, only pages and lost calls stay. */
export function makeOwn(context: NodeContext, executionId: string): void {
	if (context.execution === executionId) return;
	const { pages, lost } = context;
	for (const name of Object.keys(context)) delete context[name as keyof NodeContext];
	const nothing = { calls: 0, cost: 0, costIsEstimate: false, possibleCost: 0 };
	const kept = { ...(pages && { pages }), ...(lost && { lost }) };
	Object.assign(context, nothing, kept, { execution: executionId });
}

/** Adds what a run brought to what the execution has brought. */
export function addToSums(
	context: NodeContext,
	run: { records: number; reusedPages: number; reason: string },
): void {
	context.records = (context.records ?? 0) + run.records;
	context.reusedPages = (context.reusedPages ?? 0) + run.reusedPages;
	context.reason = run.reason;
}

/** What the execution has come to, for its trace. */
export const sumsIn = ({ calls = 0, cost = 0, records = 0, reason = '' }: NodeContext) => ({
	calls,
	cost,
	records,
	reason,
});
