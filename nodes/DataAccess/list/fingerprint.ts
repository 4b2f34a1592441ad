import { hash } from 'node:crypto';

/**
 * A short stand-in for a text, since `next` stands in errors and hints that people read. Six characters are 36
 * bits: in about one of a hundred million pages, a record has the fingerprint of another one.
 */
export const fingerprintOf = (text: string): string => hash('sha1', text, 'base64url').slice(0, 6);

/** Fingerprints as text that a narrow panel can break into lines: four are a word. */
export const textOfFingerprints = (fingerprints: readonly string[]): string =>
	fingerprints.map((one, index) => (index > 0 && index % 4 === 0 ? ` ${one}` : one)).join('');

/** The fingerprints of such a text. */
export const fingerprintsIn = (text: string): string[] =>
	text.replace(/\s/g, '').match(/.{6}/g) ?? [];
