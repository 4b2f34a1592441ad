/**
 * What n8n keeps for the node with the execution: over all tries of Retry On Fail, all rounds of a
 * loop, all uses by an agent, and in what n8n's Retry starts from. Later nodes read what stands
 * before `possibleCost`, such as `{{ $('Data Access').context.cost }}`.
 */
export interface NodeContext {
	calls?: number;
	/** US dollars, and whether some of it is an estimate. */
	cost?: number;
	costIsEstimate?: boolean;
	records?: number;
	reusedPages?: number;
	/** Why the last run ended. */
	reason?: string;
	/** US dollars that calls without a clear outcome may have cost on top. */
	possibleCost?: number;
	/** The highest price that an answer has reported, by endpoint. */
	prices?: Record<string, number>;
	/** The execution that these sums belong to: n8n's Retry is another one, and starts at zero. */
	execution?: string;
	/** Pages that a failed run bought and could not deliver, by request. */
	pages?: Record<string, StoredPage>;
	/** Calls of a failed run whose outcome is unknown. */
	lost?: StoredLost[];
}

/** Such a call as it stands in the stored execution. */
export interface StoredLost {
	/** The digest of its request. */
	key: string;
	/** Epoch milliseconds. */
	begunAt: number;
	endedAt: number;
	runId?: string;
	/** US dollars that it may have cost. */
	possible: number;
	/** The execution that made it, whose sums hold this. */
	execution: string;
}

/** A page as it stands in the stored execution. */
export interface StoredPage {
	/** The answer's text, compressed, as base64. */
	packed: string;
	/** Epoch milliseconds. */
	boughtAt: number;
	/** When a run first failed to deliver it. */
	failedAt: number;
}
