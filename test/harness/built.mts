import { createRequire } from 'node:module';
import { join } from 'node:path';

const load = createRequire(join(process.cwd(), 'package.json'));

/** A module of the built node, for direct tests of its pure parts: `built('buy/retryPolicy')`. */
export function built<T>(module: string): T {
	return load(`./dist/nodes/DataAccess/${module}.js`) as T;
}
