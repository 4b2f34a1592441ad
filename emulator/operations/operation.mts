import type { OperationName, PlatformWord, Settings } from '../settings.mts';
import type { PageAnswer, PageRequest, World } from './page.mts';
import type { Input, InputSchema } from './schema.mts';

export interface Operation {
	name: OperationName;
	platform: PlatformWord;
	/** The path after `/api/v1/<platform word>/` (spec §4). */
	path: string;
	/** Where a grouped input holds the fields (shapes §4). */
	group: 'queryParams' | 'body';
	/** US dollars per call (spec §8). */
	price: number;
	/** The other price that spec §8 names for the operation. */
	describedPrice?: number;
	input(settings: Settings): InputSchema;
	/** Finds the page that an input asks for; throws InputError where nothing gave its values. */
	locate(input: Input, world: World): PageRequest;
	/** Writes the payload (shapes §3). */
	answer(request: PageRequest, input: Input, world: World): PageAnswer;
}
