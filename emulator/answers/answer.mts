import type { Settings } from '../settings.mts';
import type { MadeRun } from './layers.mts';

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
	/** The run that the gateway keeps of it; null where none was made. */
	run: MadeRun | null;
}

/** How an answer goes over the wire. */
export type Wire =
	| { how: 'whole' | 'reset' | 'cutHeaders' | 'hang' | 'trickle' }
	/** Of 0 to 1 of the body. */
	| { how: 'cutBody'; part: number };

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

/** The gateway's refusal, `message` a text or raw JSON (docs/development/gateway.md, Failures). */
export function refusal(httpStatus: number, code: string, message: unknown): Answer {
	return jsonAnswer(httpStatus, { code, message });
}

/** A 429 whose Retry-After has its seconds, or is that text (docs/development/gateway.md, Failures). */
export function tooMany(seconds: number, form: Settings['retryAfter']): Answer {
	const answer = refusal(429, 'rate_limited', 'Too many requests');
	if (form === 'seconds') answer.headers['retry-after'] = String(seconds);
	else if (form !== 'none') answer.headers['retry-after'] = form;
	return answer;
}

/** What the gateway's clock shows, epoch milliseconds. */
export function gatewayTime({ clockSkewSeconds }: Settings): number {
	return Date.now() + clockSkewSeconds * 1000;
}

export function httpDate(ms: number): string {
	return new Date(ms).toUTCString();
}
