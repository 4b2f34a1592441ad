import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

import { asWindows } from '../shared/characters';
import { HANDSHAKE } from './noAnswer';
import type { NoAnswer } from './noAnswer';
import { beginTurn } from '../shared/turn';
import { isObject, textOf } from '../shared/values';

const MOST_TEXTS = 10;

// Beside these, n8n hands on codes of its HTTP library, which tell a person nothing.
const NETWORK_CODE = /^E[A-Z]{3,}(_AGAIN)?$/;

export interface RawAnswer {
	status: number;
	headers: Record<string, unknown>;
	text: string;
}

/** Gives back what came, whatever its status. */
export type Transport = (request: {
	url: string;
	/** JSON to post; undefined for a GET. */
	body?: string;
	timeoutMs: number;
}) => Promise<RawAnswer | NoAnswer>;

export const CREDENTIAL_TYPE = 'dataAccessApi';

// A timer takes no more than 31 bits, and a deadline only whole milliseconds.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** What is said before a connection stands. */
const BEFORE_CONNECTION = {
	address: 'getaddrinfo|ENOTFOUND|EAI_AGAIN|ERR_INVALID_URL',
	route: 'ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|connect ETIMEDOUT',
	certificate: 'CERT_|_CERT|SELF_SIGNED|UNABLE_TO_VERIFY|alert certificate required',
	handshake: 'write EPROTO .*SSL routines|before secure TLS connection|ERR_TLS',
	proxy: 'tunneling socket',
	n8nsGuard: 'resolves to a restricted IP address|hostname is restricted',
};
const NEVER_ARRIVED = new RegExp(Object.values(BEFORE_CONNECTION).join('|'), 'i');

// Some of these also end a connection that stood: then the request may have been sent.
const ENDED_LATER = /\b(?:read|write) E(?!PROTO)[A-Z]/;

/**
 * n8n 1 keeps the network's code in `httpCode` and the text in `messages`, n8n 2 also in `cause`; `message` is
 * n8n's own.
 */
function textsIn(error: unknown): string[] {
	if (!isObject(error)) return [];
	const { cause, httpCode, messages, description, message } = error;
	const { code, message: reason } = isObject(cause) ? cause : {};
	const texts = Array.isArray(messages) ? messages : [];
	return [code, reason, httpCode, ...texts.slice(0, MOST_TEXTS), description, message].flatMap(
		(text) => textOf(text) ?? [],
	);
}

export interface Credential {
	/** Its id in n8n; empty where it has none. */
	id: string;
	name: string;
	data: ICredentialDataDecryptedObject;
}

/** What servers name without a thought: there it is UTF-8 where it can be. */
const UNTOLD = /^(?:|us-ascii|iso-8859-1|latin-?1|windows-1252)$/i;

/** By the first charset that it is in. */
function decodedBy(labels: string[], body: Uint8Array): string | undefined {
	for (const label of labels) {
		try {
			const text = new TextDecoder(label, { fatal: true }).decode(body);
			return UNTOLD.test(label) ? asWindows(text) : text;
		} catch {
			// Another charset, or one that nobody knows.
		}
	}
	return undefined;
}

/** A body by its charset. */
function textIn(body: unknown, contentType: unknown): string {
	if (!ArrayBuffer.isView(body)) return textOf(body) ?? '';
	const [, charset = ''] = /charset="?([\w:.-]+)/i.exec(textOf(contentType) ?? '') ?? [];
	const bytes = body as Uint8Array;
	const told = decodedBy(UNTOLD.test(charset) ? ['utf-8', charset] : [charset, 'utf-8'], bytes);
	if (told !== undefined) return told;
	const text = new TextDecoder().decode(bytes);
	let [foreign, broken] = [0, 0];
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code > 0x7f) foreign += 1;
		if (code === 0xfffd) broken += 1;
	}
	// A page in UTF-8 may have some characters that are broken, but not half of them.
	const isUtf8 = 2 * broken <= foreign;
	return isUtf8 ? text : (decodedBy(['gb18030', 'latin1'], bytes) ?? text);
}

/** The contexts in which n8n lets a node ask a gateway; only the first can be stopped. */
export type CallingContext = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

/**
 * n8n's own HTTP helper, which alone obeys the instance's proxy and security settings, made safe for paid calls:
 * no redirect is followed, every status is an answer, and the deadline covers the whole exchange.
 */
export function n8nTransport(context: CallingContext, credential: Credential): Transport {
	const stop =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return async ({ url, body, timeoutMs }) => {
		// The time may be over before the call begins: the thread can be held for seconds.
		const most = Math.min(Math.max(0, Math.ceil(timeoutMs) || 0), LONGEST_TIMER_MS);
		// The catch reads it, and so holds it: Node 20 collects a timeout that only another signal follows.
		const deadline = AbortSignal.timeout(most);
		const signal = AbortSignal.any(stop ? [stop, deadline] : [deadline]);
		// The helper replaces any abort signal by the execution's own, so that is what it is given.
		const caller: CallingContext = Object.create(context, {
			getExecutionCancelSignal: { value: () => signal },
		});
		// Made anew for each call: n8n writes the API key into it.
		const options: IHttpRequestOptions = {
			method: body === undefined ? 'GET' : 'POST',
			url,
			body,
			headers: {
				accept: 'application/json',
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			// Not as text, which n8n reads as UTF-8 whatever it is.
			encoding: 'arraybuffer',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			// Only an idle timeout, and 300 s by default: the deadline must come first.
			timeout: Math.min(most + 5000, LONGEST_TIMER_MS),
		};
		try {
			const response = (await context.helpers.httpRequestWithAuthentication.call(
				caller,
				CREDENTIAL_TYPE,
				options,
				{ credentialsDecrypted: { ...credential, type: CREDENTIAL_TYPE } },
			)) as IN8nHttpFullResponse;
			beginTurn();
			const { statusCode, headers, body: bytes } = response;
			return { status: statusCode, headers, text: textIn(bytes, headers['content-type']) };
		} catch (error) {
			beginTurn();
			const said = textsIn(error);
			const names = (form: RegExp) => said.some((text) => form.test(text));
			const isUnsent = names(NEVER_ARRIVED) && !names(ENDED_LATER);
			const words =
				said.find((text) => HANDSHAKE.test(text)) ??
				said.find((text) => NETWORK_CODE.test(text) || text.includes(' ')) ??
				'';
			if (stop?.aborted) return { noAnswer: 'stopped', words };
			if (deadline.aborted) return { noAnswer: 'deadline', words };
			return { noAnswer: isUnsent ? 'unsent' : 'broken', words };
		}
	};
}
