const VERSION = '/v1/';
const RUN_PATH = `${VERSION}run`;

/**
 * Returns the run entry point. The base URL may have a path, the version and a trailing slash, or be the entry point
 * itself. The credential's test computes the same in an expression: change both together.
 */
export function runUrlOf(baseUrl: string): string {
	const { origin, pathname } = new URL(baseUrl.trim());
	const path = pathname.replace(/(?<!\/)\/+$/, '').replace(/\/v1(?:\/run)?$/, '');
	return origin + path + RUN_PATH;
}

/** Returns the URL of another route of the same gateway. `path` follows the version. */
export function routeUrlOf(runUrl: string, path: string): string {
	return runUrl.slice(0, -RUN_PATH.length) + VERSION + path;
}
