import type { FastifyInstance, RouteHandlerMethod } from 'fastify';

import type { Arrival } from './arrival.mts';
import { parseOrNull } from './arrival.mts';
import type { State } from './state.mts';
import { takeCall } from './takeCall.mts';

/**
 * POST /v1/run (docs/development/gateway.md, Entry point). `calls` holds those that are in flight.
 */
export function addRunRoute(
	app: FastifyInstance,
	state: State,
	calls: Set<Promise<unknown>>,
): void {
	const run: RouteHandlerMethod = async (request, reply) => {
		reply.hijack();
		const response = reply.raw;
		const gone = new AbortController();
		response.once('close', () => gone.abort());
		const arrival: Arrival = {
			authorization: request.headers.authorization,
			contentType: request.headers['content-type'] ?? null,
			body: parseOrNull(String(request.body)),
		};
		const call = takeCall(state, arrival, response, gone.signal);
		calls.add(call);
		try {
			await call;
		} catch (error) {
			// A mistake of the emulator itself must not look like one of the faults.
			response.writeHead(500).end(`The emulator failed: ${(error as Error).stack}`);
		} finally {
			calls.delete(call);
		}
	};
	// A base address may have a path. A schema, though one that takes any body, has fastify ready for
	// those of the operations.
	for (const base of ['', '/:base']) app.post(`${base}/v1/run`, { schema: { body: {} } }, run);
}
