import type { FastifyInstance } from 'fastify';

import type { Arrival } from './arrival.mts';
import { parseOrNull } from './arrival.mts';
import { byHand } from './send.mts';
import type { State } from './state.mts';
import { takeCall } from './takeCall.mts';

/**
 * Adds POST /v1/run (docs/development/gateway.md, Entry point). `calls` holds the calls in flight.
 */
export function addRunRoute(
	app: FastifyInstance,
	state: State,
	calls: Set<Promise<unknown>>,
): void {
	const run = byHand(async ({ headers, body }, response, gone) => {
		const arrival: Arrival = {
			authorization: headers.authorization,
			contentType: headers['content-type'] ?? null,
			body: parseOrNull(String(body)),
		};
		const call = takeCall(state, arrival, response, gone);
		calls.add(call);
		await call.finally(() => calls.delete(call));
	});
	// The base URL may have a path. fastify loads its validators only if a route has a schema, even one that accepts
	// any body.
	for (const base of ['', '/:base']) app.post(`${base}/v1/run`, { schema: { body: {} } }, run);
}
