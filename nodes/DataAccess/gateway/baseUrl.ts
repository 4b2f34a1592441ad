import { trimmed } from '../shared/values';

const VERSION = '/v1/';
const RUN_PATH = `${VERSION}run`;

/** Why an address cannot be the gateway's, in words for the user. */
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

/** The run entry point, for a base URL with or without path, version, trailing slash, or the entry point itself. */
export function runUrlOf(baseUrl: string): string {
	const { origin, pathname } = new URL(baseUrl.trim());
	const path = pathname.replace(/\/+$/, '').replace(/\/v1(?:\/run)?$/, '');
	return origin + path + RUN_PATH;
}

/** Another route of the same gateway, by its path behind the version. */
export function routeUrlOf(runUrl: string, path: string): string {
	return runUrl.slice(0, -RUN_PATH.length) + VERSION + path;
}
