import type { IDataObject } from 'n8n-workflow';

import { startEmulatorProcess } from './emulatorProcess.mts';
import { startEngine } from './engine.mts';
import type { Engine, Execution } from './engine.mts';
import { CREDENTIAL_NAME, workflowOf } from './world.mts';

const KEY = 'bench-key';

export interface Bench {
	engine: Engine;
	url: string;
	key: string;
	provider: string;
	/** Runs the node alone in n8n's engine, on one empty input item and the emulator by default. */
	run(
		parameters: IDataObject,
		options?: { items?: IDataObject[]; baseUrl?: string },
	): Promise<Execution>;
	close(): void;
}

/** n8n's engine with the built node here, and an emulator in another process. */
export async function startBench(): Promise<Bench> {
	const emulator = await startEmulatorProcess(KEY);
	const engine = await startEngine();
	const { url, provider } = emulator;
	return {
		engine,
		url,
		key: KEY,
		provider,
		run: async (parameters, { items, baseUrl = url } = {}) =>
			await engine.run({
				// By hand, pages of the last 15 minutes would cost nothing.
				workflow: workflowOf(
					{ ...parameters, options: { reusePages: 0, ...(parameters.options as IDataObject) } },
					{ items },
				),
				credentials: {
					[CREDENTIAL_NAME]: { baseUrl, apiKey: KEY, provider, inputFormat: 'flat' },
				},
			}),
		close() {
			emulator.close();
			engine.close();
		},
	};
}
