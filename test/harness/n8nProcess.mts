import type { IDataObject } from 'n8n-workflow';

import { contextsIn, startEngine } from './engine.mts';
import type { RunOptions } from './engine.mts';

/** An n8n process of its own, with the built node, a clock and a memory: runs what it is sent, and answers. */

const engine = await startEngine();

export interface RunElsewhere {
	records: IDataObject[];
	error?: string;
	/** What n8n stores of what its nodes had in mind. */
	context: IDataObject;
}

process.on('message', async (options: RunOptions) => {
	const execution = await engine.run(options);
	const records = execution.items('Data Access').map(({ json }) => json);
	const context = contextsIn(execution);
	process.send!({ records, error: execution.error?.message, context } satisfies RunElsewhere);
});
process.once('disconnect', () => engine.close());
process.send!('ready');
