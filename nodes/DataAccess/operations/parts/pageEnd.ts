import type { IDataObject } from 'n8n-workflow';

import type { Position, ReadPage } from '../operation';

/**
 * The page of a platform that says by a flag whether there is more. Where flag or position is
 * missing the list ends, since nothing may be bought on a guess, and the user is told.
 * @param next the next page's inputs, null or undefined where the answer names none
 */
export function pageOf(
	records: IDataObject[],
	hasMore: boolean | undefined,
	next: Position | null | undefined,
): ReadPage {
	if (hasMore === undefined) {
		return { records, next: null, notice: 'The service did not say whether there is more' };
	}
	if (!hasMore) return { records, next: null };
	if (next) return { records, next };
	const notice = 'The service says there is more, but not how to reach it';
	return { records, next: null, notice };
}
