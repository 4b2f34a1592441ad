import type { Settings } from '../settings.mts';
import type { MadeRun } from './layers.mts';

/** An answer that is ready to be sent. */
export interface Answer {
	httpStatus: number;
	headers: Record<string, string>;
	body: string;
	/** Status of the run; null if the call created none. */
	status: string | null;
	/** US dollars. */
	charged: number;
	/** The body contains the requested page. */
	served: boolean;
	recordIds: string[];
	records: number;
	delayMs: number;
	wire: Wire;
	/** The run that the gateway keeps; null if the call created none. */
	run: MadeRun | null;
}

/** How an answer is transmitted. */
export type Wire =
	| { how: 'whole' | 'reset' | 'cutHeaders' | 'hang' | 'trickle' }
	/** `part`: the share of the body that is sent, 0 to 1. */
	| { how: 'cutBody'; part: number };

/** Returns an answer without a page, to be sent completely. */
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
		run: null,
	};
}

export function jsonAnswer(httpStatus: number, value: unknown): Answer {
	return plainAnswer(httpStatus, JSON.stringify(value), 'application/json; charset=utf-8');
}

export function htmlAnswer(httpStatus: number, title: string): Answer {
	const page = `<!DOCTYPE html>\n<html><head><title>${title}</title></head>\n<body><h1>${title}</h1></body></html>\n`;
	return plainAnswer(httpStatus, page, 'text/html; charset=utf-8');
}

/** Returns an error of the gateway (docs/development/gateway.md, Failures). `message` is text or raw JSON. */
export function refusal(httpStatus: number, code: string, message: unknown): Answer {
	return jsonAnswer(httpStatus, { code, message });
}

/** Returns a 429 (docs/development/gateway.md, Failures). `form` says what its Retry-After header contains. */
export function tooMany(seconds: number, form: Settings['retryAfter']): Answer {
	const answer = refusal(429, 'rate_limited', 'Too many requests');
	if (form === 'seconds') answer.headers['retry-after'] = String(seconds);
	else if (form !== 'none') answer.headers['retry-after'] = form;
	return answer;
}

/** Returns the time on the gateway's clock, in epoch milliseconds. */
export function gatewayTime({ clockSkewSeconds }: Settings): number {
	return Date.now() + clockSkewSeconds * 1000;
}

export function httpDate(ms: number): string {
	return new Date(ms).toUTCString();
}
