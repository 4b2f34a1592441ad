declare global {
	// Missing from TypeScript's own declarations.
	interface JSON {
		/** Returns a value that JSON.stringify writes as this text, which must be the JSON of a primitive. */
		rawJSON(text: string): unknown;
	}
}

/**
 * Returns a value that JSON.stringify writes as a number with all these digits. The service sends IDs beyond 2^53
 * as JSON numbers (docs/development/gateway.md, Paging).
 */
export function bareNumber(digits: string): unknown {
	return JSON.rawJSON(digits);
}
