import type { List } from '../lists/list.mts';
import { hexFor } from '../lists/random.mts';
import { wrongField } from './inputError.mts';
import type { World } from './page.mts';

// Short, since a cursor stands in hints and errors that a person reads.
const SEAL_LENGTH = 8;

/** A text that nobody else can make up, and that is the same in every process. */
const sealed = (secret: string, plain: string) =>
	Buffer.from(hexFor(secret + plain, SEAL_LENGTH) + plain).toString('base64');

/** What the cursors of one list stand for. */
export interface Cursors<T extends object> {
	give(content: T): string;
	/** undefined for '', which is none. */
	take(text: string): T | undefined;
}

/**
 * The cursors of one list that go into the input field `field`. They are good for no other
 * operation, key, filter or emulator seed; taking any other text, or one that has expired, throws
 * InputError.
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
