import { z } from 'zod/v3';

import { createSecretFinder } from '../gateway/redact';
import { yieldToEventLoop } from '../shared/eventLoop';
import type { SumsInContext } from './money';
import { pack, unpack } from './pages';
import type { LostCall, PaidPage } from './pages';

/** Most bytes of pages and keys that are stored with a failed execution, for n8n's Retry. */
const STORED_BOUND = 2 * 1024 * 1024;

/** Most lost calls that are stored. Older ones are dropped. */
const MOST_LOST = 100;

// Bytes that a stored page takes in addition to its text and key, rounded up.
const SIZE_BESIDE = 150;

const TIME = z.number().finite();

/** A page. Its request is its key in `pages`. */
const STORED_PAGE = z.object({
	/** The text of the response, compressed, as base64. */
	packed: z.string(),
	begunAt: TIME,
	boughtAt: TIME,
	availableUntil: TIME,
});

const STORED_CALL = z.object({
	id: z.string(),
	key: z.string(),
	begunAt: TIME,
	endedAt: TIME,
	runId: z.string().optional(),
	lead: z.number().finite().optional(),
	execution: z.string().optional(),
	wasRunning: z.boolean().optional(),
	/** The possible cost that the execution counted for it, in US dollars. */
	counted: z.object({ amount: z.number().nonnegative() }).optional().catch(undefined),
});

/** An entry that does not fit may be damaged. It is dropped, so its page is bought again. */
const STORED = z.object({
	pages: z.record(STORED_PAGE.optional().catch(undefined)).catch({}),
	lost: z.array(STORED_CALL.optional().catch(undefined)).catch([]),
});

type StoredPage = z.infer<typeof STORED_PAGE>;

/** What n8n stores for the node with the execution, for all its tries, runs and uses, and for its Retry. */
export interface NodeContext extends SumsInContext {
	/** Later nodes read these, as they read the sums: `{{ $('Data Access').context.records }}`. */
	records?: number;
	reusedPages?: number;
	reason?: string;
	/** The execution that these sums belong to. n8n's Retry is another execution, and starts at zero. */
	execution?: string;
	/** Pages that a failed run bought and could not deliver, by request key. */
	pages?: Record<string, StoredPage>;
	/** The latest lost call of each request. */
	lost?: Array<z.infer<typeof STORED_CALL>>;
}

const NO_SUMS: Omit<NodeContext, 'execution' | 'pages' | 'lost'> = {
	calls: 0,
	cost: 0,
	costIsEstimate: false,
	possibleCost: 0,
	prices: undefined,
	records: undefined,
	reusedPages: undefined,
	reason: undefined,
};

/** Clears the sums of another execution, whose context n8n passes to its Retry. Pages and lost calls stay. */
export function adoptContext(context: NodeContext, execution: string): void {
	if (context.execution !== execution) Object.assign(context, NO_SUMS, { execution });
}

/**
 * Adds the sums of a run to those of its execution, which later nodes read.
 * @returns the sums of the execution
 */
export function addSums(
	{ context, id }: { context: NodeContext; id: string },
	run: Required<Pick<NodeContext, 'records' | 'reusedPages' | 'reason'>>,
) {
	adoptContext(context, id);
	const { calls = 0, cost = 0 } = context;
	const { reason } = run;
	const records = (context.records ?? 0) + run.records;
	const reusedPages = (context.reusedPages ?? 0) + run.reusedPages;
	Object.assign(context, { records, reusedPages, reason });
	return { calls, cost, records, reason };
}

/** Returns the pages and lost calls that the retried execution stored. */
export function readStored(context: NodeContext): { pages: PaidPage[]; lost: LostCall[] } {
	const { pages, lost } = STORED.parse(context);
	return {
		pages: Object.entries(pages).flatMap(([key, page]) => (page ? pageOf(key, page) : [])),
		lost: lost.filter((call) => call !== undefined),
	};
}

const pageOf = (key: string, { packed: base64, ...times }: StoredPage): PaidPage => ({
	key,
	text: new Uint8Array(Buffer.from(base64, 'base64')),
	...times,
});

/**
 * Stores the pages that a run has not delivered, except pages that contain the API key or exceed the bound. This
 * compresses each page in the process's memory, too, which still counts it at its original size.
 */
export async function storePages(
	context: NodeContext,
	pages: Iterable<PaidPage>,
	secret: string,
): Promise<void> {
	const stored: Record<string, StoredPage> = {};
	const holdsSecret = createSecretFinder(secret);
	let room = STORED_BOUND;
	for (const page of pages) {
		const { key, begunAt, boughtAt, availableUntil } = page;
		const text = await pack(page);
		const base64 = Buffer.from(text).toString('base64');
		const size = base64.length + key.length + SIZE_BESIDE;
		if (size <= room && !holdsSecret(await unpack(text))) {
			room -= size;
			stored[key] = { packed: base64, begunAt, boughtAt, availableUntil };
		}
		await yieldToEventLoop();
	}
	context.pages = stored;
}

export function storeLost(context: NodeContext, calls: Iterable<LostCall>): void {
	context.lost = [...calls].slice(-MOST_LOST).map((call) => STORED_CALL.parse(call));
}
