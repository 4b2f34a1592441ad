import type { IDataObject } from 'n8n-workflow';

import { contextsIn, startEngine } from './engine.mts';
import type { RunOptions } from './engine.mts';

// A separate n8n process with the built node and a memory of its own. It runs each workflow that it is sent, and sends
// back the result.

const engine = await startEngine();

export interface RunElsewhere {
	records: IDataObject[];
	error?: string;
	/** The stored node contexts. */
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
