import type { IDataObject } from 'n8n-workflow';

import type { Position, ReadPage } from '../operation';

/**
 * The page of a platform that says by a flag whether there is more. A flag that is missing tells nothing, since
 * the service documents only the positions; without a position the list ends, and the user is told.
 */
export function flaggedPage(
	records: IDataObject[],
	hasMore: boolean | undefined,
	next: Position | null | undefined,
): ReadPage {
	if (hasMore === false) return { records, next: null };
	if (next) return { records, next };
	const endNotice = hasMore
		? 'The service says there is more, but not how to reach it'
		: 'The service did not say whether there is more';
	return { records, next: null, endNotice };
}
