/** A call as it arrives. */
export interface Arrival {
	/** The header as sent; undefined where there was none. */
	authorization: string | undefined;
	contentType: string | null;
	/** The body's JSON value; null where it is no JSON. */
	body: unknown;
}

/** A JSON text's value; null where it is no JSON. */
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
