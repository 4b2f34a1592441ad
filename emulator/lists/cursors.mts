import { createHash } from 'node:crypto';

import type { List } from './list.mts';

type Encoding = 'base64' | 'base64url' | 'hex';

const MAC_BYTES = 8;

/**
 * Turns what a cursor stands for into opaque text. The same secret and content give the same
 * text, so that a cursor kept by a client works in a later process; whoever has not got it from
 * here cannot make one up.
 */
export function seal(secret: string, content: object, encoding: Encoding): string {
	const plain = Buffer.from(JSON.stringify(content));
	const mac = createHash('sha256').update(secret).update(plain).digest().subarray(0, MAC_BYTES);
	return Buffer.concat([mac, mix(secret, mac, plain)]).toString(encoding);
}

/** What {@link seal} was given, or null where `text` is not letter for letter what it returned. */
export function unseal<T extends object>(
	secret: string,
	text: string,
	encoding: Encoding,
): T | null {
	const bytes = Buffer.from(text, encoding);
	if (bytes.length <= MAC_BYTES) return null;
	const plain = mix(secret, bytes.subarray(0, MAC_BYTES), bytes.subarray(MAC_BYTES));
	let content: T;
	try {
		content = JSON.parse(plain.toString()) as T;
	} catch {
		return null;
	}
	// Decoding base64 is lenient, a real cursor is not: only the exact text is taken.
	return seal(secret, content, encoding) === text ? content : null;
}

function mix(secret: string, mac: Buffer, bytes: Buffer): Buffer {
	const mixed = Buffer.from(bytes);
	for (let start = 0; start < mixed.length; start += 32) {
		const block = createHash('sha256').update(secret).update(mac).update(`${start}`).digest();
		for (let i = start; i < Math.min(start + 32, mixed.length); i++) {
			mixed[i]! ^= block[i - start]!;
		}
	}
	return mixed;
}

/** Cursors of one list: they are good for no other operation, key, filter or emulator seed. */
export function cursorsOf<T extends object>(
	world: { seed: number },
	list: List,
	kind: string,
	encoding: Encoding,
): { give(content: T): string; take(text: string): T | null } {
	const secret = `${world.seed} ${kind} ${list.identity}`;
	return {
		give: (content) => seal(secret, content, encoding),
		take: (text) => unseal<T>(secret, text, encoding),
	};
}
