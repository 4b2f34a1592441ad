import { readAnswer } from './answer';
import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import type { HoldsPage } from './layers';
import { failureOfNoAnswer } from './noAnswer';
import { createQuote } from './redact';
import { askFreeRoute } from './free/freeRoute';
import type { FreeAnswer, FreeRequest } from './free/freeRoute';
import type { LostCall } from './lostRun';
import { lookForRun, markAsRead } from './runs';
import type { AskInTime, Look, Search } from './runs';
import type { Transport } from './transport';
import { beginTurn, giveWay } from '../shared/turn';

/** Characters from which on an answer is worth a turn of its own. */
const LONG_ANSWER = 1_000_000;

/** What one call asks for. */
export interface Call {
	/** The data provider's identifier. */
	provider: string;
	/** The operation's path in this deployment's words (docs/development/gateway.md, Operations). */
	endpoint: string;
	/**
	 * The operation's input, already in the form that this gateway wants
	 * (docs/development/gateway.md, Deployments).
	 */
	input: Record<string, unknown>;
	/** Seconds until the call is given up. */
	timeout: number;
	/** Tells the platform's payload from the layers around it. */
	holdsPage: HoldsPage;
}

/** A page that was paid for: the payload, the text that it was read from, and its cost. */
export interface Bought {
	payload: unknown;
	/** The raw answer, from which `readBought` reads the page again. */
	text: string;
	/** US dollars as the answer reports them, within `MOST_PER_CALL`; undefined where it does not. */
	cost?: number;
	/** US dollars at which the answer lists a call, likewise. */
	price?: number;
	runId?: string;
}

/** Buys pages from one gateway with one key. */
export interface Gateway {
	/**
	 * Makes one paid call, once. Never throws, whatever comes back: a failure says whether it was
	 * charged.
	 */
	buy(call: Call): Promise<Bought | { failure: Failure }>;
	/** Asks for what costs nothing. */
	ask<T>(request: FreeRequest<T>): Promise<FreeAnswer<T>>;
	/** Looks once for the run of a call whose answer was lost. */
	look(call: LostCall, search: Search, ask: AskInTime): Promise<Look>;
	/** The answer that a run of the gateway's list holds, read like any other. Never throws. */
	readRun(text: string, holdsPage: HoldsPage): Bought | { failure: Failure };
	/** A page that cannot be read as what was asked for, with the beginning of its raw text. */
	unreadable(text: string, missing: string, cost?: number): Failure;
}

/**
 * @param url the run entry point (docs/development/gateway.md, Entry point)
 * @param secret the API key, which is taken out of everything that is quoted
 */
export function createGateway(
	transport: Transport,
	{ url, secret }: { url: string; secret: string },
): Gateway {
	const quote = createQuote(secret);
	const quoted = (text: string | undefined) => (text ? quote(text) || undefined : undefined);
	const clean = (failure: Failure): Failure => ({
		...failure,
		words: quoted(failure.words),
		field: quoted(failure.field),
		excerpt: quoted(failure.excerpt),
		runId: quoted(failure.runId),
	});
	const noteRun = (runId: string | undefined) => runId && markAsRead(url, runId);
	return {
		ask: async (request) => await askFreeRoute(transport, { url, secret }, request),
		look: async (call, search, ask) => await lookForRun(ask, url, call, search),
		readRun(text, holdsPage) {
			const read = readAnswer({ status: 200, headers: {}, text }, holdsPage);
			return 'failure' in read ? { failure: clean(read.failure) } : { ...read, text };
		},
		async buy({ provider, endpoint, input, timeout, holdsPage }) {
			const body = JSON.stringify({ provider, endpoint, input });
			const answer = await transport({ url, body, timeoutMs: timeout * 1000 });
			beginTurn();
			if ('noAnswer' in answer) return { failure: clean(failureOfNoAnswer(answer, timeout)) };
			// A long answer takes time to be assembled, parsed and turned into records.
			const isLong = answer.text.length > LONG_ANSWER;
			if (isLong) await giveWay();
			const read = readAnswer(answer, holdsPage);
			noteRun('failure' in read ? read.failure.runId : read.runId);
			if ('failure' in read) return { failure: clean(read.failure) };
			if (isLong) await giveWay();
			return { ...read, text: answer.text };
		},
		unreadable: (text, missing, cost) =>
			clean(
				failureOf('UNRECOGNISED_ANSWER', {
					layer: 'platform',
					httpStatus: 200,
					as: 'noShape',
					fact: missing,
					charged: cost === 0 ? 'no' : 'yes',
					cost,
					excerpt: text,
				}),
			),
	};
}

/**
 * Reads a page again from the raw text that was bought. Never throws.
 * @returns the payload, or undefined where the text is no successful answer
 */
export function readBought(text: string, holdsPage: HoldsPage): unknown {
	const read = readAnswer({ status: 200, headers: {}, text }, holdsPage);
	return 'failure' in read ? undefined : read.payload;
}
