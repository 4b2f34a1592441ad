import { load } from './native.mts';

/** A module of the built node, for direct tests of its pure parts: `built('buy/retryPolicy')`. */
export function built<T>(module: string): T {
	return load(`./dist/nodes/DataAccess/${module}.js`) as T;
}
