import type { OperationName } from '../settings.mts';
import type { Arrival } from './arrival.mts';
import { isObject } from './arrival.mts';

/** One call that reached the server, refused ones included. */
export interface LedgerEntry {
	/** 1-based, in order of arrival. */
	call: number;
	/** Epoch milliseconds of the arrival. */
	at: number;
	endpoint: string | null;
	/** Last path segment of the endpoint. */
	operation: OperationName | null;
	/** The input as received, its grouping taken off. */
	input: Record<string, unknown>;
	rawBody: unknown;
	/** The keyword or id of the list that was asked for. */
	key: string | null;
	/** The page asked for, 1-based; null where the input led to none. */
	page: number | null;
	/** List and page as one text; two calls with one position ask for the same page. */
	position: string | null;
	/** null where no status was sent. */
	httpStatus: number | null;
	/** Status of the run; null where none was made. */
	status: string | null;
	/** US dollars. */
	charged: number;
	/** The answer was sent whole. */
	delivered: boolean;
	/** The answer held the page that was asked for. */
	served: boolean;
	/** IDs of the page's records that have one, as exact strings. */
	recordIds: string[];
	/** Records of the page, those without an ID included. */
	records: number;
	/** Kind of the fault that made the answer. */
	fault: string | null;
	/** Calls in flight when this one arrived, itself included. */
	concurrent: number;
	/** The client went away before the answer. */
	aborted: boolean;
	/** What matters of the headers; never the key itself. */
	headersSeen: { authorization: 'missing' | 'invalid' | 'valid'; contentType: string | null };
}

export interface LedgerSummary {
	calls: number;
	/** US dollars, rounded to 1e-9. */
	charged: number;
	/** Positions whose page was charged and delivered more than once. */
	duplicates: string[];
	maxConcurrent: number;
}

/** The entry of a call that has just arrived. */
export function openEntry(
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

/** Totals of a ledger. */
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
