import { hash } from 'node:crypto';

import { jsonIn } from '../../shared/json';
import { pause } from '../../shared/pause';
import { remembered } from '../../shared/remembered';
import { wellFormed } from '../../shared/text';
import { giveWay } from '../../shared/turn';
import { routeUrlOf } from '../baseUrl';
import { waitIn } from '../retryAfter';
import type { RawAnswer, Transport } from '../transport';

type FreeRoute = 'runs' | 'run' | 'inspect' | 'discover' | 'endpoints' | 'balance';

/** A question that is free. None of them may make a run. */
export interface FreeRequest<T> {
	route: FreeRoute;
	/** Behind the version, such as `runs?limit=100`; what is foreign in it encoded. */
	path: string;
	body?: object;
	/**
	 * What an answer means that is none. `route`: this gateway has no such route. `thing`: if it is in JSON, the gateway
	 * does not know that one thing. `listedThing`: the same, whatever it is, since the list tells whether there are such
	 * routes.
	 */
	asksAbout: 'route' | 'thing' | 'listedThing';
	/** Never throws. @returns undefined for any other shape than the route's own, or where it tells of something else */
	read(json: unknown, answer: RawAnswer): T | undefined;
}

/** Why a question has no answer. */
export interface NoFreeAnswer {
	/**
	 * `notHere`: this gateway has no such route. `refused`: this key may not use it. `unknown`: the gateway
	 * does not know what was asked about. `busy`: too many requests. `down`: no answer, or a server's error.
	 */
	why: 'notHere' | 'refused' | 'unknown' | 'busy' | 'down' | 'stopped';
	status?: number;
	/** Seconds. */
	retryAfter?: number;
}

export type FreeAnswer<T> = { found: T } | NoFreeAnswer;

/** The path of a page of a list; half a character in its cursor cannot be encoded. */
export const pathOfPage = (list: string, limit: number, cursor: string | undefined) =>
	`${list}?limit=${limit}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(wellFormed(cursor))}`}`;

/** Asks one gateway. */
export type AskFree = <T>(request: FreeRequest<T>) => Promise<FreeAnswer<T>>;

/** The run entry point (docs/development/gateway.md, Entry point) and the API key. */
export interface Where {
	url: string;
	secret: string;
}

/** Milliseconds for which a free question waits. */
export const PATIENCE = 10_000;

/** By digests, which do not tell the key. */
const missing = remembered<{ status?: number }>('missingRoutes');
const answered = remembered<true>('answeredRoutes');

/** Asks a free route. Never throws. A route that is not here is not asked again for ten minutes. */
export async function askFreeRoute<T>(
	transport: Transport,
	{ url, secret }: Where,
	request: FreeRequest<T>,
	timeoutMs: number,
): Promise<FreeAnswer<T>> {
	const route = hash('sha256', JSON.stringify([url, secret, request.route]), 'base64');
	const absent = missing.get(route);
	if (absent) return { why: 'notHere', status: absent.status };
	const body = request.body && JSON.stringify(request.body);
	const answer = await transport({ url: routeUrlOf(url, request.path), body, timeoutMs });
	if ('failure' in answer) return { why: answer.failure.code === 'STOPPED' ? 'stopped' : 'down' };
	const read = await readFreeAnswer(answer, request);
	if ('found' in read) answered.note(route, true);
	else if (read.why === 'notHere') {
		// It is here, so something before it has answered.
		if (answered.has(route)) return { ...read, why: 'down' };
		missing.note(route, { status: read.status });
	}
	return read;
}

/** Asks again while the gateway is too busy, within the time of one request. */
export async function askPatiently<T>(
	transport: Transport,
	where: Where,
	request: FreeRequest<T>,
	timeoutMs: number,
): Promise<FreeAnswer<T>> {
	const end = Date.now() + timeoutMs;
	for (;;) {
		const answer = await askFreeRoute(transport, where, request, end - Date.now());
		if ('found' in answer || answer.why !== 'busy') return answer;
		const wait = (answer.retryAfter ?? 1) * 1000;
		if (Date.now() + wait >= end) return answer;
		await pause(wait, () => transport.stop?.aborted === true);
	}
}

/** What a status tells, whatever comes with it. That of a key is not remembered: it may be corrected at any time. */
const WHY: Record<number, NoFreeAnswer['why']> = {
	...{ 401: 'refused', 403: 'refused', 407: 'down', 408: 'down', 429: 'busy', 500: 'down' },
};

async function readFreeAnswer<T>(
	answer: RawAnswer,
	{ asksAbout, read }: FreeRequest<T>,
): Promise<FreeAnswer<T>> {
	const { status, headers, text } = answer;
	const why = status > 501 ? 'down' : WHY[status];
	if (why) return { why, status, retryAfter: waitIn(headers) };
	const json = jsonIn(text);
	await giveWay();
	const found = status >= 200 && status < 300 ? read(json, answer) : undefined;
	if (found !== undefined) return { found };
	const isOfRoute = asksAbout === 'route' || (asksAbout === 'thing' && json === undefined);
	return { why: isOfRoute ? 'notHere' : 'unknown', status };
}
