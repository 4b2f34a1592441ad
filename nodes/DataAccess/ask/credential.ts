import { trimmed } from '../shared/values';

/** Quotes of any script, which people copy together with a key from a configuration or a message. */
const QUOTES_AROUND = /^["'`«»“”„‘’]+|["'`«»“”„‘’]+$/g;

/** Returns the key as it is sent: without blanks and quotes around it. */
export const apiKeyIn = (given: unknown): string =>
	trimmed(trimmed(given).replace(QUOTES_AROUND, ''));

// HTTP drops or changes any other character, so the gateway would get a different key.
const VISIBLE_ASCII = /^[!-~]+$/;

const EXAMPLE = 'such as https://gateway.example.com';

const wrong = (field: string, words: string) =>
	`The '${field}' of the Data Access credential ${words}`;

/** Returns why a key cannot be sent, in words for the user. */
export const whyNoApiKey = (apiKey: unknown): string | undefined =>
	VISIBLE_ASCII.test(apiKeyIn(apiKey))
		? undefined
		: wrong(
				'API Key',
				'is empty, or has a character that no key has, such as a space, a line break, an invisible character or an accented letter. Copy the key again',
			);

/** Returns why a provider cannot be named, in words for the user. */
export const whyNoProvider = (provider: unknown): string | undefined =>
	trimmed(provider) === '' ? wrong('Provider', 'is empty') : undefined;

/** Returns why an address cannot be the gateway's, in words for the user. */
export function whyNoBaseUrl(baseUrl: unknown): string | undefined {
	const why = wordsOnAddress(trimmed(baseUrl));
	return why && wrong('Base URL', why);
}

function wordsOnAddress(address: string): string | undefined {
	if (!/^https?:\/\//i.test(address)) return `must begin with https:// or http://, ${EXAMPLE}`;
	try {
		const { href, origin, pathname } = new URL(address);
		return href === `${origin}${pathname}`
			? undefined
			: `must have no user name, password, "?" or "#", ${EXAMPLE}`;
	} catch {
		return `has a host or port that no address can have; it must be ${EXAMPLE}`;
	}
}
