import { readAnswer } from './answer';
import type { Answer } from './answer';
import { quote } from '../failure';
import type { Failure } from '../failure';
import type { NoAnswer, Transport } from './transport';

/** What one call asks for. */
export interface Call {
	/** The data provider's identifier. */
	provider: string;
	/** The operation's path in this deployment's words (docs/gateway.md, Operations). */
	endpoint: string;
	/** The operation's input, already in the form that this gateway wants (shapes §4). */
	input: Record<string, unknown>;
	/** Seconds until the call is given up. */
	timeout: number;
	/** Tells the platform's payload from the layers around it. */
	holdsPage(value: unknown): boolean;
}

/** A page that was paid for: the payload, the text that it was read from, and its cost. */
export interface Bought {
	payload: unknown;
	/** The raw answer, from which `readBought` reads the page again. */
	text: string;
	/** US dollars as the answer reports them; undefined where it does not. */
	cost?: number;
	/** US dollars at which the answer lists a call; undefined where it does not. */
	price?: number;
}

/** Buys pages from one gateway with one key. */
export interface Gateway {
	/** Makes one paid call, once. Never throws: a failure says whether it was charged. */
	buy(call: Call): Promise<Bought | { failure: Failure }>;
	/** A page that cannot be read as what was asked for, with the beginning of its raw text. */
	unreadable(text: string, missing: string, cost?: number): Failure;
}

function failureOfNoAnswer({ noAnswer, arrived, words }: NoAnswer, timeout: number): Failure {
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
			advice: 'Raise Timeout in the options of the node.',
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
		what: 'The connection broke before the whole answer had come',
		words,
		charged: 'maybe',
		retry: 'uncertain',
	};
}

/**
 * @param url the run entry point (spec §4.0)
 * @param secret the API key, which is taken out of everything that is quoted
 */
export function createGateway(
	transport: Transport,
	{ url, secret }: { url: string; secret: string },
): Gateway {
	const clean = (failure: Failure): Failure => ({
		...failure,
		words: failure.words && quote(failure.words, secret),
		field: failure.field && quote(failure.field, secret),
		excerpt: failure.excerpt && quote(failure.excerpt, secret),
		runId: failure.runId && quote(failure.runId, secret),
	});
	return {
		async buy({ provider, endpoint, input, timeout, holdsPage }) {
			const body = { provider, endpoint, input };
			const answer = await transport({ url, body, timeoutMs: timeout * 1000 });
			if ('noAnswer' in answer) return { failure: clean(failureOfNoAnswer(answer, timeout)) };
			const read = readAnswer(answer, holdsPage);
			if ('failure' in read) return { failure: clean(read.failure) };
			return { ...read, text: answer.text };
		},
		unreadable: (text, missing, cost) =>
			clean({
				code: 'UNRECOGNISED_ANSWER',
				layer: 'platform',
				httpStatus: 200,
				what: `The answer is of a shape that this node does not recognise: it has no ${missing}`,
				charged: cost === 0 ? 'no' : 'yes',
				cost,
				retry: 'never',
				excerpt: text,
			}),
	};
}

/**
 * Reads a page again from the raw text that was bought.
 * @returns the payload, or undefined where the text is no successful answer
 */
export function readBought(text: string, holdsPage: Call['holdsPage']): unknown {
	const read: Answer = readAnswer({ status: 200, headers: {}, text }, holdsPage);
	return 'failure' in read ? undefined : read.payload;
}
