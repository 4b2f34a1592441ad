import type { IDataObject } from 'n8n-workflow';

import { entriesOf, isEmptyList } from '../../shared/entries';
import { beginningOf } from '../../shared/text';
import { isHolder, isObject, objectOf, trimmed, valueAt } from '../../shared/values';
import type { ApiInput, ReadPage } from '../operation';
import { parametersIn } from '../parts/address';
import { positionText } from '../parts/identifier';
import { anyText } from '../parts/inputs';
import { flagOf } from '../parts/flag';
import { fieldsIn, valueAtPath, isTooDeep, pathOf } from '../parts/path';
import { Refusal, valueOf } from '../parts/refusal';
import { UnrecognisedShape } from '../parts/shape';

/** A path by which a page leads to the next one. */
interface Mark {
	/** The label of the parameter that names it. */
	parameter: string;
	path: string[];
}

/** An input that moves from page to page; its next value is at the path. */
interface Move extends Mark {
	name: string;
	/** Where it is in the input. */
	input: string[];
}

/** undefined where the user left one empty. */
export interface Paths {
	records?: string[];
	moves: Move[];
	hasMore?: string[];
	/** Those of the moves, and the one that says whether there is more. */
	marks: Mark[];
	id?: string[];
}

// `next` has fields of these names, so an input of such a name is written there as a path.
const WORDS_OF_NEXT = ['list', 'seen', 'at'];

function moveOf(row: IDataObject): Move {
	const name = valueOf(anyText, row.name, 'Input Name');
	const [input, path] = [pathOf(name), pathOf(valueOf(anyText, row.path, 'Path'))];
	if (input.length === 0 || path.length === 0) {
		throw new Refusal("'Next Page' must have an 'Input Name' and a 'Path' in each row");
	}
	const unique = WORDS_OF_NEXT.includes(name) ? `$.${name}` : name;
	return { parameter: 'Next Page', name: unique, input, path };
}

/** @throws Refusal where one is no path */
export function readPaths(parameters: Record<string, unknown>): Paths {
	const read = (name: string, label: string) => {
		const written = valueOf(anyText, parameters[name], label);
		return written === '' ? undefined : pathOf(written);
	};
	const { pairs = [] } = objectOf(parameters.nextPage);
	const moves = [pairs].flat().map(objectOf).map(moveOf);
	const hasMore = read('hasMorePath', 'Has More Path');
	return {
		records: read('recordsPath', 'Records Path'),
		moves,
		hasMore,
		marks: [...moves, ...(hasMore ? [{ parameter: 'Has More Path', path: hasMore }] : [])],
		id: read('idPath', 'ID Path'),
	};
}

/** Whether a layer of an answer has what the paths name. The last page may have none of its marks. */
export function holdsPage(value: unknown, { records, marks }: Paths): boolean {
	if (!records && marks.length === 0) return isHolder(value) && !isEmptyList(value);
	return (
		(records !== undefined && entriesOf(valueAtPath(value, records)) !== undefined) ||
		marks.some(({ path }) => valueAtPath(value, path) !== undefined)
	);
}

const LONGEST_LIST = 600;

/** Which marks lead to nothing, if any, and what is there: on a first page their paths may be written wrong. */
export function noticeOfMissingMarks(
	payload: unknown,
	marks: Mark[],
): Pick<ReadPage, 'firstNotice'> | false {
	const missing = marks.filter(({ path }) => valueAtPath(payload, path) === undefined);
	const named = missing.map(({ path, parameter }) => `${path.join('.')} (${parameter})`);
	return (
		missing.length > 0 && {
			firstNotice: `The first page has no ${named.join(', ')}. It has these fields: ${beginningOf(fieldsIn(payload).join(', '), LONGEST_LIST)}`,
		}
	);
}

/** n8n takes objects only, and entries of any other kind were paid for, too. */
export const asRecord = (value: unknown): IDataObject =>
	isObject(value) ? value : ({ value } as IDataObject);

/**
 * The entries of the list at a path, or the one object that stands there.
 * @param isEnd the list has ended: there may be none then, as where it is empty on the way; it is told, since a wrong
 * path looks the same
 * @throws UnrecognisedShape where there is neither
 */
export function recordsIn(
	payload: unknown,
	path: string[],
	isEnd: boolean,
): Pick<ReadPage, 'records' | 'notice'> {
	const found = valueAtPath(payload, path);
	const entries = entriesOf(found) ?? (isObject(found) ? [found] : undefined);
	if (entries) return { records: entries.filter((entry) => entry !== null).map(asRecord) };
	const where = path.join('.');
	const isEmptyAt = (end: number) => isEmptyList(valueAtPath(payload, path.slice(0, end)));
	const isOver = isEnd || path.slice(1).some((_name, at) => isEmptyAt(at + 1));
	if (found !== undefined || !isOver) throw new UnrecognisedShape(`list of records at ${where}`);
	return {
		records: [],
		notice: `The last page has no list at ${where}, so no record was read from it`,
	};
}

/** As a platform names what says that a list has ended, instead of that it goes on: `is_end`, `noMore`. `end_cursor` is a position. */
const END =
	/^(?!.*(?:cursor|token|offset|id$|time$))(?:.*_)?(?:end|ended|last|finish|finished|done|eof|no_?more)(?:$|_)/;

/** Whether there is more, by the flag at a path; undefined where there is none. */
export function hasMoreAt(payload: unknown, path: string[]): boolean | undefined {
	const words = String(path.at(-1)).replace(/([a-z])([A-Z])/g, '$1_$2');
	const flag = flagOf(valueAtPath(payload, path));
	return flag === undefined ? undefined : flag !== END.test(words.toLowerCase());
}

/** Of a link to the next page, the parameter that is called as the input; all else as it is. */
function nextValueOf(value: unknown, { input }: Move, sent: ApiInput): unknown {
	const parameter = parametersIn(trimmed(value)).get(String(input.at(-1)));
	if (parameter === null) return value;
	const isNumber = /^\d{1,15}$/.test(parameter) && typeof valueAt(sent, input) !== 'string';
	return isNumber ? Number(parameter) : parameter;
}

/** An object leads to another page if anything in it does; what is too deep to be sent does not. */
const leadsOn = (value: unknown): boolean =>
	isHolder(value)
		? !isTooDeep(value) && Object.values(value).some(leadsOn)
		: positionText(value) !== undefined;

/** Beside a position, an offset may be zero. */
const mayStay = (value: unknown) => value === 0 || value === '0' || leadsOn(value);

/** Null where they lead nowhere: that is no error, since this page was paid for. */
export function nextInputsIn(
	payload: unknown,
	sent: ApiInput,
	moves: Move[],
): ReadPage['nextInputs'] {
	const values = moves.map((move) => nextValueOf(valueAtPath(payload, move.path), move, sent));
	if (!values.every(mayStay) || !values.some(leadsOn)) return null;
	return Object.fromEntries(moves.map(({ name }, at) => [name, values[at]])) as IDataObject;
}

/** Whether this is a later page of a list, beside which the service names no other. */
export const isLast = (payload: unknown, sent: ApiInput, moves: Move[]) =>
	moves.some(({ input }) => valueAt(sent, input) !== undefined) &&
	moves.some(({ path }) => valueAtPath(payload, path) !== undefined);
