/** An answer as it came over HTTP. */
export interface RawAnswer {
	status: number;
	headers: Record<string, unknown>;
	text: string;
}
