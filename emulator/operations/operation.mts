import type { OperationName, PlatformWord } from '../settings.mts';
import type { PageAnswer, PageRequest, World } from './page.mts';
import type { Input, InputSchema } from './schema.mts';

export interface Operation {
	name: OperationName;
	platform: PlatformWord;
	/** The path after `/api/v1/<platform word>/` (docs/development/gateway.md, Operations). */
	path: string;
	/** Where a grouped input holds the fields (docs/development/gateway.md, Deployments). */
	group: 'queryParams' | 'body';
	/** US dollars per call (docs/development/gateway.md, Operations). */
	price: number;
	/** What it brings, for an agent. */
	summary: string;
	input: InputSchema;
	/** Finds the page that an input asks for; throws InputError where nothing gave its values. */
	locate(input: Input, world: World): PageRequest;
	/** Writes the payload (docs/development/gateway.md, Paging and Records). */
	answer(request: PageRequest, input: Input, world: World): PageAnswer;
}
