import type { IDataObject } from 'n8n-workflow';

import { entriesOf, isEmptyList } from '../../shared/entries';
import { isHolder, isObject, objectOf, valueAt } from '../../shared/values';
import type { ApiInput, ReadPage } from '../operation';
import { positionText } from '../parts/identifier';
import { text } from '../parts/inputs';
import { isTooDeep, MOST_PATHS, pathOf } from '../parts/path';
import { Refusal, valueOf } from '../parts/refusal';
import { UnrecognisedShape } from '../parts/shape';

/** An input that moves from page to page, and the path of its next value. */
interface Move {
	name: string;
	path: string[];
}

/** undefined where the user left one empty. */
export interface Paths {
	records?: string[];
	moves: Move[];
	hasMore?: string[];
	id?: string[];
}

// `next` has fields of these names, so an input of such a name is written there as a path.
const WORDS_OF_NEXT = ['list', 'seen', 'at'];

const TEXT = text('');

function movesOf(nextPage: unknown): Move[] {
	const { pairs } = objectOf(nextPage);
	const rows: unknown[] = Array.isArray(pairs) ? pairs : [];
	if (rows.length > MOST_PATHS) {
		throw new Refusal(`'Next Page' can have at most ${MOST_PATHS} rows, but it has ${rows.length}`);
	}
	return rows.map(objectOf).flatMap((row) => {
		const name = valueOf(TEXT, row.name, 'Input Name');
		const path = valueOf(TEXT, row.path, 'Path');
		if (name === '' && path === '') return [];
		if (name === '' || path === '' || pathOf(name).length === 0) {
			throw new Refusal("'Next Page' must have an 'Input Name' and a 'Path' in each row");
		}
		return [{ name: WORDS_OF_NEXT.includes(name) ? `$.${name}` : name, path: pathOf(path) }];
	});
}

export function readPaths(parameters: Record<string, unknown>): Paths {
	const read = (name: string, label: string) => {
		const written = valueOf(TEXT, parameters[name], label);
		return written === '' ? undefined : pathOf(written);
	};
	return {
		records: read('recordsPath', 'Records Path'),
		moves: movesOf(parameters.nextPage),
		hasMore: read('hasMorePath', 'Has More Path'),
		id: read('idPath', 'ID Path'),
	};
}

/** n8n takes objects only, and entries of any other kind were paid for, too. */
export function asRecord(value: unknown): IDataObject {
	return isObject(value) ? value : ({ value } as IDataObject);
}

/**
 * The entries of the list at a path, or the one object that stands there.
 * @param isEnd the list has ended: there may be none then, which is told, since a wrong path looks the same
 * @throws UnrecognisedShape where there is neither
 */
export function recordsIn(
	payload: unknown,
	path: string[],
	isEnd: boolean,
): Pick<ReadPage, 'records' | 'notice'> {
	const found = valueAt(payload, path);
	const entries = entriesOf(found);
	if (entries) return { records: entries.filter((entry) => entry !== null).map(asRecord) };
	if (isObject(found)) return { records: [found] };
	const isEmpty = path.some((_, at) => at > 0 && isEmptyList(valueAt(payload, path.slice(0, at))));
	if (found !== undefined || !(isEnd || isEmpty)) {
		throw new UnrecognisedShape(`list of records at ${path.join('.')}`);
	}
	const notice = `The last page has no list at ${path.join('.')}, so no record was read from it`;
	return { records: [], notice };
}

/** An object leads to another page if anything in it does. */
const isPosition = (value: unknown): boolean =>
	isHolder(value) ? Object.values(value).some(isPosition) : positionText(value) !== undefined;

/** Beside a position, an offset may be zero. */
const mayStay = (value: unknown) => value === 0 || value === '0' || isPosition(value);

/** Word for word; null where they lead nowhere or cannot be sent: that is no error, since this page was paid for. */
export function nextIn(payload: unknown, moves: Move[]): Pick<ReadPage, 'next' | 'endNotice'> {
	const values = moves.map(({ name, path }) => [name, valueAt(payload, path)] as const);
	const deep = values.find(([, value]) => isTooDeep(value));
	if (deep) {
		const endNotice = `The next ${deep[0]} is nested too deeply to be sent, so the list ends here`;
		return { next: null, endNotice };
	}
	const goesOn =
		values.every(([, value]) => mayStay(value)) && values.some(([, value]) => isPosition(value));
	return { next: goesOn ? (Object.fromEntries(values) as IDataObject) : null };
}

/** Whether this is a later page of a list, beside which the service names no other. */
export const isLast = (payload: unknown, input: ApiInput, moves: Move[]) =>
	moves.some(({ name }) => valueAt(input, pathOf(name)) !== undefined) &&
	moves.some(({ path }) => valueAt(payload, path) !== undefined);
