import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';

/** Why no answer came. `arrived` is false only where the request surely never reached a server. */
export interface NoAnswer {
	noAnswer: 'deadline' | 'stopped' | 'broken';
	arrived: boolean;
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
export function failureOfNoAnswer(
	{ noAnswer, arrived, words }: NoAnswer,
	timeout: number,
): Failure {
	if (noAnswer === 'stopped') return failureOf('STOPPED');
	if (noAnswer === 'deadline') {
		const seconds = timeout / 1000;
		const fact = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
		return failureOf('DEADLINE', { particular: 'late', fact });
	}
	if (!arrived && /\b407\b/.test(words)) return failureOf('UNREACHABLE', PROXY_LOGIN);
	const handshake = arrived ? null : HANDSHAKE.exec(words);
	if (handshake) {
		return failureOf('UNREACHABLE', { particular: 'noHandshake', words: handshake[1] ?? words });
	}
	return failureOf(arrived ? 'NO_ANSWER' : 'UNREACHABLE', { words });
}
