import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

import type { FastifyInstance } from 'fastify';

import { pause } from '../call/send.mts';
import { mediaFile } from './file.mts';
import type { MediaFault } from './mediaFault.mts';
import { MediaFaults } from './mediaFault.mts';

/** One request for a file. */
export interface MediaRequest {
	/** With its query. */
	path: string;
	headers: IncomingHttpHeaders;
	/** Requests under way when this one came, itself included. */
	concurrent: number;
	/** Bytes of the file that were handed to the network. */
	sent: number;
	/** Epoch milliseconds of the end; null while it is under way. */
	endedAt: number | null;
}

/** The files of the platforms, as far as the emulator has them. */
export interface MediaState {
	requests: MediaRequest[];
	faults: MediaFaults;
}

export function createMedia(): MediaState {
	return { requests: [], faults: new MediaFaults() };
}

const CHUNK = Buffer.alloc(256 * 1024, 'x');

/** Sends bytes as fast as the client takes them. */
async function pour(response: ServerResponse, bytes: number, gone: AbortSignal): Promise<void> {
	for (let left = bytes; left > 0 && !gone.aborted; left -= CHUNK.length) {
		if (response.write(CHUNK.subarray(0, Math.min(left, CHUNK.length)))) continue;
		await once(response, 'drain', { signal: gone }).catch(() => undefined);
	}
	response.end();
}

async function send(
	response: ServerResponse,
	path: string,
	fault: MediaFault | undefined,
	gone: AbortSignal,
): Promise<void> {
	const { contentType, bytes } = mediaFile(path);
	const headers = { 'content-type': contentType, 'content-length': bytes.length };
	const sendHalf = () => response.writeHead(200, headers).write(bytes.subarray(0, 100));
	switch (fault?.kind) {
		case 'status':
			return void response.writeHead(fault.httpStatus, { 'content-type': 'text/html' }).end('<p>');
		case 'type':
			response.writeHead(
				200,
				fault.contentType === null ? {} : { 'content-type': fault.contentType },
			);
			return void response.end(bytes);
		case 'empty':
			return void response.writeHead(200, { 'content-type': contentType }).end();
		case 'size':
			response.writeHead(200, { 'content-type': contentType, 'content-length': fault.bytes });
			return await pour(response, fault.bytes, gone);
		case 'endless':
			response.writeHead(200, { 'content-type': contentType });
			return await pour(response, Infinity, gone);
		case 'redirect':
			return void response.writeHead(fault.httpStatus ?? 302, { location: fault.location }).end();
		case 'hang':
			return await pause(Infinity, gone);
		case 'stall':
			sendHalf();
			return await pause(Infinity, gone);
		case 'cut':
			sendHalf();
			await pause(20, gone);
			return void response.socket?.destroy();
		default:
			if (fault?.kind === 'slow') await pause(fault.afterMs, gone);
			if (!gone.aborted) response.writeHead(200, headers).end(bytes);
	}
}

/** The files behind the records' media URLs, where the setting `mediaBase` leads here. */
export function addMediaRoute(app: FastifyInstance, { requests, faults }: MediaState): void {
	app.get('/media/*', async ({ url, headers }, reply) => {
		reply.hijack();
		const response = reply.raw;
		const gone = new AbortController();
		const concurrent = requests.filter(({ endedAt }) => endedAt === null).length + 1;
		const path = url.slice('/media'.length);
		const request: MediaRequest = { path, headers, concurrent, sent: 0, endedAt: null };
		requests.push(request);
		const { socket } = response;
		const before = socket?.bytesWritten ?? 0;
		response.once('close', () => {
			request.sent = (socket?.bytesWritten ?? before) - before;
			request.endedAt = Date.now();
			gone.abort();
		});
		await send(response, path, faults.take(path), gone.signal);
	});
}
