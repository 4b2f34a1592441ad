import { entriesOf } from '../../shared/entries';
import { isHolder } from '../../shared/values';
import type { ApiInput, PaidCall, Query, ReadPage } from '../operation';
import { identifierOf } from '../parts/identifier';
import { USUAL_TIMEOUT } from '../parts/knownQuery';
import { foundAt } from '../parts/path';
import { flaggedPage } from '../parts/shape';
import { asRecord, isLast, moreAt, nextIn, noticeOfLost, recordsIn } from './paths';
import type { Paths } from './paths';

const ONLY_ONE = 'Only one page was read, since Next Page is empty: there may be more';

/** Whether a layer of an answer has what the paths name. The last page may have none of its marks. */
function holdsPage(value: unknown, { records, moves, hasMore }: Paths): boolean {
	if (!isHolder(value)) return false;
	if (records && entriesOf(foundAt(value, records))) return true;
	const marks = moves.map(({ path }) => path).concat(hasMore ? [hasMore] : []);
	if (!records && marks.length === 0) return Object.keys(value).length > 0;
	return marks.some((path) => foundAt(value, path) !== undefined);
}

/** Why a list of one page ends: its one record may be a whole answer, of which nobody says that it is a list. */
const endOfOnlyPage = ({ records }: ReadPage, path: string[] | undefined) =>
	records.length > 1 ? { endNotice: ONLY_ONE } : !path && { endNotice: '' };

function readPage(payload: unknown, input: ApiInput, paths: Paths): ReadPage {
	const { records: path, moves, hasMore } = paths;
	const flag = hasMore && moreAt(payload, hasMore);
	const step = nextIn(payload, input, moves);
	const isEnd = flag === false || (!step.next && isLast(payload, input, moves));
	const found = path ? recordsIn(payload, path, isEnd) : { records: [asRecord(payload)] };
	const page = { ...found, ...(flag !== false && noticeOfLost(payload, paths)), ...step };
	// A position that cannot be sent ends the list, whatever the flag says.
	if (step.endNotice !== undefined) return page;
	if (hasMore) return { ...page, ...flaggedPage(found.records, flag, step.next) };
	return { ...page, ...(moves.length === 0 && endOfOnlyPage(page, path)) };
}

/** An operation that is read by the paths alone: without any, it has one page of one record. */
export function anyQuery(call: PaidCall, paths: Paths): Omit<Query, 'fields' | 'startPosition'> {
	const { moves, id } = paths;
	return {
		resource: 'gateway',
		name: call.provider ? `${call.endpoint} of ${call.provider}` : call.endpoint,
		timeout: USUAL_TIMEOUT,
		isWritten: true,
		call,
		...(id && { idPath: { parameter: 'ID Path', written: id.join('.'), path: id } }),
		positionInputs: moves.map(({ name }) => name),
		recordsPerCall: () => (moves.length === 0 ? Infinity : undefined),
		newestFirst: () => false,
		holdsPage: (value) => holdsPage(value, paths),
		readPage: (payload, input) => readPage(payload, input, paths),
		idOf: (record) => id && identifierOf(foundAt(record, id)),
	};
}
