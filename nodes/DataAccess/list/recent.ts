/** What Newer Than makes of a page. */
export interface Recent {
	/** Which of its fresh records are wanted. */
	isWanted: boolean[];
	/** Only older records can follow. */
	isPast: boolean;
}

type Time = number | undefined;

/**
 * Which records of a page are as new as the user wants; one without a time is. The page's last time tells
 * whether only older ones follow, so that a pinned old record on top ends nothing.
 * @param fresh the times of its fresh records, in whole seconds
 * @param all the times of all its records
 * @param newerThan whole seconds
 */
export function recentOf(fresh: readonly Time[], all: readonly Time[], newerThan: number): Recent {
	const last = all.findLast((time) => time !== undefined);
	return {
		isWanted: fresh.map((time) => time === undefined || time >= newerThan),
		isPast: last !== undefined && last < newerThan,
	};
}
