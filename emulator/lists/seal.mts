import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';

export type Encoding = 'base64' | 'base64url' | 'hex';

const CIPHER = 'aes-256-gcm';
// Short, since a cursor stands in hints and errors that a person reads.
const IV_BYTES = 8;
const TAG_BYTES = 8;

/**
 * Turns what a cursor stands for into opaque text. The same secret and content give the same
 * text, so that a cursor kept by a client works in a later process; whoever has not got it from
 * here cannot make one up.
 */
export function seal(secret: string, content: object, encoding: Encoding): string {
	const plain = JSON.stringify(content);
	const key = keyFrom(secret);
	// An IV from the content keeps the text the same, and comes twice for the same text only.
	const iv = createHmac('sha256', key).update(plain).digest().subarray(0, IV_BYTES);
	const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
	const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
	return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString(encoding);
}

/** What {@link seal} was given, or null where `text` is not letter for letter what it returned. */
export function unseal<T extends object>(
	secret: string,
	text: string,
	encoding: Encoding,
): T | null {
	const bytes = Buffer.from(text, encoding);
	// Decoding is lenient, a real cursor is not: only the exact text is taken.
	if (bytes.length < IV_BYTES + TAG_BYTES || bytes.toString(encoding) !== text) return null;
	const iv = bytes.subarray(0, IV_BYTES);
	const decipher = createDecipheriv(CIPHER, keyFrom(secret), iv, { authTagLength: TAG_BYTES });
	decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
	const plain = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
	try {
		return JSON.parse(Buffer.concat([plain, decipher.final()]).toString()) as T;
	} catch {
		return null;
	}
}

function keyFrom(secret: string): Buffer {
	return createHash('sha256').update(secret).digest();
}
