import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import type { FastifyRequest, RouteHandlerMethod } from 'fastify';

import type { Answer } from '../answers/answer.mts';

/** Returns a route handler that writes the response itself. `gone` is aborted when the client disconnects. */
export const byHand =
	(
		work: (request: FastifyRequest, response: ServerResponse, gone: AbortSignal) => Promise<void>,
	): RouteHandlerMethod =>
	async (request, reply) => {
		reply.hijack();
		const response = reply.raw;
		const gone = new AbortController();
		response.once('close', () => gone.abort());
		try {
			await work(request, response, gone.signal);
		} catch (error) {
			// A bug in the emulator must not look like an answer of the gateway.
			response.writeHead(500).end(`The emulator failed: ${(error as Error).stack}`);
		}
	};

/**
 * Waits; with Infinity, forever. Returns early, without throwing, when the signal is aborted because the client has
 * disconnected.
 */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
	if (ms <= 0 || signal.aborted) return;
	if (ms === Infinity) await once(signal, 'abort');
	else await sleep(ms, undefined, { signal }).catch(() => undefined);
}

/**
 * Sends an answer, completely or broken off as its `wire` says. Returns when the emulator no longer uses the
 * connection.
 */
export async function send(
	response: ServerResponse,
	answer: Answer,
	gone: AbortSignal,
): Promise<void> {
	const { wire } = answer;
	switch (wire.how) {
		case 'whole':
			writeHead(response, answer);
			response.end(answer.body);
			return;
		case 'reset':
			response.socket?.resetAndDestroy();
			return;
		case 'cutHeaders':
			await flushThenDestroy(response, (done) => {
				response.socket?.write('HTTP/1.1 200 OK\r\nContent-Type: applica', done);
			});
			return;
		case 'cutBody': {
			const bytes = Buffer.from(answer.body);
			writeHead(response, answer);
			await flushThenDestroy(response, (done) => {
				response.write(bytes.subarray(0, Math.floor(bytes.length * wire.part)), done);
			});
			return;
		}
		case 'hang':
			await pause(Infinity, gone);
			return;
		case 'trickle':
			await trickle(response, answer, gone);
	}
}

function writeHead(response: ServerResponse, answer: Answer): void {
	const length = String(Buffer.byteLength(answer.body));
	response.writeHead(answer.httpStatus, { ...answer.headers, 'content-length': length });
}

async function flushThenDestroy(
	response: ServerResponse,
	write: (done: () => void) => void,
): Promise<void> {
	await new Promise<void>((resolve) => write(() => resolve()));
	response.socket?.destroy();
}

/** Sends a byte every 200 ms. Spaces after the end keep the body valid JSON until the client disconnects. */
async function trickle(
	response: ServerResponse,
	{ httpStatus, headers, body }: Answer,
	gone: AbortSignal,
): Promise<void> {
	response.writeHead(httpStatus, headers);
	for (let sent = 0; !gone.aborted; sent++) {
		response.write(body[sent] ?? ' ');
		await pause(200, gone);
	}
}
