declare global {
	// TypeScript's own declarations do not have it yet.
	interface JSON {
		/** A value that JSON.stringify writes as this text, which has to be a primitive's JSON. */
		rawJSON(text: string): unknown;
	}
}

/**
 * A whole number, of which JSON.stringify writes all digits. IDs beyond 2^53 come as JSON numbers
 * (docs/development/gateway.md, Paging).
 */
export function bareNumber(digits: string): unknown {
	return JSON.rawJSON(digits);
}
