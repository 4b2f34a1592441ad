import type { ServerResponse } from 'node:http';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Wire } from '../answers/answer.mts';
import { keyOf, refuseKey } from '../call/admit.mts';
import type { Arrival } from '../call/arrival.mts';
import { parseOrNull } from '../call/body.mts';
import { pause } from '../call/send.mts';
import type { State } from '../call/state.mts';
import { endCall, takeCall } from '../call/takeCall.mts';
import type { RunTool } from './server.mts';

/**
 * The gateway over MCP (docs/development/gateway.md, MCP): streamable HTTP without sessions, the
 * key as for POST /v1/run. `calls` holds the calls that are in flight.
 */
export function addMcpRoute(
	app: FastifyInstance,
	state: State,
	calls: Set<Promise<unknown>>,
): void {
	app.post('/mcp', async (request, reply) => {
		const refused = refuseKey(state, keyOf(request.headers.authorization ?? ''));
		if (refused !== null) {
			const headers = { ...refused.headers, 'www-authenticate': 'Bearer' };
			return reply.code(refused.httpStatus).headers(headers).send(refused.body);
		}
		const message = parseOrNull(String(request.body));
		if (message === null) return reply.code(400).send(jsonRpcError(-32700, 'Parse error'));
		reply.hijack();
		// Only who speaks MCP pays for loading it.
		const { connectServer } = await import('./server.mts');
		const transport = await connectServer(state.settings, (endpoint, input) => {
			const call = runTool(state, request, reply.raw, { endpoint, input });
			calls.add(call);
			return call.finally(() => calls.delete(call));
		});
		reply.raw.once('close', () => void transport.close());
		await transport.handleRequest(request.raw, reply.raw, message);
	});
	app.route({
		method: ['GET', 'DELETE'],
		url: '/mcp',
		handler: (_request, reply) =>
			reply.code(405).header('allow', 'POST').send(jsonRpcError(-32000, 'Method not allowed')),
	});
}

async function runTool(
	state: State,
	request: FastifyRequest,
	response: ServerResponse,
	body: { endpoint: string; input: Record<string, unknown> },
): ReturnType<RunTool> {
	const gone = new AbortController();
	response.once('close', () => gone.abort());
	const arrival: Arrival = {
		over: 'mcp',
		authorization: request.headers.authorization,
		contentType: request.headers['content-type'] ?? null,
		body: { provider: state.provider, ...body },
	};
	const answered = await takeCall(state, arrival, gone.signal);
	if (answered === null) return { text: '', isError: true };
	const { entry, answer } = answered;
	const isWhole = await isSentWhole(answer.wire, response, gone.signal);
	endCall(state, entry, { delivered: isWhole, aborted: gone.signal.aborted });
	if (isWhole) entry.httpStatus = answer.httpStatus;
	const isCompleted = answer.status === null || answer.status === 'COMPLETED';
	return { text: answer.body, isError: answer.httpStatus !== 200 || !isCompleted };
}

/** Breaks the connection in the way of the answer: an answer over MCP is cut by a reset only. */
async function isSentWhole(
	wire: Wire,
	response: ServerResponse,
	gone: AbortSignal,
): Promise<boolean> {
	if (wire.how === 'whole') return true;
	if (wire.how === 'hang') await pause(Infinity, gone);
	else if (wire.how === 'trickle') await pause(wire.forMs, gone);
	else response.socket?.resetAndDestroy();
	return wire.how === 'trickle' && !gone.aborted;
}

function jsonRpcError(code: number, message: string): object {
	return { jsonrpc: '2.0', error: { code, message }, id: null };
}
