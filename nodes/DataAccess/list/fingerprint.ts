import { hash } from 'node:crypto';

/**
 * Returns a short stand-in for a text, because people read `next` in errors and hints. Six characters are 36 bits: on
 * about one of a hundred million pages, two records have the same fingerprint.
 */
export const fingerprintOf = (text: string): string => hash('sha1', text, 'base64url').slice(0, 6);

/** Returns fingerprints as text that a narrow panel can break into lines: four of them form a word. */
export const textOfFingerprints = (fingerprints: readonly string[]): string =>
	fingerprints.map((one, index) => (index > 0 && index % 4 === 0 ? ` ${one}` : one)).join('');

/** Returns the fingerprints of such a text. */
export const fingerprintsIn = (text: string): string[] =>
	text.replace(/\s/g, '').match(/.{6}/g) ?? [];
