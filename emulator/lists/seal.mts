import { createHmac } from 'node:crypto';

// Short, since a cursor stands in hints and errors that a person reads.
const TAG_BYTES = 8;

/**
 * Turns what a cursor stands for into a text that nobody else can make up. The same secret and content give
 * the same text, so that a cursor kept by a client works in a later process.
 */
export function seal(secret: string, content: object): string {
	const plain = Buffer.from(JSON.stringify(content));
	return Buffer.concat([tagOf(secret, plain), plain]).toString('base64');
}

/** What {@link seal} was given, or null where `text` is not letter for letter what it returned. */
export function unseal<T extends object>(secret: string, text: string): T | null {
	const bytes = Buffer.from(text, 'base64');
	const plain = bytes.subarray(TAG_BYTES);
	// Decoding is lenient, a real cursor is not: only the exact text is taken.
	if (
		bytes.toString('base64') !== text ||
		!tagOf(secret, plain).equals(bytes.subarray(0, TAG_BYTES))
	)
		return null;
	return JSON.parse(plain.toString()) as T;
}

function tagOf(secret: string, plain: Buffer): Buffer {
	return createHmac('sha256', secret).update(plain).digest().subarray(0, TAG_BYTES);
}
