import { parsedWithin } from '../../shared/json';
import { beginningOf } from '../../shared/text';
import { isDeeperThan, isHolder, objectOf, setOwn, valueAt } from '../../shared/values';
import { trimmedText } from './blank';
import { Refusal } from './refusal';

/** The most names of a path, and the most levels of a value that is sent as an input. */
const MOST_NAMES = 32;

const LONGEST_SHOWN = 60;

/** A column, and the path of its value. */
export interface NamedPath {
	name: string;
	path: string[];
	written: string;
}

/** A path that the user named. It is reported if no record has a value there. */
export interface RequestedPath extends Omit<NamedPath, 'name'> {
	/** The label of the parameter that names it. */
	parameter: string;
}

/** A name after a dot or at the beginning, an index in brackets, or any name in brackets and quotes. */
const STEP =
	/(?:\.|^(?!\/|\$\w+[.[(]))\s*([^\s.[\]{}()"'`;,=<>|*｜/\\・·][^.[\]{}()"'`;,=<>|*｜/\\・·]*)|\[\s*(?:(\d{1,9})|"([^"]*)"|'([^']*)')\s*\]/gy;

/**
 * Parses a path as people write it in n8n. A leading `$` means the whole value.
 * @throws Refusal if the text is no path, or has more than `MOST_NAMES` names
 */
export function pathOf(text: string): string[] {
	const written = text.trim();
	const path = written.replace(/^\$(?=$|[.[])\.?/, '');
	const steps = [...path.matchAll(STEP)];
	if (steps.length > MOST_NAMES || steps.map(([step]) => step).join('') !== path) {
		throw new Refusal(
			`This is not a path: ${beginningOf(written, LONGEST_SHOWN)}. Write names with dots between them (${MOST_NAMES} at most), such as data.items, pictures[0].url or ["a.b"]`,
		);
	}
	// Each step matches one of the groups; the others are empty.
	return steps.map(([, ...spellings]) => spellings.join('').trim());
}

/** Commas, semicolons (of every keyboard), tabs and line breaks separate paths. In quotes, they belong to a name. */
const BETWEEN = /(?:\["[^"]*"\]|\['[^']*'\]|[^,;，；、﹐﹔﹑､،؛\t\r\n\u2028\u2029])+/g;

export const pathsIn = (list: string): string[] =>
	(list.match(BETWEEN) ?? []).map(trimmedText).filter((path) => path !== '');

/**
 * Parses a column: a name and a path (`likes = note_info.liked_count`), or a path, which is then also the name.
 * @throws Refusal, as pathOf
 */
export function namedPath(text: string): NamedPath {
	const [, own, written = text] = /^([^=＝[]+)[=＝](.+)$/s.exec(text) ?? [];
	const name = own?.trim().replace(/^(["'])(.+)\1$/s, '$2') || text;
	return { name, written: written.trim(), path: pathOf(written) };
}

export type Parser = (value: unknown) => unknown;

/** Returns a parser of JSON texts for one record: it parses each text once, however many paths lead through it. */
export const newParser =
	(parsed = new Map<unknown, unknown>()): Parser =>
	(value) =>
		parsed.get(value) ?? parsed.set(value, parsedWithin(value)).get(value);

/** Returns the value at a path, which may lead through texts that contain JSON. */
export const valueAtPath = (
	holder: unknown,
	path: readonly string[],
	parse: Parser = parsedWithin,
): unknown => path.reduce((inner, name) => valueAt(parse(inner), [name]), holder);

/** Returns the fields of a value as paths, two levels deep. */
export const fieldsIn = (value: unknown): string[] =>
	Object.entries(objectOf(parsedWithin(value))).flatMap(([name, inner]) => {
		const within = Object.keys(objectOf(parsedWithin(inner)));
		return within.length === 0 ? [name] : within.map((each) => `${name}.${each}`);
	});

export const isTooDeep = (value: unknown) => isDeeperThan(MOST_NAMES, value);

/** Returns a copy with another value at a path. It creates the objects that are missing on the way. */
export function withValueAt<Holder extends object>(
	holder: Holder,
	[name = '', ...rest]: readonly string[],
	value: unknown,
): Holder {
	const inner = valueAt(holder, [name]);
	const put = rest.length === 0 ? value : withValueAt(isHolder(inner) ? inner : {}, rest, value);
	const copy = (Array.isArray(holder) ? [...(holder as unknown[])] : { ...holder }) as Holder;
	setOwn(copy, name, put);
	return copy;
}
