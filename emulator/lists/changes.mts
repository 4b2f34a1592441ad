import { diceFor } from './random.mts';

/** What happens to a list between two calls. Places count from 0, before the change. */
export type ListChange =
	/**
	 * So many new records, before the place `at`. Without it they stand where new ones do: at the
	 * beginning of a list that is newest first, behind what is pinned, else each at a place of its own.
	 */
	| { add: number; at?: number }
	/** So many records fewer, from the place `at` on (0). */
	| { remove: number; at?: number };

/** Which record stands where. */
export interface Arrangement {
	size: number;
	/** The record's number: 0, 1, 2 … for those of the beginning, -1, -2 … for those that came later. */
	at(place: number): number;
}

/** Throws where a value is no {@link ListChange}. */
export function expectChange(change: object): void {
	const { at = 0, ...rest } = change as { at?: unknown };
	const [[verb, count] = [], ...others] = Object.entries(rest);
	const isWhole = [at, count].every((each) => Number.isInteger(each) && Number(each) >= 0);
	if (others.length === 0 && (verb === 'add' || verb === 'remove') && isWhole) return;
	throw new Error('A change is add or remove, in whole numbers from 0');
}

/**
 * A list of `size` records after its changes, new ones at `newAt`, or anywhere. Throws on places where no record
 * stands.
 */
export function arrange(
	identity: string,
	newAt: number | undefined,
	size: number,
	changes: readonly ListChange[],
): Arrangement {
	if (changes.length === 0) return { size, at: (place) => place };
	const numbers = Array.from({ length: size }, (_, number) => number);
	const numberAt = (place: number): number => {
		const number = numbers[place];
		if (number === undefined) throw new RangeError(`${identity} has no record ${place}`);
		return number;
	};
	let oldest = -1;
	for (const change of changes) {
		if ('remove' in change) {
			const { remove, at = 0 } = change;
			if (remove > 0) numberAt(at + remove - 1);
			numbers.splice(at, remove);
			continue;
		}
		const { add, at = newAt } = change;
		const added = Array.from({ length: add }, (_, index) => oldest - index).reverse();
		oldest -= add;
		if (at !== undefined) numbers.splice(at, 0, ...added);
		else for (const each of added) numbers.splice(anyPlace(identity, numbers, each), 0, each);
	}
	return { size: numbers.length, at: numberAt };
}

function anyPlace(identity: string, numbers: readonly number[], number: number): number {
	return diceFor(`${identity} place of ${number}`).int(0, numbers.length);
}
