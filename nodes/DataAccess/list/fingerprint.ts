/**
 * A short stand-in for a record's id in `next`, where the ids of a whole page would fill the
 * error or hint that a person reads. 53 bits: that two of a page's ids share one is a matter of
 * one in a million million pages.
 */
export function fingerprintOf(id: string): string {
	let [high, low] = [0xdeadbeef, 0x41c6ce57];
	for (let index = 0; index < id.length; index++) {
		const code = id.charCodeAt(index);
		high = Math.imul(high ^ code, 2654435761);
		low = Math.imul(low ^ code, 1597334677);
	}
	high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
	low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
	return (2 ** 32 * (low & 0x1fffff) + (high >>> 0)).toString(36);
}
