/** A call as it arrives at the server. */
export interface Arrival {
	/** The header as sent; undefined if there was none. */
	authorization: string | undefined;
	contentType: string | null;
	/** The parsed body; null if it is not JSON. */
	body: unknown;
}

/** Parses JSON. Returns null if the text is not JSON. */
export function parseOrNull(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
