import { load } from './native.mts';

export { forgetBuilt } from './native.mts';

/** A module of the built node, where an import will not do: outside of Jest, or loaded anew. */
export function built<T>(module: string): T {
	return load(`./dist/nodes/DataAccess/${module}.js`) as T;
}
