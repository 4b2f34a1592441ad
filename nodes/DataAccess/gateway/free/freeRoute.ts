import { failureOf } from '../../shared/failure';
import type { Failed, Failure } from '../../shared/failure';
import { jsonIn } from '../../shared/json';
import { pause, stopwatch } from '../../shared/pause';
import { yieldToEventLoop } from '../../shared/eventLoop';
import { routeUrlOf } from '../baseUrl';
import { failureCleaner } from '../redact';
import { waitIn } from '../retryAfter';
import { meaningOnFreeRoute } from '../statuses';
import type { RawResponse, Transport } from '../transport';

/** A request that costs nothing. It must never start a gateway run. */
export interface FreeRequest<T> {
	/** Follows the version, such as `runs?limit=100`. Foreign text in it is encoded. */
	path: string;
	body?: object;
	/** Never throws. @returns undefined if the response has another shape, or is about something else */
	read(json: unknown, response: RawResponse): T | undefined;
}

/**
 * The value, or why there is none. `NOT_FOUND`: the route or the thing does not exist. `KEY_REFUSED`, `ACCESS_DENIED`:
 * this key may not use it. `RATE_LIMITED`. `UNREACHABLE`: no response, or a server error.
 */
export type FreeResult<T> = { value: T } | Failed;

/** Sends free requests to one gateway. */
export type AskFree = <T>(request: FreeRequest<T>) => Promise<FreeResult<T>>;

/** The run entry point (docs/development/gateway.md, Entry point) and the API key. */
export interface GatewayLogin {
	url: string;
	secret: string;
}

/** Milliseconds that a free request may take. */
export const FREE_TIMEOUT = 10_000;

/** Returns the failure of a request without a response. Whether it arrived does not matter, because it is free. */
function withoutResponse(failure: Failure): Failure {
	const { code, words } = failure;
	if (code === 'UNREACHABLE') return failure;
	const variant = code === 'DEADLINE' ? 'noResponseInTime' : undefined;
	return failureOf('UNREACHABLE', { words, variant });
}

/** Sends a free request once. Never throws. */
export async function askFreeRoute<T>(
	send: Transport,
	{ url, secret }: GatewayLogin,
	request: FreeRequest<T>,
	timeoutMs: number,
): Promise<FreeResult<T>> {
	// Undefined without a body, which makes it a GET.
	const body = JSON.stringify(request.body);
	const response = await send({ url: routeUrlOf(url, request.path), body, timeoutMs });
	if ('failure' in response) {
		return { failure: failureCleaner(secret)(withoutResponse(response.failure)) };
	}
	const { status: httpStatus, headers, text } = response;
	const json = jsonIn(text);
	await yieldToEventLoop();
	const value = httpStatus < 300 ? request.read(json, response) : undefined;
	if (value !== undefined) return { value };
	const { code, unusual, ...said } = meaningOnFreeRoute(httpStatus);
	const facts = { ...said, httpStatus, retryAfter: waitIn(headers) };
	return { failure: failureOf(code, facts, { unusual }) };
}

/** Sends a free request, and retries while the gateway limits the rate. All tries share the time of one request. */
export async function askWithRetries<T>(
	send: Transport,
	login: GatewayLogin,
	request: FreeRequest<T>,
	timeoutMs: number,
): Promise<FreeResult<T>> {
	const passed = stopwatch();
	for (;;) {
		const result = await askFreeRoute(send, login, request, timeoutMs - passed());
		if ('value' in result || result.failure.code !== 'RATE_LIMITED') return result;
		const wait = (result.failure.retryAfter ?? 1) * 1000;
		if (wait >= timeoutMs - passed()) return result;
		await pause(wait, () => send.stop?.aborted === true);
	}
}
