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

/** A path whose value decides whether there is a next page, and which one. */
interface Mark {
	/** The label of the parameter that names it. */
	parameter: string;
	path: string[];
}

/** An input that selects the page. Its value for the next page is at the path. */
interface Move extends Mark {
	name: string;
	/** Its path in the input. */
	input: string[];
}

/** The user's paths; undefined for an empty one. */
export interface Paths {
	records?: string[];
	moves: Move[];
	hasMore?: string[];
	/** The moves, and Has More Path if the user named it. */
	marks: Mark[];
	id?: string[];
}

// `next` in the output has fields of these names, so an input with such a name appears there as a path.
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

/** @throws Refusal if one is no path */
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

/** Whether a layer of a response has the records or a mark. The last page may have no marks. */
export function holdsPage(value: unknown, { records, marks }: Paths): boolean {
	if (!records && marks.length === 0) return isHolder(value) && !isEmptyList(value);
	return (
		(records !== undefined && entriesOf(valueAtPath(value, records)) !== undefined) ||
		marks.some(({ path }) => valueAtPath(value, path) !== undefined)
	);
}

const LONGEST_LIST = 600;

/** Names the marks without a value, and the fields that the page has: on a first page, a path may be misspelled. */
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

/** Wraps any other value in an object. n8n takes objects only, and entries of other kinds were paid for, too. */
export const asRecord = (value: unknown): IDataObject =>
	isObject(value) ? value : ({ value } as IDataObject);

/**
 * Returns the entries of the list at a path, or the one object there. Both may be missing if the list has ended, or if an
 * object on the way is empty. A notice then says so, because a wrong path looks the same.
 * @param isEnd the list has ended
 * @throws UnrecognisedShape if there is neither
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
	const isOver =
		isEnd || path.some((_, at) => at > 0 && isEmptyList(valueAtPath(payload, path.slice(0, at))));
	if (found !== undefined || !isOver) throw new UnrecognisedShape(`list of records at ${where}`);
	return {
		records: [],
		notice: `The last page has no list at ${where}, so no record was read from it`,
	};
}

/** Names of flags that are true at the end of a list: `is_end`, `noMore`. `end_cursor` is a position. */
const END =
	/^(?!.*(?:cursor|token|offset|id$|time$))(?:.*_)?(?:end|ended|last|finish|finished|done|eof|no_?more)(?:$|_)/;

/** Whether there is more, by the flag at a path; undefined if there is no flag. */
export function hasMoreAt(payload: unknown, path: string[]): boolean | undefined {
	const words = String(path.at(-1)).replace(/([a-z])([A-Z])/g, '$1_$2');
	const flag = flagOf(valueAtPath(payload, path));
	return flag === undefined ? undefined : flag !== END.test(words.toLowerCase());
}

/** Returns the parameter with the input's name if the value is a link that has one, else the value itself. */
function nextValueOf(value: unknown, { input }: Move, sent: ApiInput): unknown {
	const parameter = parametersIn(trimmed(value)).get(String(input.at(-1)));
	if (parameter === null) return value;
	const isNumber = /^\d{1,15}$/.test(parameter) && typeof valueAt(sent, input) !== 'string';
	return isNumber ? Number(parameter) : parameter;
}

/** Whether a value can select another page. An object can if any value in it can, and if it is not too deep to send. */
const leadsOn = (value: unknown): boolean =>
	isHolder(value)
		? !isTooDeep(value) && Object.values(value).some(leadsOn)
		: positionText(value) !== undefined;

/** Whether a value may be sent with others that select the page: an offset may then be zero. */
const mayStay = (value: unknown) => value === 0 || value === '0' || leadsOn(value);

/** Returns null if the moves lead nowhere. That is no error, because this page was paid for. */
export function nextInputsIn(
	payload: unknown,
	sent: ApiInput,
	moves: Move[],
): ReadPage['nextInputs'] {
	const values = moves.map((move) => nextValueOf(valueAtPath(payload, move.path), move, sent));
	if (!values.every(mayStay) || !values.some(leadsOn)) return null;
	return Object.fromEntries(moves.map(({ name }, at) => [name, values[at]])) as IDataObject;
}

/** Whether a page without a next page ends its list: its call selected a page, and the response has a field for the next. */
export const isLast = (payload: unknown, sent: ApiInput, moves: Move[]) =>
	moves.some(({ input }) => valueAt(sent, input) !== undefined) &&
	moves.some(({ path }) => valueAtPath(payload, path) !== undefined);
