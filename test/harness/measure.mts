import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { IDataObject, INode } from 'n8n-workflow';

import { startEmulatorProcess } from './emulatorProcess.mts';
import { startEngine } from './engine.mts';
import type { Engine, Execution } from './engine.mts';

const KEY = 'bench-key';

setFlagsFromString('--expose-gc');
/** Frees what nothing holds, so that what is left can be measured. */
export const collectGarbage = runInNewContext('gc') as () => void;

export interface Bench {
	engine: Engine;
	url: string;
	key: string;
	provider: string;
	/** Runs the node alone in n8n's engine, on one empty input item; on the emulator by default. */
	run(parameters: IDataObject, baseUrl?: string): Promise<Execution>;
	close(): void;
}

/** n8n's engine with the built node here, and an emulator in another process. */
export async function startBench(): Promise<Bench> {
	const emulator = await startEmulatorProcess(KEY);
	const engine = await startEngine();
	const { url, provider } = emulator;
	const node = (name: string, type: string, more: Partial<INode>): INode => ({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...more,
	});
	return {
		engine,
		url,
		key: KEY,
		provider,
		run: async (parameters, baseUrl = url) =>
			await engine.run({
				workflow: {
					nodes: [
						node('Start', 'n8n-nodes-base.manualTrigger', {}),
						node('Items', 'test.items', { parameters: { items: [{}] } as never }),
						node('Data Access', 'n8n-nodes-data-access.dataAccess', {
							parameters: parameters as never,
							credentials: { dataAccessApi: { id: 'bench', name: 'bench' } },
						}),
					],
					connections: {
						Start: { main: [[{ node: 'Items', type: 'main', index: 0 }]] },
						Items: { main: [[{ node: 'Data Access', type: 'main', index: 0 }]] },
					},
				},
				credentials: {
					bench: { baseUrl, apiKey: KEY, provider, inputFormat: 'flat' },
				},
			}),
		close() {
			emulator.close();
			engine.close();
		},
	};
}

/** Rows as aligned columns. */
export function printTable(rows: Array<Array<string | number>>): void {
	const widths = rows[0].map((_, column) =>
		Math.max(...rows.map((row) => String(row[column]).length)),
	);
	for (const row of rows)
		console.log(row.map((cell, column) => String(cell).padStart(widths[column])).join('  '));
}
