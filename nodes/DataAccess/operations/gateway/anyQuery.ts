import type { ApiInput, Calling, KnownQuery, Reading, ReadPage } from '../operation';
import { identifierOf } from '../parts/identifier';
import { entriesOf, flaggedPage, flagOf } from '../parts/shape';
import { isHolder, valueAt } from '../../shared/values';
import { asRecord, isFilled, isLast, nextIn, recordsIn } from './paths';
import type { Paths } from './paths';

/**
 * The same query from another provider (empty: the same), at another price in US dollars (undefined: the same).
 * What the node knows of prices, and the credential of words in paths, holds for the credential's own provider.
 */
export const withTerms = <Base extends Calling>(
	base: Base,
	provider: string,
	price?: number,
): Base => ({
	...base,
	name: provider === '' ? base.name : `${base.name} of ${provider}`,
	call: {
		...base.call,
		...(provider !== '' && { provider, price: undefined, platform: undefined }),
		...(price !== undefined && { price }),
	},
});

const ONLY_ONE = 'Only one page was read, since Next Page is empty: there may be more';

/** Whether a layer of an answer has what the paths name. The last page may have none of its marks. */
function holdsPage(value: unknown, { records, moves, hasMore }: Paths): boolean {
	if (!isHolder(value)) return false;
	if (records && entriesOf(valueAt(value, records))) return true;
	const marks = moves.map(({ path }) => path).concat(hasMore ? [hasMore] : []);
	if (!records && marks.length === 0) return Object.keys(value).length > 0;
	return marks.some((path) => valueAt(value, path) !== undefined);
}

function readPage(
	payload: unknown,
	input: ApiInput,
	{ records: path, moves, hasMore }: Paths,
): ReadPage {
	const flag = hasMore && flagOf(valueAt(payload, hasMore));
	const step = nextIn(payload, moves);
	const found: Pick<ReadPage, 'records' | 'notice'> = path
		? recordsIn(payload, path, flag === false || (!step.next && isLast(payload, input, moves)))
		: { records: [asRecord(payload)] };
	const isPart = moves.length === 0 && !hasMore && found.records.length > 1;
	const page = { ...(isPart && { endNotice: ONLY_ONE }), ...found, ...step };
	if (!hasMore || 'endNotice' in step) return page;
	return { ...page, ...flaggedPage(page.records, flag, step.next) };
}

/** How pages are read by the paths alone: without any, there is one page of one record. */
function readingBy(paths: Paths): Reading {
	const { moves, id } = paths;
	return {
		...(id && { idPath: { parameter: 'ID Path', written: id.join('.'), path: id } }),
		positionInputs: moves.map(({ name }) => name),
		recordsPerCall: () => (moves.length === 0 ? Infinity : undefined),
		newestFirst: () => false,
		holdsPage: (value) => holdsPage(value, paths),
		readPage: (payload, input) => readPage(payload, input, paths),
		idOf: (record) => id && identifierOf(valueAt(record, id)),
	};
}

/** Seconds. */
export const USUAL_TIMEOUT = { default: 30, minimum: 1 };

const unknownCalling = (endpoint: string): Calling => ({
	resource: 'gateway',
	name: endpoint,
	timeout: USUAL_TIMEOUT,
	call: { endpoint },
});

/** How a known query is called, without its reading. */
const callingOf = (known: KnownQuery): Calling => {
	const { resource, name, timeout, input, viewInputs, call } = known;
	return { resource, name, timeout, input, viewInputs, call };
};

/** Read as the paths say where there are any, else as the node knows. */
export function anyQuery(
	endpoint: string,
	known: KnownQuery | undefined,
	paths: Paths,
): Calling & Reading {
	if (known && !isFilled(paths)) return known;
	return { ...(known ? callingOf(known) : unknownCalling(endpoint)), ...readingBy(paths) };
}
