import type { List } from '../lists/list.mts';
import type { Encoding } from '../lists/seal.mts';
import { seal, unseal } from '../lists/seal.mts';
import { wrongField } from './inputError.mts';
import type { World } from './page.mts';

/**
 * The cursors of one list that go into the input field `field`. They are good for no other
 * operation, key, filter or emulator seed; taking any other text throws InputError.
 */
export function cursorsOf<T extends object>(
	world: World,
	list: List,
	field: string,
	encoding: Encoding,
): { give(content: T): string; take(text: string): T } {
	const secret = `${world.seed} ${field} ${list.identity}`;
	return {
		give: (content) => seal(secret, content, encoding),
		take(text) {
			const content = unseal<T>(secret, text, encoding);
			if (content === null) throw wrongField(field, 'was not given for this list');
			return content;
		},
	};
}
