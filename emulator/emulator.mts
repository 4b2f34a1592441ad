/**
 * An emulator of the gateway (docs/development/gateway.md). A call goes through these folders:
 * - `call/` enters it in the ledger, checks it, and sends the answer.
 * - `operations/` finds the page that the input requests, and builds its payload.
 * - `lists/` decides which records are on the page.
 * - `faults/` replaces the answer if a test has asked for a fault.
 * - `answers/` wraps the payload in the deployment's layers.
 *
 * `free/` has the routes that cost nothing, with a ledger of their own. `settings.mts` has what differs between
 * deployments, and `control.mts` what a test can do to a running emulator.
 */
import type { AddressInfo } from 'node:net';

import fastify from 'fastify';

import { validatorsOf } from './call/input.mts';
import type { LedgerEntry, LedgerSummary } from './call/ledger.mts';
import { summarize } from './call/ledger.mts';
import { addRunRoute } from './call/runRoute.mts';
import { createState } from './call/state.mts';
import type { Controls } from './control.mts';
import { controlsOf } from './control.mts';
import { addControlRoutes } from './controlRoutes.mts';
import type { Fault } from './faults/fault.mts';
import type { FreeEntry } from './free/freeRoute.mts';
import { addFreeRoutes } from './free/freeRoutes.mts';
import type { ListChange } from './lists/changes.mts';
import type { ListSettings } from './lists/list.mts';
import { OPERATIONS } from './operations/index.mts';
import type { EmulatorOptions, OperationName, Settings, SettingsChange } from './settings.mts';

export { summarize };
export type { EmulatorOptions, Fault, FreeEntry, LedgerEntry, LedgerSummary };
export type { ListChange, ListSettings, OperationName, Settings, SettingsChange };

/** A running emulator. */
export interface Emulator extends Controls {
	/** The base URL, without a trailing slash. */
	url: string;
	provider: string;
	/** Resolves when no call is in flight. */
	settled(): Promise<void>;
	close(): Promise<void>;
}

/** Starts an emulator of the gateway on the loopback interface. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
	const calls = new Set<Promise<unknown>>();
	const app = fastify({
		forceCloseConnections: true,
		bodyLimit: 16 * 1024 * 1024,
		// Report all problems of an input at once, and correct none of them.
		ajv: { customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false } },
	});
	const state = createState(options, validatorsOf(app));
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
		done(null, body);
	});
	app.setNotFoundHandler((request, reply) => {
		const message = `${request.method} ${request.url} is not a route of this gateway`;
		return reply.code(404).send({ code: 'not_found', message });
	});
	addRunRoute(app, state, calls);
	addFreeRoutes(app, state);
	const controls = controlsOf(state, options);
	addControlRoutes(app, controls, state);
	await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
	// Compile all schemas now, so that the first call is as fast as the others.
	for (const { input } of OPERATIONS) state.validators(input);
	const { port } = app.server.address() as AddressInfo;
	return {
		...controls,
		url: `http://127.0.0.1:${port}`,
		provider: state.provider,
		settled: async () => {
			while (calls.size > 0) await Promise.allSettled(calls);
		},
		close: () => app.close(),
	};
}
