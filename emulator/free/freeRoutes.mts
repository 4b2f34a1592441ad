import type { FastifyInstance } from 'fastify';

import type { Answer } from '../answers/answer.mts';
import {
	gatewayTime,
	htmlAnswer,
	httpDate,
	jsonAnswer,
	plainAnswer,
	refusal,
} from '../answers/answer.mts';
import { keyOf, refuseAboveLimit, refuseKey } from '../call/admit.mts';
import { parseOrNull } from '../call/arrival.mts';
import { byHand, send } from '../call/send.mts';
import type { State } from '../call/state.mts';
import type { FreeRouteState } from '../settings.mts';
import { balanceRoute, discoverRoute, inspectRoute } from './endpointRoutes.mts';
import type { FreeEntry, FreeRoute } from './freeRoute.mts';
import { listRuns, readRun } from './runs.mts';

/** All routes of this gateway except POST /v1/run. */
const ROUTES: readonly FreeRoute[] = [listRuns, readRun, inspectRoute, discoverRoute, balanceRoute];

/** Adds the free routes (docs/development/gateway.md, Free routes). */
export function addFreeRoutes(app: FastifyInstance, state: State): void {
	for (const route of ROUTES) {
		const handler = handlerOf(route, state);
		// The base URL may have a path.
		for (const base of ['', '/:base']) {
			app.route({ method: route.method, url: `${base}/v1/${route.path}`, handler });
		}
	}
}

const handlerOf = (route: FreeRoute, state: State) =>
	byHand(async ({ headers, method, url, params, query, body }, response, gone) => {
		const { settings } = state;
		const apiKey = keyOf(headers.authorization ?? '');
		const isAuthorized = state.apiKeys.includes(apiKey);
		const at = Date.now();
		const entry: FreeEntry = { at, route: route.name, method, url, httpStatus: null, isAuthorized };
		state.freeLedger.push(entry);
		const request = {
			params: params as Record<string, string>,
			query: query as Record<string, string>,
			body: parseOrNull(String(body)),
		};
		const isLimited = settings.limitsFreeRoutes;
		const refused =
			refuseKey(state, apiKey) ?? (isLimited ? refuseAboveLimit(state, apiKey, at) : null);
		const answer =
			refused ?? answerInState(settings.freeRoutes[route.name]) ?? route.answer(request, state);
		if (answer.wire.how === 'whole') entry.httpStatus = answer.httpStatus;
		const date = httpDate(gatewayTime(settings));
		await send(response, { ...answer, headers: { date, ...answer.headers } }, gone);
	});

/** Returns the answer of a route that does not work; null if the route works. */
function answerInState(how: FreeRouteState): Answer | null {
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
