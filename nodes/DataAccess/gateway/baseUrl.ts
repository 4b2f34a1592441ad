const VERSION = '/v1/';
const RUN_PATH = `${VERSION}run`;

/**
 * The run entry point, for a base URL with or without path, version, trailing slash, or the entry point itself. The
 * credential's test says the same in an expression: a change belongs in both.
 */
export function runUrlOf(baseUrl: string): string {
	const { origin, pathname } = new URL(baseUrl.trim());
	const path = pathname.replace(/(?<!\/)\/+$/, '').replace(/\/v1(?:\/run)?$/, '');
	return origin + path + RUN_PATH;
}

/** Another route of the same gateway, by its path behind the version. */
export function routeUrlOf(runUrl: string, path: string): string {
	return runUrl.slice(0, -RUN_PATH.length) + VERSION + path;
}
