/** How an answer repeats the key of its caller. */
export type EchoForm =
	| 'asIs'
	/** `\/` for every `/`. */
	| 'escapedSlashes'
	/** `\uXXXX` for every character. */
	| 'unicodeEscapes'
	/** Base64 of the key. */
	| 'base64'
	/** Base64 of `Bearer <key>`. */
	| 'base64Header'
	| 'urlEncoded';

/** An error message that repeats a key, for JSON.stringify: some forms are one of the JSON text. */
export function echoOf(apiKey: string, form: EchoForm): unknown {
	const before = escaped('Cannot handle the header "Authorization: ');
	return JSON.rawJSON(`"${before}${written(apiKey, form)}${escaped('"')}"`);
}

/** The part of a JSON string in which the key stands. */
function written(apiKey: string, form: EchoForm): string {
	switch (form) {
		case 'asIs':
			return escaped(`Bearer ${apiKey}`);
		case 'escapedSlashes':
			return escaped(`Bearer ${apiKey}`).replaceAll('/', '\\/');
		case 'unicodeEscapes':
			return `Bearer ${apiKey.split('').map(unicodeEscape).join('')}`;
		case 'base64':
			return Buffer.from(apiKey).toString('base64');
		case 'base64Header':
			return Buffer.from(`Bearer ${apiKey}`).toString('base64');
		case 'urlEncoded':
			return encodeURIComponent(apiKey);
	}
}

function unicodeEscape(unit: string): string {
	return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function escaped(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}
