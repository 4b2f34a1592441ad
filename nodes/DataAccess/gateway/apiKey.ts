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
