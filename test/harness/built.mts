import { load } from './native.mts';

export { forgetBuilt } from './native.mts';

/** Loads a module of the built node, for code that cannot import it: outside Jest, or after `forgetBuilt`. */
export function built<T>(module: string): T {
	return load(`./dist/nodes/DataAccess/${module}.js`) as T;
}
