import type { Failure } from '../shared/failure';
import { Expenses } from './money';
import type { PaidPage } from './pages';

/** The failure of a request's last call, and the pass in which it failed. */
export interface LastFailure {
	readonly failure: Failure;
	readonly pass?: object;
}

/** The node in one round of a loop, over all its tries; for a tool, over all its uses. */
export interface NodeRun {
	/** Pages by request key: those bought or used, and those stored by the execution that this one retries. */
	readonly pages: Map<string, PaidPage>;
	readonly failures: Map<string, LastFailure>;
	readonly expenses: Expenses;
	/** Epoch milliseconds. */
	readonly begunAt: number;
	/** How often n8n has tried the run. */
	tries: number;
	/** Bytes of the pages that it bought, uncompressed. */
	plainBytes: number;
}

export const newRun = (pages: readonly PaidPage[] = []): NodeRun => ({
	pages: new Map(pages.map((page) => [page.key, page])),
	failures: new Map(),
	expenses: new Expenses(),
	begunAt: Date.now(),
	tries: 0,
	plainBytes: 0,
});
