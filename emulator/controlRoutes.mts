import type { FastifyInstance, FastifyReply } from 'fastify';

import { isObject } from './call/body.mts';
import type { State } from './call/state.mts';
import type { Controls } from './control.mts';
import type { Fault } from './faults/fault.mts';
import { FAULT_KINDS, MATCHED_BY } from './faults/fault.mts';
import type { ListChange } from './lists/changes.mts';
import type { ListSettings } from './lists/list.mts';
import { endpointOf, OPERATIONS } from './operations/index.mts';
import type { SettingsChange } from './settings.mts';

const CHANGES = '{add: n, at?}, {remove: n, at?}, {edit: place} or {swap: [place, place]}';

/** The emulator's own routes: what a test in another process, or a person, works it with. */
export function addControlRoutes(app: FastifyInstance, controls: Controls, state: State): void {
	app.get('/emulator', () => ({
		what: 'An emulator of the data-access gateway. Nothing here costs anything.',
		run: 'POST /v1/run with {provider, endpoint, input} and Authorization: Bearer <key>',
		provider: state.provider,
		endpoints: OPERATIONS.map((each) => endpointOf(each, state.settings.platformNames)),
		control: {
			'GET /emulator/ledger': 'every call so far, a summary, and the requests of free routes',
			'DELETE /emulator/ledger': 'forget them',
			'GET /emulator/settings': 'the settings as they are',
			'PATCH /emulator/settings': 'change some of them',
			'PUT /emulator/lists': '{operation, key, list: {size, …}}; key "*" for all',
			'POST /emulator/lists/changes': `{operation, key, change}: ${CHANGES}`,
			'POST /emulator/faults': '{kind, match, times, …}; times null = for ever',
			'POST /emulator/positions/expire': 'refuse the cursors that were given out so far',
			'POST /emulator/reset': 'back to the start',
		},
		listSizes: 'a keyword or id that holds size-<n> names a list of n records',
		faultKinds: FAULT_KINDS,
		faultMatch: MATCHED_BY,
		freeRoutes: `none is there at first; PATCH /emulator/settings with {"freeRoutes": {"runs": "there", "run": "there"}}, and "runs" for how they are kept`,
	}));
	app.get('/emulator/ledger', () => ({
		entries: state.ledger,
		summary: controls.summary(),
		free: state.freeLedger,
	}));
	app.delete('/emulator/ledger', (_request, reply) => {
		state.ledger.length = 0;
		state.freeLedger.length = 0;
		return reply.code(204).send();
	});
	app.get('/emulator/settings', () => state.settings);
	app.patch('/emulator/settings', (request, reply) =>
		apply(request.body, reply, (body) => {
			controls.configure(body as SettingsChange);
			return state.settings;
		}),
	);
	app.put('/emulator/lists', (request, reply) =>
		apply(request.body, reply, (body) => {
			const { operation, key, list } = body;
			if (typeof operation !== 'string' || typeof key !== 'string' || !isObject(list)) {
				throw new Error('Give operation, key and list');
			}
			controls.setList(operation, key, list as Partial<ListSettings>);
			return { operation, key, list };
		}),
	);
	app.post('/emulator/lists/changes', (request, reply) =>
		apply(request.body, reply, (body) => {
			const { operation, key, change } = body;
			if (typeof operation !== 'string' || typeof key !== 'string' || !isObject(change)) {
				throw new Error('Give operation, key and change');
			}
			controls.changeList(operation, key, change as unknown as ListChange);
			return body;
		}),
	);
	app.post('/emulator/faults', (request, reply) =>
		apply(request.body, reply, (body) => {
			controls.addFault(body as unknown as Fault);
			return body;
		}),
	);
	app.post('/emulator/positions/expire', (_request, reply) => {
		controls.expirePositions();
		return reply.code(204).send();
	});
	app.post('/emulator/reset', (_request, reply) => {
		controls.reset();
		return reply.code(204).send();
	});
}

function apply(
	bodyText: unknown,
	reply: FastifyReply,
	change: (body: Record<string, unknown>) => unknown,
): FastifyReply {
	try {
		const body: unknown = JSON.parse(String(bodyText));
		if (!isObject(body)) throw new Error('The body should be a JSON object');
		return reply.send(change(body));
	} catch (error) {
		const { message } = error as Error;
		return reply.code(400).send({ code: 'invalid_request', message });
	}
}
