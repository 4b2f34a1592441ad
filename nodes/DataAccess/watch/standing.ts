/**
 * What a record of a watched list is: `known` was delivered; `edge` too, and stands where a gap
 * begins; `old` stands among or behind what the first run left.
 */
export type Standing = 'new' | 'known' | 'edge' | 'old';

/** What n8n remembers of a record. */
export interface Marks {
	isKnown: boolean;
	/** It stood on the last page of a run that left a gap. */
	isEdge: boolean;
	/** It stood on the last page of a first run that did not read the list to its end. */
	isFloor: boolean;
}

/**
 * Tells what the records of a page are. Behind the floor, a list that is newest first has only what
 * is older than all that was ever wanted. A single record may have moved, so it takes as many in
 * sequence as half a page holds to tell that the floor is reached.
 * @param floorRun records of the floor, in sequence, at the end of the page before
 * @param pageSize records on a page
 * @returns the standings, and the records of the floor in sequence at the end of this page
 */
export function standingsOf(
	records: readonly Marks[],
	floorRun: number,
	pageSize: number,
): { standings: Standing[]; floorRun: number } {
	let run = floorRun;
	const standings = records.map(({ isKnown, isEdge, isFloor }): Standing => {
		const isBehindFloor = run > 0 && run * 2 >= pageSize;
		if (isFloor) run += 1;
		else if (!isBehindFloor) run = 0;
		if (isKnown) return isEdge ? 'edge' : 'known';
		return isFloor || isBehindFloor ? 'old' : 'new';
	});
	return { standings, floorRun: run };
}
