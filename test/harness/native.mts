import { join, sep } from 'node:path';
import { runInThisContext } from 'node:vm';

/**
 * The globals outside Jest's sandbox. Modules from {@link load} use these: their Date, console and process.env are not
 * those of a test. Without a sandbox, they are the same.
 */
export const outside = runInThisContext('globalThis') as typeof globalThis;

// Otherwise n8n prints every failure of a node, which most tests provoke. It reads this when it is first loaded.
outside.process.env.N8N_LOG_LEVEL ??= 'silent';

/**
 * Node's own require, in the package's folder. It loads n8n-core, which takes 2 seconds, once for all test files of a
 * worker; Jest's would load it for each file.
 */
export const load = outside.process
	.getBuiltinModule('node:module')
	.createRequire(join(process.cwd(), 'package.json'));

const BUILT = join(process.cwd(), 'dist') + sep;

/** Makes `load` load the built node again, with variables of its own, as another n8n process would. */
export function forgetBuilt(): void {
	for (const path of Object.keys(load.cache)) if (path.startsWith(BUILT)) delete load.cache[path];
}

// Each test file starts with an empty memory of the node.
forgetBuilt();
