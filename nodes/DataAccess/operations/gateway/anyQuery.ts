import type { Query, ReadPage } from '../operation';
import { flaggedPage } from '../parts/flaggedPage';
import { flagOf, tokenOf } from '../parts/shape';
import { isFullEnvelope, isObject, valueAt } from '../../shared/values';
import { asRecord, listsIn, nextIn, recordsIn } from './paths';
import type { Paths } from './paths';

/** What a query does, apart from its place in the panel. */
type Doing = Omit<
	Query,
	'label' | 'action' | 'description' | 'fields' | 'forModels' | 'startPosition'
>;

/** A query of which nothing is known: it has one page, and the whole payload is one record. */
export function unknownQuery(endpoint: string): Doing {
	return {
		kind: 'query',
		resource: 'gateway',
		name: endpoint,
		timeout: { default: 30, minimum: 1 },
		positionInputs: [],
		callOf: () => ({ endpoint }),
		recordsPerCall: () => Infinity,
		newestFirst: () => false,
		holdsPage: (value) =>
			typeof value === 'object' &&
			value !== null &&
			Object.keys(value).length > 0 &&
			!isFullEnvelope(value),
		readPage: (payload) => ({ records: [asRecord(payload)], next: null }),
		idOf: () => undefined,
	};
}

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

/** The query with its pages read as the paths say, and as before where they say nothing. */
export function withPaths<Base extends Doing>(base: Base, paths: Paths): Base {
	const { records, moves, hasMore, id } = paths;
	const isKnown = base.input !== undefined;
	const marks = moves.map(({ path }) => path).concat(hasMore ? [hasMore] : []);
	const isAllSaid = records !== undefined && moves.length > 0;
	const isOnePage = !isKnown && !hasMore && moves.length === 0;
	/** What no path says. What the base looks for besides may be missing. */
	const readBase: Query['readPage'] = (payload, input) => {
		if (!records) return base.readPage(payload, input);
		if (isAllSaid) return { records: [], next: null };
		try {
			return base.readPage(payload, input);
		} catch {
			return hasMore ? { records: [], next: null } : flaggedPage([], undefined, null);
		}
	};
	const query: Base = {
		...base,
		readPage(payload, input): ReadPage {
			const more = hasMore && flagOf(valueAt(payload, hasMore));
			const read = readBase(payload, input);
			const step = moves.length > 0 ? nextIn(payload, moves) : { next: read.next };
			const found = records ? recordsIn(payload, records, more === false) : read;
			const page: ReadPage = { ...read, ...found, ...step };
			if (!isKnown && !records) page.notice = wholeWords(payload);
			else if (isOnePage && page.records.length > 1) page.notice = ONLY_ONE;
			if (!hasMore || 'notice' in step) return page;
			return { ...page, ...flaggedPage(page.records, more, page.next) };
		},
	};
	if (records || marks.length > 0) {
		query.holdsPage = (value) => {
			if (!isObject(value) && !Array.isArray(value)) return false;
			if (isFullEnvelope(value)) return false;
			if (records && Array.isArray(valueAt(value, records))) return 'listed';
			// The last page may have none of the marks.
			if (!records && isKnown && base.holdsPage(value)) return true;
			return marks.some((path) => valueAt(value, path) !== undefined);
		};
	}
	if (moves.length > 0) query.positionInputs = moves.map(({ name }) => name);
	query.recordsPerCall = (input) => {
		const known = base.recordsPerCall(input);
		const isStillSo = known === Infinity ? moves.length === 0 : records === undefined;
		return isStillSo ? known : undefined;
	};
	if (records) {
		query.idOf = () => undefined;
		query.simplify = undefined;
		query.sortTimeOf = undefined;
	}
	if (id) query.idOf = (record) => tokenOf(valueAt(record, id));
	return query;
}
