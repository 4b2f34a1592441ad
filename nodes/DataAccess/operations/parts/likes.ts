import { objectOf, valueAt } from '../../shared/values';
import { pathOf } from './path';
import { flagOf } from './shape';
import { column } from './simplified';
import type { Source } from './simplified';

/** `like_and_view_counts_disabled`, `hide_like_count`: what a record says of itself. */
const HIDES = /^(?!.*comment_?like)(?=.*like).*(?:disabled|hid(?:e|den))/i;

/** `show_like_count`, `likes_visible`. */
const SHOWS =
	/^(?!.*comment_?like).*(?:(?:show|see|display)\w*(?:likes|like\w*count)|(?:likes|like\w*count)\w*(?:visible|enabled|shown))/i;

const hidesLikes = (holder: unknown) =>
	Object.entries(objectOf(holder)).some(([name, value]) => {
		const isSaid = flagOf(value);
		return (isSaid === true && HIDES.test(name)) || (isSaid === false && SHOWS.test(name));
	});

/** A count that stands beside the word that it is hidden is not the count. */
export function asLikes(...paths: string[]): Source {
	const source = column.count(...paths);
	const holders = paths.map(pathOf).flatMap((way) => way.map((_, depth) => way.slice(0, depth)));
	return {
		...source,
		read: (record, around) =>
			holders.some((way) => hidesLikes(valueAt(record, way))) ? null : source.read(record, around),
	};
}
