import type { ApiInput, PaidCall, Query, ReadPage } from '../operation';
import { identifierOf } from '../parts/identifier';
import { USUAL_TIMEOUT } from '../parts/builtInQuery';
import { valueAtPath } from '../parts/path';
import { flaggedPage } from '../parts/shape';
import {
	asRecord,
	holdsPage,
	isLast,
	hasMoreAt,
	nextInputsIn,
	noticeOfMissingMarks,
	recordsIn,
} from './paths';
import type { Paths } from './paths';

const ONLY_ONE = 'Only one page was read, since Next Page is empty: there may be more';

function readPage(payload: unknown, input: ApiInput, paths: Paths): ReadPage {
	const { records: path, moves, hasMore, marks } = paths;
	const more = hasMore && hasMoreAt(payload, hasMore);
	const nextInputs = nextInputsIn(payload, input, moves);
	const isEnd = more === false || (more !== true && !nextInputs && isLast(payload, input, moves));
	const found = path ? recordsIn(payload, path, isEnd) : { records: [asRecord(payload)] };
	const page = {
		...found,
		nextInputs,
		...(more !== false && noticeOfMissingMarks(payload, marks)),
	};
	if (hasMore) return { ...page, ...flaggedPage(found.records, more, nextInputs) };
	if (marks.length > 0 || (path && found.records.length <= 1)) return page;
	// Without Records Path, a page is one whole response. Nothing says that it is a list, so nothing is reported.
	return { ...page, mayHaveMore: true, ...(path && { endNotice: ONLY_ONE }) };
}

/** Returns a query that reads pages by the user's paths alone. Without paths, it has one page of one record. */
export function queryByPaths(
	call: PaidCall,
	paths: Paths,
): Omit<Query, 'fields' | 'startPosition'> {
	const { moves, id } = paths;
	return {
		resource: 'gateway',
		name: call.provider ? `${call.endpoint} of ${call.provider}` : call.endpoint,
		timeout: USUAL_TIMEOUT,
		isWritten: true,
		call,
		...(id && { idPath: { parameter: 'ID Path', written: id.join('.'), path: id } }),
		positionInputs: new Map(moves.map(({ name, input }) => [name, input])),
		recordsPerCall: () => (moves.length === 0 ? Infinity : undefined),
		newestFirst: () => false,
		holdsPage: (value) => holdsPage(value, paths),
		readPage: (payload, input) => readPage(payload, input, paths),
		idOf: (record) => id && identifierOf(valueAtPath(record, id)),
	};
}
