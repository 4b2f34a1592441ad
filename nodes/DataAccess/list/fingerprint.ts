import { createHash } from 'node:crypto';

/** The fingerprints that a text consists of. */
export const fingerprintsIn = (text: string): string[] => text.match(/.{6}/g) ?? [];

/**
 * A short stand-in for a text: for the records of a page in `next`, where their ids would fill the
 * error or hint that a person reads, and for a list's operation and input. 36 bits: in about one of a
 * hundred million pages, a record has the fingerprint of another one on the page before.
 */
export const fingerprintOf = (text: string): string =>
	createHash('sha1').update(text).digest('base64url').slice(0, 6);
