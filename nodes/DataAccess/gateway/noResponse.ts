import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { objectOf, textOf } from '../shared/values';
import { PROXY_LOGIN } from './statuses';
import type { StatusMeaning } from './statuses';

/** What Node and n8n say before a connection stands, by codes and by their own words. */
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

// Some of these also end a connection that stood: then the request may have been sent.
const ENDED_LATER = /\b(?:read|write) E(?!PROTO)[A-Z]/;

const MOST_TEXTS = 15;

/** All that an error says, words before codes (n8n.md, Where the network's code stands). */
function textsIn(error: unknown): string[] {
	const { cause, httpCode, messages, description, message } = objectOf(error);
	const { code, message: reason } = objectOf(cause);
	const texts = [reason, messages, description, message, code, httpCode].flat();
	return texts.slice(0, MOST_TEXTS).flatMap((text) => textOf(text) ?? []);
}

/** Why a call that was neither stopped nor late has no answer, by the error that n8n's helper threw. */
export function failureOfNetwork(error: unknown): Failure {
	const texts = textsIn(error);
	const all = texts.join('\n');
	const [words] = texts;
	if (!NEVER_SENT.test(all) || ENDED_LATER.test(all)) return failureOf('NO_ANSWER', { words });
	const { code, particular, row }: StatusMeaning = /\b407\b/.test(all)
		? PROXY_LOGIN
		: { code: 'UNREACHABLE' };
	return failureOf(code, { words, particular }, { row });
}
