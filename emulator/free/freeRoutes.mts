import type { FastifyInstance, RouteHandlerMethod } from 'fastify';

import type { Answer } from '../answers/answer.mts';
import {
	gatewayTime,
	htmlAnswer,
	httpDate,
	jsonAnswer,
	plainAnswer,
	refusal,
} from '../answers/answer.mts';
import { keyOf, refuseHaste, refuseKey } from '../call/admit.mts';
import { parseOrNull } from '../call/arrival.mts';
import { send } from '../call/send.mts';
import type { State } from '../call/state.mts';
import type { FreeRouteState } from '../settings.mts';
import { balanceRoute, discoverRoute, endpointsRoute, inspectRoute } from './endpointRoutes.mts';
import type { FreeEntry, FreeRoute } from './freeRoute.mts';
import { listRuns, readRun } from './runs.mts';

/** The routes of this gateway beside POST /v1/run. */
const ROUTES: readonly FreeRoute[] = [
	listRuns,
	readRun,
	inspectRoute,
	discoverRoute,
	endpointsRoute,
	balanceRoute,
];

/** Adds the routes that cost nothing (docs/development/gateway.md, Free routes). */
export function addFreeRoutes(app: FastifyInstance, state: State): void {
	for (const route of ROUTES) {
		const handler = handlerOf(route, state);
		// A base address may have a path.
		for (const base of ['', '/:base']) {
			app.route({ method: route.method, url: `${base}/v1/${route.path}`, handler });
		}
	}
}

function handlerOf(route: FreeRoute, state: State): RouteHandlerMethod {
	return async (request, reply) => {
		reply.hijack();
		const response = reply.raw;
		const gone = new AbortController();
		response.once('close', () => gone.abort());
		const { settings } = state;
		const apiKey = keyOf(request.headers.authorization ?? '');
		const entry: FreeEntry = {
			...{ at: Date.now(), route: route.name, method: request.method, url: request.url },
			...{ httpStatus: null, isAuthorized: state.apiKeys.includes(apiKey) },
		};
		state.freeLedger.push(entry);
		const asked = {
			apiKey,
			params: request.params as Record<string, string>,
			query: request.query as Record<string, string>,
			body: parseOrNull(String(request.body)),
		};
		try {
			const isHasty = settings.limitsFreeRoutes;
			const refused =
				refuseKey(state, apiKey) ?? (isHasty ? refuseHaste(state, apiKey, entry.at) : null);
			const answer =
				refused ?? inState(settings.freeRoutes[route.name]) ?? route.answer(asked, state);
			const date = httpDate(gatewayTime(settings));
			if (answer.wire.how === 'whole') entry.httpStatus = answer.httpStatus;
			const headers = { date, ...answer.headers };
			await send(response, { ...answer, headers }, gone.signal);
		} catch (error) {
			// A mistake of the emulator itself must not look like one of the gateway's answers.
			response.writeHead(500).end(`The emulator failed: ${(error as Error).stack}`);
		}
	};
}

/** The answer of a route that is not what it should be; null where it is. */
function inState(how: FreeRouteState): Answer | null {
	const nothing = plainAnswer(200, '', 'text/plain');
	switch (how) {
		case 'there':
			return null;
		case 'missing':
			return refusal(404, 'not_found', 'This is not a route of this gateway');
		case 'unauthorized':
			return refusal(401, 'unauthorized', 'This key may not do that');
		case 'forbidden':
			return refusal(403, 'forbidden', 'This key may not do that');
		case 'webPage':
			return htmlAnswer(200, 'Welcome');
		case 'otherShape':
			return jsonAnswer(200, { ok: true, result: [] });
		case 'down':
			return refusal(503, 'unavailable', 'Service unavailable');
		case 'reset':
		case 'hang':
			return { ...nothing, wire: { how } };
	}
}
