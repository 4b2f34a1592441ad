import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';

/** Why no answer came. `arrived` is false only where the request surely never reached a server. */
export interface NoAnswer {
	noAnswer: 'deadline' | 'stopped' | 'broken';
	arrived: boolean;
	/** The network's own words, empty where it has none. */
	words: string;
}

// What zlib says of an answer that is not as its headers say.
const PACKED = /^Z_[A-Z]+_ERROR|header check|invalid (?:block type|stored block|distance|code)/i;

/** What is said of a handshake that failed, and in it why. */
export const HANDSHAKE = /SSL routines:[^:]*:([^:]*)|before secure TLS connection/;

/** n8n's own proxy has stopped a call. */
export const PROXY_LOGIN = {
	layer: 'network',
	what: 'The proxy that n8n uses wants a login',
	charged: 'no',
	retry: 'never',
	cause: 'configuration-invalid',
	advice:
		"Write user and password into the proxy's address, in the environment variables HTTP_PROXY and HTTPS_PROXY of n8n, and restart n8n.",
	endsExecution: true,
} as const;

/**
 * The failure of a call that no answer came to (docs/development/gateway.md, Failures).
 * @param timeout seconds after which it was given up
 */
export function failureOfNoAnswer(
	{ noAnswer, arrived, words }: NoAnswer,
	timeout: number,
): Failure {
	if (noAnswer === 'stopped') return failureOf('STOPPED');
	if (noAnswer === 'deadline') {
		const seconds = `${timeout} ${timeout === 1 ? 'second' : 'seconds'}`;
		return failureOf('DEADLINE', { what: `No complete answer came within ${seconds}` });
	}
	if (PACKED.test(words)) {
		const what = 'The answer came compressed and cannot be unpacked';
		const advice = "Check the 'Base URL' of the credential, and any proxy before the gateway.";
		return failureOf('NO_ANSWER', { what, words, advice });
	}
	if (!arrived && /\b407\b/.test(words)) return failureOf('UNREACHABLE', PROXY_LOGIN);
	const handshake = arrived ? null : HANDSHAKE.exec(words);
	if (handshake) {
		return failureOf('UNREACHABLE', {
			what: 'No secure connection to the gateway could be established',
			words: handshake[1] ?? words,
			advice:
				"Check the 'Base URL' of the credential: whether it begins with https:// or http://, and its port.",
		});
	}
	return failureOf(arrived ? 'NO_ANSWER' : 'UNREACHABLE', { words });
}
