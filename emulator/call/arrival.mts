/** A call as it arrives. */
export interface Arrival {
	/** The header as sent; undefined where there was none. */
	authorization: string | undefined;
	contentType: string | null;
	/** The body's JSON value; null where it is no JSON. */
	body: unknown;
}
