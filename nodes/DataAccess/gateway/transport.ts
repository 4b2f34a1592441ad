import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { beginTurn } from '../shared/turn';
import { failureOfNetwork } from './noResponse';

export interface RawResponse {
	status: number;
	headers: Record<string, unknown>;
	text: string;
	/** The text has signs in place of what is not in UTF-8: it is good for being shown. */
	notUtf8?: true;
}

/** Gives back what came, whatever its status, or why nothing came. */
export interface Transport {
	(request: {
		url: string;
		/** JSON to post; undefined for a GET. */
		body?: string;
		timeoutMs: number;
	}): Promise<RawResponse | { failure: Failure }>;
	/** Ends each call, and is to end each wait between calls. */
	stop?: AbortSignal;
}

export const CREDENTIAL_TYPE = 'dataAccessApi';

// A timer takes no more than 31 bits, and a deadline only whole milliseconds.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface Credential {
	/** Its id in n8n; empty where it has none. */
	id: string;
	name: string;
	data: ICredentialDataDecryptedObject;
}

/** The contexts in which n8n lets a node ask a gateway; only the first can be stopped. */
export type CallingContext = IExecuteFunctions | ILoadOptionsFunctions;

const UTF8 = new TextDecoder('utf-8', { fatal: true });
const ANY_BYTES = new TextDecoder();

/** A body as text. A byte order mark is passed over. */
function textIn(bytes: Uint8Array): Pick<RawResponse, 'text' | 'notUtf8'> {
	try {
		return { text: UTF8.decode(bytes) };
	} catch {
		return { text: ANY_BYTES.decode(bytes), notUtf8: true };
	}
}

/**
 * n8n's own HTTP helper, made safe for paid calls: no redirect is followed, every status is an answer, and the deadline
 * covers the whole exchange (n8n.md, The only way out; A 401 is sent twice; Redirects are followed).
 */
export function n8nTransport(context: CallingContext, credential: Credential): Transport {
	const stop =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const send: Transport = async ({ url, body, timeoutMs }) => {
		// The time may be over before the call begins: the thread can be held for seconds.
		const most = Math.min(Math.max(0, Math.ceil(timeoutMs)), LONGEST_TIMER_MS);
		// The catch reads it, and so holds it: Node 20 collects a timeout that only another signal follows.
		const deadline = AbortSignal.timeout(most);
		const signal = AbortSignal.any(stop ? [stop, deadline] : [deadline]);
		// n8n.md, The abort signal is replaced.
		const caller: CallingContext = Object.create(context, {
			getExecutionCancelSignal: { value: () => signal },
		});
		// Made anew for each call (n8n.md, The key is written into the request).
		const options: IHttpRequestOptions = {
			method: body === undefined ? 'GET' : 'POST',
			url,
			// Of a text, axios would try whether it is JSON.
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
			beginTurn();
			return {
				status: response.statusCode,
				headers: response.headers,
				...textIn(response.body as Buffer),
			};
		} catch (error) {
			beginTurn();
			if (stop?.aborted) return { failure: failureOf('STOPPED') };
			if (!deadline.aborted) return { failure: failureOfNetwork(error) };
			return { failure: failureOf('DEADLINE', { fact: timeoutMs / 1000 }) };
		}
	};
	return Object.assign(send, { stop });
}
