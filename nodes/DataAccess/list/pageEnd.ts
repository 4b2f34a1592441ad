import type { ReadPage } from '../operations/operation';

/** The reasons for which a list ends. The value says what is known about the records after the end. */
export const STOPS = {
	// There are none.
	end: 'ended',
	repeatedPosition: 'ended',
	// They are known, or older than Newer Than.
	known: 'reached',
	date: 'reached',
	// The user wants no more.
	limit: 'limited',
	// No later run would get further.
	maxCost: 'bounded',
	// Something failed, in this list or in another one, or the caller does not wait any longer.
	failure: 'broken',
	halted: 'broken',
	outOfTime: 'broken',
	// The platform says that there are more, but sends none.
	emptyPage: 'doubtful',
	noNewRecord: 'doubtful',
} as const;

export type StopReason = keyof typeof STOPS;

/**
 * Returns why no page may be bought after this one, whatever the user wants; undefined if one may be
 * (docs/development/gateway.md, Paging).
 * @param hasUnshown the page has a record that no previous page had
 * @param isRepeated the next position was already requested
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
