import type { Failure } from '../shared/failure';
import { Account } from './money';
import type { PaidPage } from './pages';

/** How the last call of a request failed, and in which pass. */
export interface LastFailure {
	readonly failure: Failure;
	readonly pass?: object;
}

/** What a run has: one round of a loop, over all its tries; for a tool, all its uses. */
export interface NodeRun {
	/** By request: what it has bought or used, and what the retried execution has left to it. */
	readonly pages: Map<string, PaidPage>;
	readonly failures: Map<string, LastFailure>;
	readonly account: Account;
	/** Epoch milliseconds. */
	readonly begunAt: number;
	/** How often n8n has tried it. */
	tries: number;
	/** What the pages that it has bought take, as they came. */
	plainBytes: number;
}

export const newRun = (pages: readonly PaidPage[] = []): NodeRun => ({
	pages: new Map(pages.map((page) => [page.key, page])),
	failures: new Map(),
	account: new Account(),
	begunAt: Date.now(),
	tries: 0,
	plainBytes: 0,
});
