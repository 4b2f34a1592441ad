import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Answer, Wire } from '../answers/answer.mts';

/**
 * Waits, for ever with Infinity; returns early and quietly once the signal says that the client
 * has left.
 */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
	if (ms <= 0 || signal.aborted) return;
	if (ms === Infinity) await once(signal, 'abort');
	else await sleep(ms, undefined, { signal }).catch(() => undefined);
}

/**
 * Sends an answer, whole or with its wire broken in some way. Returns once the emulator is done
 * with the connection.
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
			await trickle(response, answer, wire, gone);
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

async function trickle(
	response: ServerResponse,
	answer: Answer,
	wire: Extract<Wire, { how: 'trickle' }>,
	gone: AbortSignal,
): Promise<void> {
	const bytes = Buffer.from(answer.body);
	const end = Date.now() + wire.forMs;
	response.writeHead(answer.httpStatus, answer.headers);
	let sent = 0;
	while (!gone.aborted && Date.now() < end) {
		// White space after the last byte keeps the body valid JSON for as long as it takes.
		response.write(sent < bytes.length ? bytes.subarray(sent, sent + 1) : ' ');
		sent += 1;
		await pause(wire.intervalMs, gone);
	}
	if (!gone.aborted) response.end(bytes.subarray(Math.min(sent, bytes.length)));
}
