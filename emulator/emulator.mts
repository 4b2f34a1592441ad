import type { AddressInfo } from 'node:net';

import fastify from 'fastify';

import { addControlRoutes } from './control.mts';
import type { Fault } from './faults.mts';
import type { LedgerEntry, LedgerSummary } from './ledger.mts';
import { summarize } from './ledger.mts';
import { OPERATIONS } from './operations/index.mts';
import { handleRun } from './run.mts';
import type { ListSettings, OperationName, Settings, SettingsChange } from './settings.mts';
import { applySettings } from './settings.mts';
import type { EmulatorOptions } from './state.mts';
import { createState, resetState } from './state.mts';

export type { EmulatorOptions, Fault, LedgerEntry, LedgerSummary };
export type { ListSettings, OperationName, Settings, SettingsChange };

/** A running emulator. */
export interface Emulator {
	/** Base URL without a slash at the end. */
	url: string;
	provider: string;
	/** Live: what is changed here counts from the next call on. */
	settings: Settings;
	/** Live: one entry per POST /v1/run, in order of arrival. */
	ledger: LedgerEntry[];
	summary(): LedgerSummary;
	addFault(fault: Fault): void;
	configure(change: SettingsChange): void;
	/** Sets one list; key '*' stands for all lists of the operation. */
	setList(operation: OperationName | string, key: string, list: Partial<ListSettings>): void;
	/** Ledger, faults, settings and lists back to how it was started. Cursors stay good. */
	reset(): void;
	/** Resolves once no call is in flight any more. */
	settled(): Promise<void>;
	close(): Promise<void>;
}

/** Starts an emulator of the gateway on the loopback interface. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
	const state = createState(options);
	const calls = new Set<Promise<void>>();
	const app = fastify({ forceCloseConnections: true, bodyLimit: 16 * 1024 * 1024 });
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
		done(null, body);
	});
	app.setNotFoundHandler((request, reply) => {
		const message = `${request.method} ${request.url} is not a route of this gateway`;
		return reply.code(404).send({ code: 'not_found', message });
	});
	app.post('/v1/run', async (request, reply) => {
		reply.hijack();
		const bodyText = typeof request.body === 'string' ? request.body : '';
		const call = handleRun(state, request.headers, bodyText, reply.raw);
		calls.add(call);
		try {
			await call;
		} catch (error) {
			// A mistake of the emulator itself must not look like one of the faults.
			reply.raw.writeHead(500).end(`The emulator failed: ${(error as Error).stack}`);
		} finally {
			calls.delete(call);
		}
	});

	const emulator: Emulator = {
		url: '',
		provider: state.provider,
		settings: state.settings,
		ledger: state.ledger,
		summary: () => summarize(state.ledger),
		addFault: (fault) => state.faults.add(fault),
		configure: (change) => applySettings(state.settings, change),
		setList: (operation, key, list) => {
			if (!OPERATIONS.some(({ name }) => name === operation)) {
				throw new Error(`Unknown operation "${operation}"`);
			}
			state.lists.set(operation, key, list);
		},
		reset: () => resetState(state, options),
		settled: async () => {
			while (calls.size > 0) await Promise.allSettled(calls);
		},
		close: () => app.close(),
	};
	addControlRoutes(app, emulator, state);
	await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
	const { port } = app.server.address() as AddressInfo;
	emulator.url = `http://127.0.0.1:${port}`;
	return emulator;
}
