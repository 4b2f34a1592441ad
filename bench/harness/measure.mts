import type { IDataObject } from 'n8n-workflow';

import { startEngine } from '../../test/harness/engine.mts';
import type { Engine, Execution } from '../../test/harness/engine.mts';
import { CREDENTIAL_NAME, workflowOf } from '../../test/harness/workflows.mts';
import { startEmulatorProcess } from './emulatorProcess.mts';

const KEY = 'bench-key';

type Input = { items?: IDataObject[]; baseUrl?: string };

export interface Bench {
	engine: Engine;
	url: string;
	key: string;
	provider: string;
	/** Runs the node alone in n8n's engine, on one empty input item and the emulator by default. */
	run(parameters: IDataObject, options?: Input): Promise<Execution>;
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
		async run(parameters, { items, baseUrl = url } = {}) {
			// Otherwise a manual run would reuse pages of the last 15 minutes.
			const options = { reusePages: 0, ...(parameters.options as IDataObject) };
			const workflow = workflowOf({ ...parameters, options }, { items });
			const credential = { baseUrl, apiKey: KEY, provider, inputFormat: 'flat' };
			return await engine.run({ workflow, credentials: { [CREDENTIAL_NAME]: credential } });
		},
		close() {
			emulator.close();
			engine.close();
		},
	};
}
