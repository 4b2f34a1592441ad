import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';

/** Why no answer came; `unsent` only where the request surely never reached a server. */
export interface NoAnswer {
	noAnswer: 'deadline' | 'stopped' | 'broken' | 'unsent';
	words: string;
}

/** It captures why a handshake failed. */
export const HANDSHAKE = /SSL routines:[^:]*:([^:]*)|before secure TLS connection/;

/** n8n's own proxy has stopped a call. */
export const PROXY_LOGIN = {
	layer: 'network',
	particular: 'proxyLogin',
	charged: 'no',
	retry: 'never',
	cause: 'configuration-invalid',
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
