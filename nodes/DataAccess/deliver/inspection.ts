import type { InspectedEndpoint } from '../gateway/free/catalog';
import { beginningOf } from '../shared/text';
import { isDeeperThan } from '../shared/values';

/** Levels of a schema, which n8n has to walk through. */
const DEEPEST_SCHEMA = 100;

/** Characters of it, and of a description. */
const LONGEST_SCHEMA = 20_000;
const LONGEST_DESCRIPTION = 2000;

/** What a gateway says of an endpoint, without a schema that is too large. */
export function shownInspection(inspected: InspectedEndpoint): InspectedEndpoint {
	const { inputSchema, price } = inspected;
	const description = beginningOf(inspected.description ?? '', LONGEST_DESCRIPTION);
	const isLarge =
		isDeeperThan(DEEPEST_SCHEMA, inputSchema) ||
		JSON.stringify(inputSchema).length > LONGEST_SCHEMA;
	if (!isLarge) return { description: description || null, inputSchema, price };
	const words = `${description}\nIts input schema is too large to be shown.`.trim();
	return { description: words, inputSchema: null, price };
}
