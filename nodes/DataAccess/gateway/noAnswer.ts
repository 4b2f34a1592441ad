import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { isObject, textOf } from '../shared/values';

/** Why no answer came; `unsent` only where the request surely never reached a server. */
export interface NoAnswer {
	noAnswer: 'deadline' | 'stopped' | 'broken' | 'unsent';
	words: string;
}

/** It captures why a handshake failed. */
const HANDSHAKE = /SSL routines:[^:]*:([^:]*)|before secure TLS connection/;

// Beside these, n8n hands on codes of its HTTP library, which tell a person nothing.
const NETWORK_CODE = /^E[A-Z]{3,}(_AGAIN)?$/;

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

const MOST_TEXTS = 10;

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

/** Why a call that was neither stopped nor late has no answer, by the error that n8n's helper threw. */
export function noAnswerAfter(error: unknown): NoAnswer {
	const texts = textsIn(error);
	const names = (form: RegExp) => texts.some((text) => form.test(text));
	const isUnsent = names(NEVER_ARRIVED) && !names(ENDED_LATER);
	const words =
		texts.find((text) => HANDSHAKE.test(text)) ??
		texts.find((text) => NETWORK_CODE.test(text) || text.includes(' ')) ??
		'';
	return { noAnswer: isUnsent ? 'unsent' : 'broken', words };
}

/** n8n's own proxy has stopped a call. */
export const PROXY_LOGIN = {
	layer: 'network',
	particular: 'proxyLogin',
	charged: 'no',
	retry: 'never',
	endsExecution: true,
} as const;

/** @param timeout milliseconds after which the call was given up */
export function failureOfNoAnswer({ noAnswer, words }: NoAnswer, timeout: number): Failure {
	if (noAnswer === 'stopped') return failureOf('STOPPED');
	if (noAnswer === 'deadline') {
		const seconds = timeout / 1000;
		const fact = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
		return failureOf('DEADLINE', { particular: 'late', fact });
	}
	if (noAnswer === 'broken') return failureOf('NO_ANSWER', { words });
	if (/\b407\b/.test(words)) return failureOf('UNREACHABLE', PROXY_LOGIN);
	const [handshake, why = words] = HANDSHAKE.exec(words) ?? [];
	if (handshake === undefined) return failureOf('UNREACHABLE', { words });
	return failureOf('UNREACHABLE', { particular: 'noHandshake', words: why });
}
