import { isDeeperThan, isHolder, valueAt } from '../../shared/values';
import { Refusal } from './refusal';

/** The most paths that a parameter can hold. */
export const MOST_PATHS = 200;

/** The most names of a path, and the most levels of a value that goes into an input. */
const MOST_NAMES = 32;

const LONGEST_SHOWN = 60;

/**
 * The names along a dot path; `$`, with which some people begin a path, is the whole.
 * @throws Refusal where it leads deeper than anything that is read or sent
 */
export function pathOf(text: string): string[] {
	const trimmed = text.trim();
	if (trimmed === '$') return [];
	const names = trimmed.replace(/^\$\./, '').split('.', MOST_NAMES + 1);
	if (names.length > MOST_NAMES) {
		const shown = trimmed.slice(0, LONGEST_SHOWN);
		throw new Refusal(
			`A path can have at most ${MOST_NAMES} names, and this one has more: ${shown}…`,
		);
	}
	return names;
}

/** Whether a value has more levels than an input may have in one place. */
export const isTooDeep = (value: unknown) => isDeeperThan(MOST_NAMES, value);

/** Sets a value under a name of the holder's own: no name reaches a prototype. */
export function setOwn(holder: object, name: string, value: unknown): void {
	Object.defineProperty(holder, name, {
		value,
		writable: true,
		enumerable: true,
		configurable: true,
	});
}

/** A copy in which another value stands at a path, in objects of its own where there are none. */
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
