import type { Query, ReadPage } from '../operation';
import { flaggedPage } from '../parts/flaggedPage';
import { withMissingTold } from '../parts/missing';
import { flagOf, tokenOf } from '../parts/shape';
import { isHolder, valueAt } from '../../shared/values';
import { asRecord, listsIn, nextIn, recordsIn } from './paths';
import type { Paths } from './paths';

/** What a query does, apart from its place in the panel. */
type Doing = Omit<
	Query,
	'label' | 'action' | 'description' | 'fields' | 'forModels' | 'startPosition'
>;

/**
 * The same query from another provider, or at another price. What the node knows of prices holds for the
 * credential's own provider.
 * @param provider empty for the same one
 * @param price US dollars per call, undefined for what is known
 */
export function withTerms<Base extends Doing>(base: Base, provider: string, price?: number): Base {
	return {
		...base,
		name: provider === '' ? base.name : `${base.name} of ${provider}`,
		callOf: (input) => ({
			...base.callOf(input),
			...(provider !== '' && { provider, price: undefined }),
			...(price !== undefined && { price }),
		}),
	};
}

const ONLY_ONE = 'Only one page was read, since Next Page is empty: there may be more';

/** What whoever looks at a whole answer may want instead; undefined where there is no list in it. */
function wholeWords(payload: unknown): string | undefined {
	const lists = listsIn(payload);
	if (lists.length === 0) return undefined;
	return `Records Path is empty, so the whole answer is one record. Lists in it: ${lists.join(', ')}`;
}

/** Whether a layer of an answer has what the paths name. The last page may have none of its marks. */
function holdsPage(value: unknown, { records, moves, hasMore }: Paths): boolean | 'listed' {
	if (!isHolder(value)) return false;
	if (records && Array.isArray(valueAt(value, records))) return 'listed';
	const marks = moves.map(({ path }) => path).concat(hasMore ? [hasMore] : []);
	if (!records && marks.length === 0) return Object.keys(value).length > 0;
	return marks.some((path) => valueAt(value, path) !== undefined);
}

const hasMoreIn = (payload: unknown, { hasMore }: Paths) =>
	hasMore && flagOf(valueAt(payload, hasMore));

/** A page, and the way to the next one where the paths say it. */
function withStep(page: ReadPage, payload: unknown, paths: Paths): ReadPage {
	const step = paths.moves.length > 0 ? nextIn(payload, paths.moves) : { next: page.next };
	const read = { ...page, ...step };
	if (!paths.hasMore || 'notice' in step) return read;
	return { ...read, ...flaggedPage(read.records, hasMoreIn(payload, paths), step.next) };
}

/** With the ID of a record at the path that says where it is. */
function withIds<Base extends Doing>(query: Base, { id }: Paths): Base {
	if (!id) return query;
	const named = { name: id.join('.'), path: id, parameter: 'ID Path' };
	const told = withMissingTold(query, [named]);
	return { ...told, idOf: (record) => tokenOf(valueAt(record, id)) };
}

/** A query of which nothing is known but what the paths say: without any, it is one page of one record. */
export function unknownQuery(endpoint: string, paths: Paths): Doing {
	const { records, moves, hasMore } = paths;
	const isOnePage = moves.length === 0;
	return withIds(
		{
			kind: 'query',
			resource: 'gateway',
			name: endpoint,
			timeout: { default: 30, minimum: 1 },
			positionInputs: moves.map(({ name }) => name),
			callOf: () => ({ endpoint }),
			recordsPerCall: () => (isOnePage ? Infinity : undefined),
			newestFirst: () => false,
			holdsPage: (value) => holdsPage(value, paths),
			readPage(payload) {
				const found = records
					? recordsIn(payload, records, hasMoreIn(payload, paths) === false)
					: { records: [asRecord(payload)], notice: wholeWords(payload) };
				const isPart = isOnePage && !hasMore && found.records.length > 1;
				const page = { next: null, ...(isPart && { notice: ONLY_ONE }), ...found };
				return withStep(page, payload, paths);
			},
			idOf: () => undefined,
		},
		paths,
	);
}

/** A known query, whose pages are read as the paths say, and as it knows where they say nothing. */
export function knownQueryWith<Known extends Doing>(known: Known, paths: Paths): Known {
	const { records, moves, hasMore } = paths;
	/** With records elsewhere, the rest that is known may be missing, too. */
	const readRest: Query['readPage'] = (payload, input) => {
		if (moves.length > 0) return { records: [], next: null };
		try {
			return known.readPage(payload, input);
		} catch {
			return flaggedPage([], hasMore && false, null);
		}
	};
	const query: Known = {
		...known,
		holdsPage: (value) =>
			(!records && known.holdsPage(value)) ||
			((records !== undefined || moves.length > 0 || hasMore !== undefined) &&
				holdsPage(value, paths)),
		readPage(payload, input) {
			if (!records) return withStep(known.readPage(payload, input), payload, paths);
			const isLast = hasMoreIn(payload, paths) === false;
			const page = { ...readRest(payload, input), ...recordsIn(payload, records, isLast) };
			return withStep(page, payload, paths);
		},
		...(moves.length > 0 && { positionInputs: moves.map(({ name }) => name) }),
		...(records && {
			recordsPerCall: () => undefined,
			idOf: () => undefined,
			simplify: undefined,
			sortTimeOf: undefined,
		}),
	};
	return withIds(query, paths);
}
