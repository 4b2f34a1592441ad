import { z } from 'zod/v3';

import { createSecretFinder } from '../gateway/redact';
import { yieldToEventLoop } from '../shared/eventLoop';
import type { SumsInContext } from './money';
import { packed, unpacked } from './pages';
import type { LostCall, PaidPage } from './pages';

/** Bytes of pages and keys that are stored with a failed execution at most, for n8n's Retry. */
const STORED_BOUND = 2 * 1024 * 1024;

/** The newest of them. */
const MOST_LOST = 100;

// What stands beside text and key in the stored execution, rounded up.
const SIZE_BESIDE = 150;

const TIME = z.number().finite();

/** A page, under its request. */
const STORED_PAGE = z.object({
	/** The answer's text, compressed, as base64. */
	packed: z.string(),
	begunAt: TIME,
	boughtAt: TIME,
	leftUntil: TIME,
});

const STORED_CALL = z.object({
	id: z.string(),
	key: z.string(),
	begunAt: TIME,
	endedAt: TIME,
	runId: z.string().optional(),
	lead: z.number().finite().optional(),
	execution: z.string().optional(),
	/** In US dollars, as possible cost of that execution. */
	counted: z.object({ amount: z.number().nonnegative() }).optional().catch(undefined),
});

/** What does not fit may have been damaged: it is left out, and bought anew. */
const STORED = z.object({
	pages: z.record(STORED_PAGE.optional().catch(undefined)).catch({}),
	lost: z.array(STORED_CALL.optional().catch(undefined)).catch([]),
});

type StoredPage = z.infer<typeof STORED_PAGE>;

/** What n8n keeps for the node with the execution, over its tries, runs and uses, and for its Retry. */
export interface NodeContext extends SumsInContext {
	/** What later nodes read, beside the sums: `{{ $('Data Access').context.records }}`. */
	records?: number;
	reusedPages?: number;
	reason?: string;
	/** The execution whose sums these are: n8n's Retry is another execution, and starts at zero. */
	execution?: string;
	/** Pages that a failed run bought and could not deliver, by request. */
	pages?: Record<string, StoredPage>;
	/** Of each request the newest. */
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

/** Of another execution's context, as n8n's Retry is given, only pages and lost calls stay. */
export function makeOwn(context: NodeContext, execution: string): void {
	if (context.execution !== execution) Object.assign(context, NO_SUMS, { execution });
}

/** What the retried execution has left to this one. */
export function storedIn(context: NodeContext): { pages: PaidPage[]; lost: LostCall[] } {
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
 * Stores what a run has not delivered, but pages that hold the API key, and those that there is no room for. It packs
 * each page, also as the process keeps it: there, it goes on counting as it was.
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
		const { key, begunAt, boughtAt, leftUntil } = page;
		page.text = await packed(page.text);
		const base64 = Buffer.from(page.text).toString('base64');
		const size = base64.length + key.length + SIZE_BESIDE;
		if (size <= room && !holdsSecret(await unpacked(page.text))) {
			room -= size;
			stored[key] = { packed: base64, begunAt, boughtAt, leftUntil };
		}
		await yieldToEventLoop();
	}
	context.pages = stored;
}

export function storeLost(context: NodeContext, calls: Iterable<LostCall>): void {
	context.lost = [...calls].slice(-MOST_LOST).map((call) => STORED_CALL.parse(call));
}
