import { createHash } from 'node:crypto';

import { routeUrlOf } from './baseUrl';
import { retryAfterOf } from './retryAfter';
import type { RawAnswer, Transport } from './transport';
import { parseJson } from '../shared/json';
import { beginTurn, giveWay } from '../shared/turn';

/** The routes that some gateways have beside the run entry point, all of them free. */
type FreeRoute = 'runs' | 'run' | 'inspect' | 'discover' | 'endpoints' | 'balance';

/** What is asked of such a route. None of them may make a run. */
export interface FreeRequest<T> {
	route: FreeRoute;
	/** Behind the version, such as `runs?limit=100`; what is foreign in it encoded. */
	path: string;
	/** Posted as JSON; undefined for a GET. */
	body?: object;
	timeoutMs: number;
	/** It asks about one thing, so that a refusal (400, 404, 422) tells of that thing, not of the route. */
	isAboutOne?: boolean;
	/** Characters beyond which an answer is not read: a million unless given. */
	longest?: number;
	/** @returns undefined for any other shape than the route's own */
	read(json: unknown, answer: RawAnswer): T | undefined;
}

/** What an answer brought, or why it brought nothing. */
export type FreeAnswer<T> =
	| { found: T }
	| {
			/**
			 * `notHere`: this gateway has no such route for this key. `unknown`: nor what was asked about.
			 * `busy`: too many requests. `failed`: no answer, or a server's error.
			 */
			none: 'notHere' | 'unknown' | 'busy' | 'failed' | 'stopped';
			/** Of HTTP, where one came. */
			status?: number;
			/** Seconds that the gateway asks to wait. */
			retryAfter?: number;
	  };

const LONGEST = 1_000_000;

const REFUSALS = [400, 404, 422];

/** Milliseconds for which a route that is not here is not asked again. */
const REMEMBERED = 10 * 60_000;

/** The routes that are not here, since when, and what their status was; digests, which do not tell the key. */
const missing = new Map<string, { since: number; status?: number }>();

function missingBy(now: number): typeof missing {
	for (const [name, { since }] of missing) if (now >= since + REMEMBERED) missing.delete(name);
	return missing;
}

/**
 * Asks a free route of the gateway (docs/development/gateway.md, Free routes) with the same key and
 * no redirect. Never throws, whatever comes back. A route that is not here is remembered for ten
 * minutes by Base URL and key.
 * @param url the run entry point (docs/development/gateway.md, Entry point)
 * @param secret the API key
 */
export async function askFreeRoute<T>(
	transport: Transport,
	{ url, secret }: { url: string; secret: string },
	request: FreeRequest<T>,
): Promise<FreeAnswer<T>> {
	const name = JSON.stringify([url, secret, request.route]);
	const route = createHash('sha256').update(name).digest('base64');
	const known = missingBy(Date.now()).get(route);
	if (known) return { none: 'notHere', status: known.status };
	const { path, body, timeoutMs } = request;
	const answer = await transport({
		url: routeUrlOf(url, path),
		body: body && JSON.stringify(body),
		timeoutMs,
	});
	beginTurn();
	if ('noAnswer' in answer) return { none: answer.noAnswer === 'stopped' ? 'stopped' : 'failed' };
	const read = await readFreeAnswer(answer, request);
	if ('none' in read && read.none === 'notHere') {
		missing.set(route, { since: Date.now(), status: read.status });
	}
	return read;
}

async function readFreeAnswer<T>(
	answer: RawAnswer,
	{ isAboutOne = false, longest = LONGEST, read }: FreeRequest<T>,
): Promise<FreeAnswer<T>> {
	const { status, headers, text } = answer;
	if (status === 429) return { none: 'busy', status, retryAfter: retryAfterOf(headers) };
	if (status === 408 || (status >= 500 && status !== 501)) return { none: 'failed', status };
	if (text.length > longest) return { none: isAboutOne ? 'unknown' : 'notHere', status };
	try {
		const json = parseJson(text);
		await giveWay();
		if (isAboutOne && REFUSALS.includes(status)) return { none: 'unknown', status };
		const found = status >= 200 && status < 300 ? read(json, answer) : undefined;
		if (found !== undefined) return { found };
	} catch {
		// No JSON, or such as nobody reads.
	}
	return { none: 'notHere', status };
}
