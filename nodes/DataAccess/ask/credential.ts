import { trimmed } from '../shared/values';

// HTTP drops or changes any other character, and so sends a different key.
const VISIBLE_ASCII = /^[!-~]+$/;

/** Why a key cannot be sent, in words for the user. */
export function whyNoApiKey(apiKey: unknown): string | undefined {
	const key = trimmed(apiKey);
	if (key === '') return "The 'API Key' of the Data Access credential is empty";
	if (VISIBLE_ASCII.test(key)) return undefined;
	return "The 'API Key' of the Data Access credential has a character that no key has, such as a blank, a line break, an invisible character or an accented letter. Copy the key again";
}

/** Why a provider cannot be named, in words for the user. */
export function whyNoProvider(provider: unknown): string | undefined {
	return trimmed(provider) === ''
		? "The 'Provider' of the Data Access credential is empty"
		: undefined;
}

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
