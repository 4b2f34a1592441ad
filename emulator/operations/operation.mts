import type { OperationName, PlatformWord } from '../settings.mts';
import type { PageAnswer, PageRequest, World } from './page.mts';
import type { Input, InputSchema } from './schema.mts';

export interface Operation {
	name: OperationName;
	platform: PlatformWord;
	/** The path after `/api/v1/<platform word>/` (docs/development/gateway.md, Operations). */
	path: string;
	/** The group that contains the fields in a grouped input (docs/development/gateway.md, Deployments). */
	group: 'queryParams' | 'body';
	/** US dollars per call (docs/development/gateway.md, Operations). */
	price: number;
	/** What it returns, in words for an agent. */
	summary: string;
	input: InputSchema;
	/**
	 * Finds the page that an input requests.
	 * @throws InputError if the input has a position that this emulator has not issued
	 */
	locate(input: Input, world: World): PageRequest;
	/** Builds the payload (docs/development/gateway.md, Paging and Records). */
	answer(request: PageRequest, input: Input, world: World): PageAnswer;
}
