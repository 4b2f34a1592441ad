import type { IDataObject } from 'n8n-workflow';

import { entriesOf, isEmptyList } from '../../shared/entries';
import { beginningOf } from '../../shared/text';
import { isHolder, isObject, objectOf, valueAt } from '../../shared/values';
import type { ApiInput, ReadPage } from '../operation';
import { parametersIn } from '../parts/address';
import { positionText } from '../parts/identifier';
import { text } from '../parts/inputs';
import { fieldsIn, foundAt, isTooDeep, MOST_PATHS, pathOf } from '../parts/path';
import { Refusal, valueOf } from '../parts/refusal';
import { flagOf, UnrecognisedShape } from '../parts/shape';

/** An input that moves from page to page. */
interface Move {
	name: string;
	/** Where it is in the input. */
	input: string[];
	/** Where its next value is in the answer. */
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

function moveIn(row: IDataObject): Move[] {
	const name = valueOf(TEXT, row.name, 'Input Name');
	const path = valueOf(TEXT, row.path, 'Path');
	if (name === '' && path === '') return [];
	const input = pathOf(name);
	if (path === '' || input.length === 0) {
		throw new Refusal("'Next Page' must have an 'Input Name' and a 'Path' in each row");
	}
	const unique = WORDS_OF_NEXT.includes(name) ? `$.${name}` : name;
	return [{ name: unique, input, path: pathOf(path) }];
}

function movesOf(nextPage: unknown): Move[] {
	const { pairs } = objectOf(nextPage);
	const rows: unknown[] = Array.isArray(pairs) ? pairs : [];
	if (rows.length > MOST_PATHS) {
		throw new Refusal(`'Next Page' can have at most ${MOST_PATHS} rows, but it has ${rows.length}`);
	}
	return rows.map(objectOf).flatMap(moveIn);
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

/** The paths by which a page leads to the next one, each with the parameter that names it. */
const marksIn = ({ moves, hasMore }: Paths) => [
	...moves.map(({ path }) => ({ path, parameter: 'Next Page' })),
	...(hasMore ? [{ path: hasMore, parameter: 'Has More Path' }] : []),
];

/** Whether a layer of an answer has what the paths name. The last page may have none of its marks. */
export function holdsPage(value: unknown, paths: Paths): boolean {
	const { records } = paths;
	if (records && entriesOf(foundAt(value, records))) return true;
	const marks = marksIn(paths);
	if (records || marks.length > 0) {
		return marks.some(({ path }) => foundAt(value, path) !== undefined);
	}
	return isHolder(value) && Object.keys(value).length > 0;
}

const LONGEST_LIST = 600;

/** Which paths lead to nothing, and what is there: on a first page they may be written wrong. */
export function noticeOfLost(payload: unknown, paths: Paths): Pick<ReadPage, 'firstNotice'> {
	const lost = marksIn(paths).filter(({ path }) => foundAt(payload, path) === undefined);
	if (lost.length === 0) return {};
	const named = lost.map(({ path, parameter }) => `${path.join('.')} (${parameter})`);
	const there = beginningOf(fieldsIn(payload).join(', '), LONGEST_LIST);
	return {
		firstNotice: `The first page has no ${named.join(', ')}. It has these fields: ${there}`,
	};
}

/** n8n takes objects only, and entries of any other kind were paid for, too. */
export const asRecord = (value: unknown): IDataObject =>
	isObject(value) ? value : ({ value } as IDataObject);

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
	const found = foundAt(payload, path);
	const entries = entriesOf(found) ?? (isObject(found) ? [found] : undefined);
	if (entries) return { records: entries.filter((entry) => entry !== null).map(asRecord) };
	const isEmpty = path.some((_, at) => at > 0 && isEmptyList(foundAt(payload, path.slice(0, at))));
	if (found !== undefined || !(isEnd || isEmpty)) {
		throw new UnrecognisedShape(`list of records at ${path.join('.')}`);
	}
	const notice = `The last page has no list at ${path.join('.')}, so no record was read from it`;
	return { records: [], notice };
}

/** As a platform names what says that a list has ended, instead of that it goes on: `is_end`, `noMore`. */
const END = /(?:^|_)(?:end|ended|last|finish|finished|done|eof|no_?more)(?:$|_)/;

/** Such a name may be that of a position. */
const POSITION = /cursor|token|offset|(?:^|_)(?:id|key|time)(?:$|_)/;

/** Whether there is more, by the flag at a path; undefined where there is none. */
export function moreAt(payload: unknown, path: string[]): boolean | undefined {
	const name = path.at(-1) ?? '';
	const words = name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
	const saysEnd = END.test(words) && !POSITION.test(words);
	const flag = flagOf(foundAt(payload, path));
	return flag !== undefined && saysEnd ? !flag : flag;
}

/** Of a link to the next page, the parameter that is called as the input; all else as it is. */
function positionIn(value: unknown, { input }: Move, sent: ApiInput): unknown {
	const isLink = typeof value === 'string' && /^(?:https?:\/\/|\/|\?)/i.test(value);
	const parameter = isLink ? parametersIn(value).get(input.at(-1) ?? '') : null;
	if (parameter === null) return value;
	const isNumber = /^\d{1,15}$/.test(parameter) && typeof valueAt(sent, input) !== 'string';
	return isNumber ? Number(parameter) : parameter;
}

/** An object leads to another page if anything in it does; what is too deep to be sent does not. */
const isPosition = (value: unknown): boolean =>
	isHolder(value)
		? !isTooDeep(value) && Object.values(value).some(isPosition)
		: positionText(value) !== undefined;

/** Beside a position, an offset may be zero. */
const mayStay = (value: unknown) => value === 0 || value === '0' || isPosition(value);

/** Null where they lead nowhere: that is no error, since this page was paid for. */
export function nextIn(payload: unknown, sent: ApiInput, moves: Move[]): ReadPage['next'] {
	const values = moves.map((move) => positionIn(foundAt(payload, move.path), move, sent));
	const goesOn = values.every(mayStay) && values.some(isPosition);
	if (!goesOn) return null;
	return Object.fromEntries(moves.map(({ name }, at) => [name, values[at]])) as IDataObject;
}

/** Whether this is a later page of a list, beside which the service names no other. */
export const isLast = (payload: unknown, sent: ApiInput, moves: Move[]) =>
	moves.some(({ input }) => valueAt(sent, input) !== undefined) &&
	moves.some(({ path }) => foundAt(payload, path) !== undefined);
