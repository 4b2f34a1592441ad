import type { OperationName } from '../settings.mts';
import type { Arrival } from './arrival.mts';
import { isObject } from './arrival.mts';

/** One call that reached the server, including refused calls. */
export interface LedgerEntry {
	/** Counted from 1, in order of arrival. */
	call: number;
	/** When the call arrived, in epoch milliseconds. */
	at: number;
	endpoint: string | null;
	/** The last path segment of the endpoint. */
	operation: OperationName | null;
	/** The input as received, without the group around it. */
	input: Record<string, unknown>;
	rawBody: unknown;
	/** The keyword or ID of the requested list. */
	key: string | null;
	/** The requested page, counted from 1; null if the input leads to none. */
	page: number | null;
	/** List and page as one text: two calls with the same position request the same page. */
	position: string | null;
	/** null if no status was sent. */
	httpStatus: number | null;
	/** Status of the run; null if the call created none. */
	status: string | null;
	/** US dollars. */
	charged: number;
	/** The answer was sent completely. */
	delivered: boolean;
	/** The answer contained the requested page. */
	served: boolean;
	/** The IDs on the page, as strings with all digits. */
	recordIds: string[];
	/** Number of records on the page, including those without an ID. */
	records: number;
	/** The kind of fault that produced the answer. */
	fault: string | null;
	/** Calls in flight when this one arrived, including this one. */
	concurrent: number;
	/** The client disconnected before the answer. */
	aborted: boolean;
	/** What the headers contained; never the key itself. */
	headersSeen: { authorization: 'missing' | 'invalid' | 'valid'; contentType: string | null };
}

export interface LedgerSummary {
	calls: number;
	/** US dollars, rounded to 1e-9. */
	charged: number;
	/** Positions whose page was paid for and delivered more than once. */
	duplicates: string[];
	maxConcurrent: number;
}

/** Returns the entry of a call that has just arrived. */
export function newEntry(
	{ authorization, contentType, body }: Arrival,
	call: number,
	concurrent: number,
	apiKeys: readonly string[],
): LedgerEntry {
	const { endpoint, input } = isObject(body) ? body : {};
	const hasEndpoint = typeof endpoint === 'string' && endpoint !== '';
	const isValid = apiKeys.some((key) => authorization === `Bearer ${key}`);
	return {
		call,
		at: Date.now(),
		endpoint: hasEndpoint ? endpoint : null,
		operation: null,
		input: isObject(input) ? input : {},
		rawBody: body,
		key: null,
		page: null,
		position: null,
		httpStatus: null,
		status: null,
		charged: 0,
		delivered: false,
		served: false,
		recordIds: [],
		records: 0,
		fault: null,
		concurrent,
		aborted: false,
		headersSeen: {
			authorization: isValid ? 'valid' : authorization === undefined ? 'missing' : 'invalid',
			contentType,
		},
	};
}

/** Adds up a ledger. */
export function summarize(entries: readonly LedgerEntry[]): LedgerSummary {
	const bought = new Map<string, number>();
	for (const { position, charged, delivered, served } of entries) {
		if (position === null || charged === 0 || !delivered || !served) continue;
		bought.set(position, (bought.get(position) ?? 0) + 1);
	}
	const charged = entries.reduce((sum, entry) => sum + entry.charged, 0);
	return {
		calls: entries.length,
		charged: Math.round(charged * 1e9) / 1e9,
		duplicates: [...bought].filter(([, times]) => times > 1).map(([position]) => position),
		maxConcurrent: entries.reduce((most, entry) => Math.max(most, entry.concurrent), 0),
	};
}
