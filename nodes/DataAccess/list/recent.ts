import type { Query } from '../operations/operation';
import type { ListPage } from './listPage';

/** What Newer Than makes of a page. */
export interface Recent {
	/** Which of its fresh records are wanted: one without a time is. Left out, all are. */
	isWanted?: boolean[];
	/** Only older records can follow. */
	isPast?: boolean;
}

/**
 * The page's last time tells whether only older ones follow, so that a pinned old record on top ends nothing.
 * @param newerThan whole seconds; undefined where all are wanted
 */
export function recentOf(
	{ read, fresh }: Pick<ListPage, 'read' | 'fresh'>,
	{ sortTimeOf }: Pick<Query, 'sortTimeOf'>,
	newerThan: number | undefined,
): Recent {
	if (newerThan === undefined || !sortTimeOf) return {};
	const times = read.records.map(sortTimeOf);
	const last = times.findLast((time) => time !== undefined);
	return {
		isWanted: fresh.map((place) => (times[place] ?? newerThan) >= newerThan),
		isPast: last !== undefined && last < newerThan,
	};
}
