import type { RetryAfterForm, Settings } from '../settings.mts';

/** An answer before it is sent. */
export interface Answer {
	httpStatus: number;
	headers: Record<string, string>;
	body: string;
	/** Status of the run, null where none was made. */
	status: string | null;
	/** US dollars. */
	charged: number;
	/** It holds the page that was asked for. */
	served: boolean;
	recordIds: string[];
	records: number;
	delayMs: number;
	wire: Wire;
}

/** How an answer goes over the wire. */
export type Wire =
	| { how: 'whole' | 'reset' | 'cutHeaders' | 'cutBody' | 'hang' }
	| { how: 'trickle'; intervalMs: number; forMs: number };

/** An answer that holds no page and is sent whole. */
export function plainAnswer(httpStatus: number, body: string, contentType: string): Answer {
	return {
		httpStatus,
		headers: { 'content-type': contentType },
		body,
		status: null,
		charged: 0,
		served: false,
		recordIds: [],
		records: 0,
		delayMs: 0,
		wire: { how: 'whole' },
	};
}

export function jsonAnswer(httpStatus: number, value: unknown): Answer {
	return plainAnswer(httpStatus, JSON.stringify(value), 'application/json; charset=utf-8');
}

export function htmlAnswer(httpStatus: number, title: string): Answer {
	const page = `<!DOCTYPE html>\n<html><head><title>${title}</title></head>\n<body><h1>${title}</h1></body></html>\n`;
	return plainAnswer(httpStatus, page, 'text/html; charset=utf-8');
}

/** The gateway's refusal in one of its two forms (docs/gateway.md, Failures). */
export function refusal(
	httpStatus: number,
	code: string,
	message: string,
	form: Settings['refusalForm'],
): Answer {
	const error = { code, message };
	return jsonAnswer(httpStatus, form === 'nested' ? { error } : error);
}

/** A 429 with Retry-After in the given form (docs/gateway.md, Failures). */
export function tooMany(seconds: number, form: RetryAfterForm, settings: Settings): Answer {
	const answer = refusal(429, 'rate_limited', 'Too many requests', settings.refusalForm);
	if (form === 'seconds') answer.headers['retry-after'] = String(seconds);
	if (form === 'date') {
		// An HTTP date has whole seconds: rounded up, so that who waits for it has waited enough.
		const moment = Math.ceil(Date.now() / 1000 + seconds) * 1000;
		answer.headers['retry-after'] = new Date(moment).toUTCString();
	}
	return answer;
}
