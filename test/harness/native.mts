import { join, sep } from 'node:path';
import { runInThisContext } from 'node:vm';

/**
 * The globals outside of Jest's sandbox, which the modules that {@link load} gives have: their Date,
 * console and process.env are not those of a test. The same ones where there is no sandbox.
 */
export const outside = runInThisContext('globalThis') as typeof globalThis;

// n8n prints every failure of a node, and most tests want one. It reads this when it is first loaded.
outside.process.env.N8N_LOG_LEVEL ??= 'silent';

/**
 * Node's own require, from the package's folder. Jest's would load every module anew for each test
 * file, which takes 2 s for n8n-core; here that is done once for all files of a worker.
 */
export const load = outside.process
	.getBuiltinModule('node:module')
	.createRequire(join(process.cwd(), 'package.json'));

const BUILT = join(process.cwd(), 'dist') + sep;

/** The built node is loaded anew from now on, as in another n8n process: it shares no variable. */
export function forgetBuilt(): void {
	for (const path of Object.keys(load.cache)) if (path.startsWith(BUILT)) delete load.cache[path];
}

// What it keeps in memory is each test file's own.
forgetBuilt();
