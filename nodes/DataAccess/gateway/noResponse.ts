import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { objectOf, textOf } from '../shared/values';
import { PROXY_LOGIN } from './statuses';
import type { StatusMeaning } from './statuses';

/** The codes and messages of Node and n8n for failures before a connection was made. */
const BEFORE_CONNECTION = {
	refused: 'ECONNREFUSED|EADDRNOTAVAIL',
	notFound: 'getaddrinfo|ENOTFOUND|EAI_AGAIN|ERR_INVALID_URL',
	unreachable: 'EHOSTUNREACH|ENETUNREACH|connect ETIMEDOUT',
	certificate:
		'CERT_|_CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|write EPROTO .*SSL|before secure TLS',
	proxy: 'tunneling socket',
	n8nsGuard: 'restricted IP address|hostname is restricted',
};
const NEVER_SENT = new RegExp(Object.values(BEFORE_CONNECTION).join('|'), 'i');

// Some of these codes also end an established connection. The request may then have been sent.
const ENDED_LATER = /\b(?:read|write) E(?!PROTO)[A-Z]/;

const MOST_TEXTS = 15;

/** Returns all texts of an error, messages before codes (n8n.md, Where the network's code stands). */
function textsIn(error: unknown): string[] {
	const { cause, httpCode, messages, description, message } = objectOf(error);
	const { code, message: reason } = objectOf(cause);
	const texts = [reason, messages, description, message, code, httpCode].flat();
	return texts.slice(0, MOST_TEXTS).flatMap((text) => textOf(text) ?? []);
}

/**
 * Returns the failure of a call without a response, from the error that n8n's helper threw. Stop and Timeout are not
 * its cause.
 */
export function failureOfNetwork(error: unknown): Failure {
	const texts = textsIn(error);
	const all = texts.join('\n');
	const [words] = texts;
	if (!NEVER_SENT.test(all) || ENDED_LATER.test(all)) return failureOf('NO_ANSWER', { words });
	const { code, variant, unusual }: StatusMeaning = /\b407\b/.test(all)
		? PROXY_LOGIN
		: { code: 'UNREACHABLE' };
	return failureOf(code, { words, variant }, { unusual });
}
