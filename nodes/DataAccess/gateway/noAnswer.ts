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
	return failureOf(arrived ? 'NO_ANSWER' : 'UNREACHABLE', { words });
}
