import { hash } from 'node:crypto';

/** The fingerprints that a text consists of. */
export const fingerprintsIn = (text: string): string[] => text.match(/.{6}/g) ?? [];

/**
 * A short stand-in for a text, since `next` stands in errors and hints that people read. Six characters are 36
 * bits: in about one of a hundred million pages, a record has the fingerprint of another one.
 */
export const fingerprintOf = (text: string, characters = 6): string =>
	hash('sha1', text, 'base64url').slice(0, characters);
