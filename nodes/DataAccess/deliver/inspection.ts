import type { InspectedEndpoint } from '../gateway/free/catalog';
import { beginningOf } from '../shared/text';
import { isDeeperThan } from '../shared/values';
import { sentences } from './phrasing';

/** Levels of a schema that n8n can walk through. */
const DEEPEST_SCHEMA = 100;

/** Characters of a schema, and of a description. */
const LONGEST_SCHEMA = 20_000;
const LONGEST_DESCRIPTION = 2000;

/** Returns an endpoint's description as output. A schema that is too large is left out. */
export function shownInspection({
	description,
	inputSchema,
	price,
}: InspectedEndpoint): InspectedEndpoint {
	const isLarge =
		isDeeperThan(DEEPEST_SCHEMA, inputSchema) ||
		JSON.stringify(inputSchema).length > LONGEST_SCHEMA;
	const words = sentences([
		description && beginningOf(description, LONGEST_DESCRIPTION),
		isLarge && 'Its input schema is too large to be shown.',
	]);
	return { description: words || null, inputSchema: isLarge ? null : inputSchema, price };
}
