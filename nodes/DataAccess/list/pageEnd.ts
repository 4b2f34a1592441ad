import type { ReadPage } from '../operations/operation';

/** Why a list is read no further, by what that says of the records behind. */
export const STOPS = {
	// There are none.
	end: 'ended',
	repeatedPosition: 'ended',
	// They are known, or older than is wanted.
	known: 'reached',
	date: 'reached',
	// The user wants no more.
	limit: 'limited',
	// No later run would get further.
	maxCost: 'bounded',
	// Something went wrong, in this list or in another one, or a caller does not wait for more.
	failure: 'broken',
	halted: 'broken',
	outOfTime: 'broken',
	// The service claims more, and shows none.
	emptyPage: 'doubtful',
	noNewRecord: 'doubtful',
} as const;

export type StopReason = keyof typeof STOPS;

/**
 * Why no page is bought behind this one, whatever the user wants; undefined where one may be
 * (docs/development/gateway.md, Paging).
 * @param hasUnshown the page brought a record that no earlier one had
 * @param isRepeated the next position was asked for before
 * @param endsUnannounced the platform never says that a list has ended
 */
export function endOfPage(
	page: Pick<ReadPage, 'nextInputs'> & { records: { length: number } },
	{
		hasUnshown,
		isRepeated,
		endsUnannounced,
	}: { hasUnshown: boolean; isRepeated: boolean; endsUnannounced: boolean },
): StopReason | undefined {
	if (page.nextInputs === null || (!hasUnshown && endsUnannounced)) return 'end';
	if (isRepeated) return 'repeatedPosition';
	if (hasUnshown) return undefined;
	return page.records.length === 0 ? 'emptyPage' : 'noNewRecord';
}
