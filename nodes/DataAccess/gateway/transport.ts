import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { failureOf } from '../shared/failure';
import type { Failed } from '../shared/failure';
import { markYielded } from '../shared/eventLoop';
import { failureOfNetwork } from './noResponse';

export interface RawResponse {
	status: number;
	headers: Record<string, unknown>;
	text: string;
	/** The bytes were not UTF-8. The text has replacement characters, so it can be shown but not parsed. */
	notUtf8?: true;
}

/** Sends a request. Returns the response with any status, or the failure if there is none. */
export interface Transport {
	(request: {
		url: string;
		/** JSON to post; undefined for a GET. */
		body?: string;
		timeoutMs: number;
	}): Promise<RawResponse | Failed>;
	/** Aborts calls when the user stops the execution. Waits between calls must end with it, too. */
	stop?: AbortSignal;
}

export const CREDENTIAL_TYPE = 'dataAccessApi';

// Node's timers hold 31 bits, and AbortSignal.timeout takes whole milliseconds only.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface Credential {
	/** Its ID in n8n; empty if it has none. */
	id: string;
	name: string;
	data: ICredentialDataDecryptedObject;
}

/** The contexts in which the node sends requests. Only the first can be stopped. */
export type CallingContext = IExecuteFunctions | ILoadOptionsFunctions;

const UTF8 = new TextDecoder('utf-8', { fatal: true });
const ANY_BYTES = new TextDecoder();

/** Decodes a body. A byte order mark is dropped. */
function textIn(bytes: Uint8Array): Pick<RawResponse, 'text' | 'notUtf8'> {
	try {
		return { text: UTF8.decode(bytes) };
	} catch {
		return { text: ANY_BYTES.decode(bytes), notUtf8: true };
	}
}

/**
 * Makes n8n's HTTP helper safe for paid calls: redirects are not followed, every status is a response, and the deadline
 * covers the whole exchange (n8n.md, The only way out; A 401 is sent twice; Redirects are followed).
 */
export function n8nTransport(context: CallingContext, credential: Credential): Transport {
	const stop =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const send: Transport = async ({ url, body, timeoutMs }) => {
		// The time may be negative: other work can hold the thread for seconds before the call.
		const most = Math.min(Math.max(0, Math.ceil(timeoutMs)), LONGEST_TIMER_MS);
		// The catch block refers to it: otherwise Node 20 garbage-collects a timeout that only AbortSignal.any holds.
		const deadline = AbortSignal.timeout(most);
		const signal = AbortSignal.any(stop ? [stop, deadline] : [deadline]);
		// n8n.md, The abort signal is replaced.
		const caller: CallingContext = Object.create(context, {
			getExecutionCancelSignal: { value: () => signal },
		});
		// A new object for each call (n8n.md, The key is written into the request).
		const options: IHttpRequestOptions = {
			method: body === undefined ? 'GET' : 'POST',
			url,
			// Axios would try to parse a string as JSON.
			body: body && Buffer.from(body),
			headers: {
				accept: 'application/json',
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			// n8n.md, Text is read as UTF-8.
			encoding: 'arraybuffer',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			// The deadline must come first (n8n.md, The timeout is for silence).
			timeout: Math.min(most + 5000, LONGEST_TIMER_MS),
		};
		try {
			const response = (await context.helpers.httpRequestWithAuthentication.call(
				caller,
				CREDENTIAL_TYPE,
				options,
				{ credentialsDecrypted: { ...credential, type: CREDENTIAL_TYPE } },
			)) as IN8nHttpFullResponse;
			markYielded();
			return {
				status: response.statusCode,
				headers: response.headers,
				...textIn(response.body as Buffer),
			};
		} catch (error) {
			markYielded();
			if (stop?.aborted) return { failure: failureOf('STOPPED') };
			if (!deadline.aborted) return { failure: failureOfNetwork(error) };
			return { failure: failureOf('DEADLINE', { detail: timeoutMs / 1000 }) };
		}
	};
	return Object.assign(send, { stop });
}
