import { failureOf } from '../../shared/failure';
import type { Failure } from '../../shared/failure';
import { jsonIn } from '../../shared/json';
import { pause, stopwatch } from '../../shared/pause';
import { giveWay } from '../../shared/turn';
import { routeUrlOf } from '../baseUrl';
import { waitIn } from '../retryAfter';
import { meantForFree } from '../statuses';
import type { RawAnswer, Transport } from '../transport';

/** A question that is free. None of them may make a run. */
export interface FreeRequest<T> {
	/** Behind the version, such as `runs?limit=100`; what is foreign in it encoded. */
	path: string;
	body?: object;
	/** Never throws. @returns undefined for any other shape than the route's own, or where it tells of something else */
	read(json: unknown, answer: RawAnswer): T | undefined;
}

/**
 * What was found, or why nothing was: `NOT_FOUND`, there is no such route or thing; `KEY_REFUSED` and `ACCESS_DENIED`,
 * this key may not use it; `RATE_LIMITED`; `UNREACHABLE`, there was no answer, or a server's error.
 */
export type FreeAnswer<T> = { found: T } | { failure: Failure };

/** Asks one gateway. */
export type AskFree = <T>(request: FreeRequest<T>) => Promise<FreeAnswer<T>>;

/** The run entry point (docs/development/gateway.md, Entry point) and the API key. */
export interface Where {
	url: string;
	secret: string;
}

/** Milliseconds for which a free question waits. */
export const PATIENCE = 10_000;

/** Asks a free route. Never throws. */
export async function askFreeRoute<T>(
	send: Transport,
	{ url }: Pick<Where, 'url'>,
	request: FreeRequest<T>,
	timeoutMs: number,
): Promise<FreeAnswer<T>> {
	// undefined for none
	const body = JSON.stringify(request.body);
	const answer = await send({ url: routeUrlOf(url, request.path), body, timeoutMs });
	return await readFreeAnswer(answer, request);
}

/** Asks again while the gateway is too busy, within the time of one request. */
export async function askPatiently<T>(
	send: Transport,
	where: Where,
	request: FreeRequest<T>,
	timeoutMs: number,
): Promise<FreeAnswer<T>> {
	const passed = stopwatch();
	for (;;) {
		const answer = await askFreeRoute(send, where, request, timeoutMs - passed());
		if ('found' in answer || answer.failure.code !== 'RATE_LIMITED') return answer;
		const wait = (answer.failure.retryAfter ?? 1) * 1000;
		if (wait >= timeoutMs - passed()) return answer;
		await pause(wait, () => send.stop?.aborted === true);
	}
}

async function readFreeAnswer<T>(
	answer: Awaited<ReturnType<Transport>>,
	{ read }: FreeRequest<T>,
): Promise<FreeAnswer<T>> {
	if ('failure' in answer) return { failure: failureOf('UNREACHABLE') };
	const { status: httpStatus, headers, text } = answer;
	const json = jsonIn(text);
	await giveWay();
	const found = httpStatus < 300 ? read(json, answer) : undefined;
	if (found !== undefined) return { found };
	const { code, row, ...said } = meantForFree(httpStatus);
	const facts = { ...said, httpStatus, retryAfter: waitIn(headers) };
	return { failure: failureOf(code, facts, { row }) };
}
