import type { List } from '../lists/list.mts';
import { hexFor } from '../lists/random.mts';
import { wrongField } from './inputError.mts';
import type { World } from './page.mts';

// Short, because people read cursors in hints and errors.
const SEAL_LENGTH = 8;

/** Returns a text that contains `plain`, cannot be guessed, and is the same in every process. */
const sealed = (secret: string, plain: string) =>
	Buffer.from(hexFor(secret + plain, SEAL_LENGTH) + plain).toString('base64');

/** Issues and reads the cursors of one list. */
export interface Cursors<T extends object> {
	give(content: T): string;
	/** @returns undefined for an empty text */
	take(text: string): T | undefined;
}

/**
 * Returns the cursors of one list for the input field `field`. They are valid only for the same operation, key, filters
 * and emulator seed. `take` throws InputError for any other text, and for an expired cursor.
 */
export function cursorsOf<T extends object>(world: World, list: List, field: string): Cursors<T> {
	const secret = `${world.seed} ${field} ${list.identity}`;
	const { era } = world;
	return {
		give: (content) => sealed(secret, JSON.stringify({ ...content, ...(era > 0 && { era }) })),
		take(text) {
			if (text === '') return undefined;
			const plain = Buffer.from(text, 'base64').subarray(SEAL_LENGTH).toString();
			if (sealed(secret, plain) !== text) throw wrongField(field, 'was not given for this list');
			const content = JSON.parse(plain) as T & { era?: number };
			if ((content.era ?? 0) < world.era) throw wrongField(field, 'has expired');
			return content;
		},
	};
}
