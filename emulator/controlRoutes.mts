import type { FastifyInstance } from 'fastify';

import { isObject, parseOrNull } from './call/arrival.mts';
import type { State } from './call/state.mts';
import type { Controls } from './control.mts';
import type { Fault } from './faults/fault.mts';
import { FAULT_KINDS } from './faults/fault.mts';
import type { ListChange } from './lists/changes.mts';
import type { ListSettings } from './lists/list.mts';
import { endpointOf, OPERATIONS } from './operations/index.mts';
import type { SettingsChange } from './settings.mts';

/** What each route does, in words and in code. The code returns the answer, and throws if the body is invalid. */
type ControlRoutes = Record<string, [does: string, work: (body: Body) => unknown]>;

type Body = Record<string, unknown>;

const routesOf = (controls: Controls, state: State): ControlRoutes => ({
	'GET /emulator/ledger': [
		'returns every call so far, a summary, and the requests to free routes',
		() => ({ entries: state.ledger, summary: controls.summary(), free: state.freeLedger }),
	],
	'DELETE /emulator/ledger': [
		'clears the ledger',
		() => void (state.ledger.length = state.freeLedger.length = 0),
	],
	'PATCH /emulator/settings': [
		'changes the given settings',
		(body) => controls.configure(body as SettingsChange),
	],
	'PUT /emulator/lists': [
		'sets up a list: {operation, key, list: {size, …}}; the key "*" means all lists',
		(body) => controls.setList(...listOf<Partial<ListSettings>>(body, 'list')),
	],
	'POST /emulator/lists/changes': [
		'changes a list: {operation, key, change: {add: n, at?} or {remove: n, at?}}',
		(body) => controls.changeList(...listOf<ListChange>(body, 'change')),
	],
	'POST /emulator/faults': [
		'adds a fault: {kind, match: {operation, key, page, call, apiKey}, times, …}; times: null means always',
		(body) => controls.addFault(body as unknown as Fault),
	],
	'POST /emulator/reset': ['restores the state of the start', () => controls.reset()],
});

/** Adds the emulator's own routes, with which people and tests in other processes control it. */
export function addControlRoutes(app: FastifyInstance, controls: Controls, state: State): void {
	const routes = Object.entries(routesOf(controls, state));
	app.get('/emulator', () => ({
		what: 'An emulator of the data-access gateway. Nothing here costs anything.',
		run: 'POST /v1/run with {provider, endpoint, input} and Authorization: Bearer <key>',
		provider: state.provider,
		endpoints: OPERATIONS.map((each) => endpointOf(each, state.settings.platformNames)),
		control: Object.fromEntries(routes.map(([route, [does]]) => [route, does])),
		listSizes: 'a keyword or ID with size-<n> in it names a list of n records',
		faultKinds: FAULT_KINDS,
		freeRoutes: `off at first; PATCH /emulator/settings with {"freeRoutes": {"runs": "there", "run": "there"}} turns two of them on, and its "runs" says how runs are kept`,
	}));
	for (const [route, [, work]] of routes) {
		const [method, url] = route.split(' ') as ['GET', string];
		app.route({
			method,
			url,
			handler(request, reply) {
				const { origin, host } = request.headers;
				// Otherwise any web page in this machine's browser could control the emulator.
				if (origin !== undefined && origin !== `http://${host}`) {
					return reply.code(403).send({ code: 'forbidden', message: 'A foreign origin' });
				}
				const body = parseOrNull(String(request.body ?? '{}'));
				try {
					if (!isObject(body)) throw new Error('The body should be a JSON object');
					const answer = work(body);
					return answer === undefined ? reply.code(204).send() : reply.send(answer);
				} catch (error) {
					const { message } = error as Error;
					return reply.code(400).send({ code: 'invalid_request', message });
				}
			},
		});
	}
}

function listOf<T>(body: Body, what: string): [string, string, T] {
	const { operation, key, [what]: value } = body;
	if (typeof operation === 'string' && typeof key === 'string' && isObject(value)) {
		return [operation, key, value as T];
	}
	throw new Error(`Give operation, key and ${what}`);
}
