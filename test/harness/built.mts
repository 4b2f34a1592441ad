import { load } from './native.mts';

export { forgetBuilt } from './native.mts';

/** A module of the built node, for direct tests of its pure parts: `built('buy/retryPolicy')`. */
export function built<T>(module: string): T {
	return load(`./dist/nodes/DataAccess/${module}.js`) as T;
}

/** The module of a built credential. */
export function builtCredential<T>(name: string): T {
	return load(`./dist/credentials/${name}.credentials.js`) as T;
}
