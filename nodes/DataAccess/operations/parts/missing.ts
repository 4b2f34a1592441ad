import type { ApiInput, Query, ReadPage } from '../operation';
import type { NamedPath } from './path';
import { valueAt } from '../../shared/values';

/** The query, whose pages tell which of the paths lead nowhere in all of their records. */
export function withMissingTold<Base extends Pick<Query, 'readPage'>>(
	query: Base,
	paths: ReadonlyArray<NamedPath & { parameter: string }>,
): Base {
	if (paths.length === 0) return query;
	return {
		...query,
		readPage(payload: unknown, input: ApiInput): ReadPage {
			const page = query.readPage(payload, input);
			const missing = paths.filter(
				({ path }) => !page.records.some((record) => valueAt(record, path) !== undefined),
			);
			if (page.records.length === 0 || missing.length === 0) return page;
			const told = missing.map(
				({ name, parameter }) => `No record of a page has ${name}, which '${parameter}' names`,
			);
			return { ...page, notice: [page.notice, ...told].filter(Boolean).join('. ') };
		},
	};
}
