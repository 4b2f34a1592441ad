/** Which of a page's records a run takes. */
export interface Share {
	/** Their places among the page's. */
	taken: number[];
	/** What they count towards the limit. */
	counted: number;
	/** The place of the first record that the limit leaves behind; undefined where it leaves none. */
	cutAt?: number;
}

/**
 * A run's share of a page.
 * @param count records of the page
 * @param room records until the limit, Infinity for all
 * @param isNew for each record whether it is wanted; all are where this is left out
 * @param countsNew whether the limit counts the wanted records only, or all that were looked at
 */
export function shareOf(
	count: number,
	room: number,
	isNew?: readonly boolean[],
	countsNew = true,
): Share {
	const places = Array.from({ length: count }, (_, place) => place);
	const wanted = isNew ? places.filter((place) => isNew[place]) : places;
	const counting = countsNew ? wanted : places;
	const cutAt = counting[room];
	const counted = Math.min(room, counting.length);
	if (cutAt === undefined) return { taken: wanted, counted };
	return { taken: wanted.filter((place) => place < cutAt), counted, cutAt };
}
