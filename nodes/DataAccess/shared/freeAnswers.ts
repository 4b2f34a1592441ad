import type { IDataObject } from 'n8n-workflow';

/** What an endpoint does and takes, as far as the gateway says; null where it does not. */
export interface InspectedEndpoint {
	description: string | null;
	inputSchema: IDataObject | null;
	/** US dollars per call. */
	price: number | null;
}

/** What is left on the account. */
export type Balance = { balance: number; currency: string };

/** A run in the gateway's list of runs; null where the gateway does not say. */
export interface ListedRun {
	runId: string;
	/** ISO 8601, by the gateway's clock. */
	createdAt: string | null;
	provider: string | null;
	endpoint: string | null;
	status: string | null;
	/** US dollars. */
	cost: number | null;
}

/** Which runs are wanted: what is left out may be anything. */
export interface WantedRuns {
	limit: number;
	/** Epoch seconds. */
	newerThan?: number;
	provider?: string;
	endpoint?: string;
	isCompleted?: boolean;
}
