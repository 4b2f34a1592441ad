// Private-use characters: no keyword or record of a test will hold them by chance.
const OPEN = '\uE000';
const CLOSE = '\uE001';

/** Marks a whole number that {@link toJson} writes bare, with all its digits. */
export function bareNumber(value: bigint): string {
	return `${OPEN}${value}${CLOSE}`;
}

/**
 * JSON text in which marked numbers stand bare. Ids beyond 2^53 come as JSON numbers (shapes §3),
 * which JSON.stringify cannot write.
 */
export function toJson(value: unknown): string {
	return JSON.stringify(value).replace(/"\uE000(\d+)\uE001"/g, '$1');
}
