import { createRequire } from 'node:module';
import { join } from 'node:path';

import { temporaryFolder } from '../../test/n8n/harness/temporaryFolders.mts';
import { leaveNothingBehind } from '../../test/n8n/harness/leaveNothingBehind.mts';

/** What loading a package takes; see `isolated`. */
export interface LoadRun {
	nodes: number;
	cpuMs: number;
	/** Bytes that stay alive. */
	bytes: number;
}

export interface LoadInput {
	/** A folder whose `node_modules` has n8n's packages. */
	n8nFolder: string;
	/** The package's own. */
	folder: string;
}

leaveNothingBehind();
const { n8nFolder, folder } = JSON.parse(process.argv[2] ?? '') as LoadInput;
process.env.N8N_USER_FOLDER = temporaryFolder('load');
process.env.N8N_ENCRYPTION_KEY = 'only for the bench';
process.env.N8N_LOG_LEVEL = 'silent';
const load = createRequire(join(n8nFolder, 'package.json'));
// What a server has loaded before it comes to community packages.
const { PackageDirectoryLoader } = load('n8n-core') as {
	PackageDirectoryLoader: new (folder: string) => {
		types: { nodes: unknown[] };
		loadAll(): Promise<void>;
	};
};
load('n8n-workflow');

const collect = globalThis.gc as () => void;
const alive = () => {
	for (let times = 0; times < 5; times++) collect();
	return process.memoryUsage().heapUsed;
};
const before = alive();
const began = process.cpuUsage();
const loader = new PackageDirectoryLoader(folder);
await loader.loadAll();
const { user, system } = process.cpuUsage(began);
const result: LoadRun = {
	nodes: loader.types.nodes.length,
	cpuMs: (user + system) / 1000,
	bytes: alive() - before,
};
process.send!(result, () => process.exit(0));
