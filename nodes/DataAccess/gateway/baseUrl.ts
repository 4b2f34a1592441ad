import { trimmed } from '../shared/values';

const VERSION = '/v1/';
const RUN_PATH = `${VERSION}run`;

/** Why an address cannot be the gateway's, in words for the user; undefined where it can. */
export function whyNoBaseUrl(baseUrl: unknown): string | undefined {
	const address = trimmed(baseUrl);
	if (address === '') return "The 'Base URL' of the Data Access credential is empty";
	const example = 'such as https://gateway.example.com';
	if (!/^https?:\/\//i.test(address)) {
		return `The 'Base URL' of the Data Access credential must begin with https:// or http://, ${example}`;
	}
	if (!URL.canParse(address)) {
		return `The 'Base URL' of the Data Access credential has a host or port that no address can have; it must be ${example}`;
	}
	const url = new URL(address);
	if (url.username || url.password) {
		return "The 'Base URL' of the Data Access credential must not contain a user name or password: the API key has a field of its own";
	}
	if (url.search || url.hash) {
		return `The 'Base URL' of the Data Access credential must end before any "?" or "#", ${example}`;
	}
	return undefined;
}

/**
 * The address of the run entry point (docs/development/gateway.md, Entry point) for a base URL with
 * or without path, version, trailing slash, or the entry point itself.
 */
export function runUrlOf(baseUrl: string): string {
	const { origin, pathname } = new URL(baseUrl.trim());
	const path = pathname.replace(/\/+$/, '').replace(/\/v1(?:\/run)?$/, '');
	return origin + path + RUN_PATH;
}

/**
 * The address of another route of the same gateway.
 * @param runUrl its run entry point
 * @param path behind the version, such as `runs?limit=100`
 */
export function routeUrlOf(runUrl: string, path: string): string {
	return runUrl.slice(0, -RUN_PATH.length) + VERSION + path;
}
