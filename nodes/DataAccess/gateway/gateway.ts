import { hash } from 'node:crypto';

import { readAnswer, readText } from './answer';
import type { Paid } from './answer';
import { askFreeRoute } from './free/freeRoute';
import type { AskFree, FreeAnswer, FreeRequest, Where } from './free/freeRoute';
import { lookForRun, markAsRead } from './free/lookForRun';
import type { NothingSeen, Search } from './free/lookForRun';
import type { SoughtCall } from './free/lostRun';
import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import type { PageReader } from './layers';
import { failureOfNoAnswer } from './noAnswer';
import { createQuote } from './redact';
import { remembered } from '../shared/remembered';
import type { Transport } from './transport';
import { giveWay } from '../shared/turn';

/** Characters from which on an answer is worth a turn of its own. */
const LONG_ANSWER = 1_000_000;

export interface Call {
	provider: string;
	/** The operation's path, and its input, as this deployment wants them. */
	endpoint: string;
	input: Record<string, unknown>;
	/** Milliseconds. */
	timeout: number;
	query: PageReader;
}

export interface Bought extends Paid {
	/** The raw answer, from which `payloadAgain` reads the payload. */
	text: string;
}

/** Buys pages from one gateway with one key. Nothing here throws, whatever comes back. */
export interface Gateway {
	/** Makes one paid call, once. A failure says whether it was charged. */
	buy(call: Call): Promise<Bought | { failure: Failure }>;
	ask<T>(request: FreeRequest<T>, timeoutMs: number): Promise<FreeAnswer<T>>;
	/** Looks once for the run of a call whose answer was lost, and reads it like any other. */
	look(
		call: SoughtCall & Pick<Call, 'query'>,
		search: Search,
		ask: AskFree,
	): Promise<Bought | { failure: Failure } | NothingSeen>;
	unreadable(text: string, missing: string, cost?: number): Failure;
}

/** By digests, which do not tell the key. */
const proven = remembered<true>('provenKeys');

export function createGateway(transport: Transport, { url, secret }: Where): Gateway {
	const key = hash('sha256', JSON.stringify([url, secret]), 'base64');
	const quote = createQuote(secret);
	const quoted = (text: string | undefined) => (text ? quote(text) || undefined : undefined);
	const clean = (failure: Failure): Failure => ({
		...failure,
		words: quoted(failure.words),
		field: quoted(failure.field),
		excerpt: quoted(failure.excerpt),
		runId: quoted(failure.runId),
	});
	const boughtIn = (read: ReturnType<typeof readAnswer>, text: string) =>
		'failure' in read ? { failure: clean(read.failure) } : { ...read, text };
	return {
		ask: async (request, timeoutMs) =>
			await askFreeRoute(transport, { url, secret }, request, timeoutMs),
		async look(call, search, ask) {
			const answerIn = (text: string) => readText(text, call.query);
			const seen = await lookForRun({ ...search, ask, gateway: url, call, answerIn });
			return typeof seen === 'string' ? seen : boughtIn(seen.answer, seen.text);
		},
		async buy({ provider, endpoint, input, timeout, query }) {
			const body = JSON.stringify({ provider, endpoint, input });
			const answer = await transport({ url, body, timeoutMs: timeout });
			if ('noAnswer' in answer) return { failure: clean(failureOfNoAnswer(answer, timeout)) };
			const isLong = answer.text.length > LONG_ANSWER;
			if (isLong) await giveWay();
			const read = readAnswer(answer, query, body);
			const { runId } = 'failure' in read ? read.failure : read;
			if (runId) markAsRead(url, runId);
			const bought = boughtIn(read, answer.text);
			if ('payload' in bought) proven.note(key, true);
			else if (bought.failure.particular === 'refusedInput' && !proven.has(key)) {
				bought.failure.particular = 'refusedFirstInput';
			}
			if (isLong && 'payload' in bought) await giveWay();
			return bought;
		},
		unreadable: (text, missing, cost) =>
			clean(
				failureOf('UNRECOGNISED_ANSWER', {
					layer: 'platform',
					httpStatus: 200,
					particular: 'noShape',
					fact: missing,
					charged: cost === 0 ? 'no' : 'yes',
					cost,
					excerpt: text,
				}),
			),
	};
}
