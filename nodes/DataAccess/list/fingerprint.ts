const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Characters of a fingerprint. */
const LENGTH = 6;

/** The fingerprints that a text consists of. */
export function fingerprintsIn(text: string): string[] {
	return Array.from({ length: Math.floor(text.length / LENGTH) }, (_, index) =>
		text.slice(index * LENGTH, (index + 1) * LENGTH),
	);
}

/**
 * A short stand-in for a text: for the records of a page in `next`, where their ids would fill the
 * error or hint that a person reads, and for a list's operation and input. 36 bits: in about one of a
 * hundred million pages, a record has the fingerprint of another one on the page before.
 */
export function fingerprintOf(text: string): string {
	let [high, low] = [0xdeadbeef, 0x41c6ce57];
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		high = Math.imul(high ^ code, 2654435761);
		low = Math.imul(low ^ code, 1597334677);
	}
	high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
	low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
	const [left, right] = [low >>> 0, high >>> 0];
	return [left >>> 12, left >>> 6, left, right >>> 12, right >>> 6, right]
		.map((bits) => DIGITS.charAt(bits & 63))
		.join('');
}
