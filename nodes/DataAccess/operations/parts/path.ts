import { beginningOf } from '../../shared/text';
import { isDeeperThan, isHolder, setOwn, valueAt } from '../../shared/values';
import { Refusal } from './refusal';

export const MOST_PATHS = 200;

/** The most names of a path, and the most levels of a value that goes into an input. */
const MOST_NAMES = 32;

const LONGEST_SHOWN = 60;

/** A path, and as it is written. */
export interface NamedPath {
	name: string;
	path: string[];
}

/** A name behind a dot or at the beginning, the place in a list, or any name in brackets and quotes. */
const STEP =
	/(?:\.|^(?!\/|\$\w+[.[(]))\s*([^\s.[\]{}()"'`;,=<>|*][^.[\]{}()"'`;,=<>|*]*)|\[\s*(?:(\d{1,9})|"([^"]*)"|'([^']*)')\s*\]/y;

/**
 * As people write a path in n8n; `$`, with which some begin one, is the whole.
 * @throws Refusal where it is none, or leads deeper than anything that is read or sent
 */
export function pathOf(text: string): string[] {
	const written = text.trim();
	const path = written.replace(/^\$(?=$|[.[])\.?/, '');
	const names: string[] = [];
	STEP.lastIndex = 0;
	for (let end = 0; end < path.length; end = STEP.lastIndex) {
		const [, name, place, quoted, single] = STEP.exec(path) ?? [];
		const step = name?.trim() ?? place ?? quoted ?? single;
		const shown = beginningOf(written, LONGEST_SHOWN);
		if (step === undefined) {
			const how =
				'Write names with dots between them, such as data.items, pictures[0].url or ["a.b"]';
			throw new Refusal(`This is no path: ${shown}. ${how}`);
		}
		if (names.push(step) > MOST_NAMES) {
			throw new Refusal(
				`A path can have at most ${MOST_NAMES} names, and this one has more: ${shown}…`,
			);
		}
	}
	return names;
}

/** The paths in a list with commas between them, which may also stand in quotes. */
export const pathsIn = (list: string): string[] =>
	(list.match(/(?:\["[^"]*"\]|\['[^']*'\]|[^,])+/g) ?? []).map((path) => path.trim());

export const isTooDeep = (value: unknown) => isDeeperThan(MOST_NAMES, value);

/** A copy with another value at a path, in objects of its own where there are none. */
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
