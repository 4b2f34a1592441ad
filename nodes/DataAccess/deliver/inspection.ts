import type { InspectedEndpoint } from '../gateway/free/catalog';
import { beginningOf } from '../shared/text';
import { isDeeperThan } from '../shared/values';

/** Levels of a schema, which n8n has to walk through. */
const DEEPEST_SCHEMA = 100;

/** Characters of it, and of a description, that a model reads. */
const LONGEST_FOR_MODEL = { schema: 20_000, description: 2000 };

/** What a gateway says of an endpoint, without a schema that is too large. */
export function shownInspection(
	{ description, inputSchema, price }: InspectedEndpoint,
	isForModel: boolean,
): InspectedEndpoint {
	const isDeep = isDeeperThan(DEEPEST_SCHEMA, inputSchema);
	const isLarge =
		isDeep || (isForModel && JSON.stringify(inputSchema).length > LONGEST_FOR_MODEL.schema);
	const words = [
		isForModel ? beginningOf(description ?? '', LONGEST_FOR_MODEL.description) : description,
		isLarge && 'Its input schema is too large to be shown.',
	].filter(Boolean);
	return {
		description: words.join('\n') || null,
		inputSchema: isLarge ? null : inputSchema,
		price,
	};
}
