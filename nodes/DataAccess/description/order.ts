import type { INodePropertyOptions } from 'n8n-workflow';

import { defaultInputOf } from '../operations/gateway/inputSchema';
import { apiNameOf } from '../operations/operation';
import type { KnownQuery } from '../operations/operation';
import { queries } from '../operations/queries';

/** When a list is newest first: "posts", always, or "answers by Updated". */
function wordsFor(query: KnownQuery): string[] {
	const defaults = defaultInputOf(query);
	if (query.newestFirst(defaults)) return [query.noun];
	return query.fields.flatMap((field) => {
		if (field.type !== 'options') return [];
		const name = apiNameOf(query, field.name);
		return (field.options as INodePropertyOptions[])
			.filter(({ value }) => query.newestFirst({ ...defaults, [name]: value }))
			.map((choice) => `${query.noun} by ${choice.name}`);
	});
}

/** The lists that begin with their newest record: "posts, answers by Updated". */
export const newestFirstWords = () => queries.flatMap(wordsFor).join(', ');
