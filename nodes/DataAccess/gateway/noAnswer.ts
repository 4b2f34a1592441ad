import type { Failure } from '../shared/failure';

/** Why no answer came. `arrived` is false only where the request surely never reached a server. */
export interface NoAnswer {
	noAnswer: 'deadline' | 'stopped' | 'broken';
	arrived: boolean;
	/** The network's own words, empty where it has none. */
	words: string;
}

/**
 * The failure of a call that no answer came to (docs/gateway.md, Failures).
 * @param timeout seconds after which it was given up
 */
export function failureOfNoAnswer(
	{ noAnswer, arrived, words }: NoAnswer,
	timeout: number,
): Failure {
	const base = { layer: 'network', httpStatus: null } as const;
	if (noAnswer === 'stopped') {
		const what = 'The execution was stopped while the call was under way';
		return { ...base, code: 'STOPPED', what, charged: 'maybe', retry: 'never' };
	}
	if (noAnswer === 'deadline') {
		return {
			...base,
			code: 'DEADLINE',
			what: `No complete answer came within ${timeout} ${timeout === 1 ? 'second' : 'seconds'}`,
			charged: 'maybe',
			retry: 'uncertain',
			optionAdvice: 'Raise Timeout in the options.',
		};
	}
	if (!arrived) {
		return {
			...base,
			code: 'UNREACHABLE',
			what: 'The gateway could not be reached',
			words,
			charged: 'no',
			retry: 'safe',
			advice: 'Check the Base URL of the credential and the network of n8n.',
		};
	}
	return {
		...base,
		code: 'NO_ANSWER',
		what: 'The connection broke before the answer was complete',
		words,
		charged: 'maybe',
		retry: 'uncertain',
	};
}
