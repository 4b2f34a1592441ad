import { diceFor } from './random.mts';

/** A change of a list between two calls. Indexes count from 0, before the change. */
export type ListChange =
	/**
	 * Inserts this many new records before index `at`. Without `at`: on top of a list that is newest first, below its
	 * pinned records; in any other list, each at a random index.
	 */
	| { add: number; at?: number }
	/** Removes this many records from index `at` on (0). */
	| { remove: number; at?: number };

/** The order of the records in a list. */
export interface Arrangement {
	size: number;
	/** Returns the number of the record at an index: 0, 1, 2 … for original records, -1, -2 … for added ones. */
	at(index: number): number;
}

/** @throws Error if the value is not a {@link ListChange} */
export function expectChange(change: object): void {
	const { at = 0, ...rest } = change as { at?: unknown };
	const [[verb, count] = [], ...others] = Object.entries(rest);
	const isWhole = [at, count].every((each) => Number.isInteger(each) && Number(each) >= 0);
	if (others.length === 0 && (verb === 'add' || verb === 'remove') && isWhole) return;
	throw new Error('A change is add or remove, in whole numbers from 0');
}

/**
 * Applies changes to a list of `size` records. New records go to index `newAt`, or to random indexes if it is
 * undefined.
 * @throws RangeError if a change, or a later read, needs a record that does not exist
 */
export function arrange(
	identity: string,
	newAt: number | undefined,
	size: number,
	changes: readonly ListChange[],
): Arrangement {
	if (changes.length === 0) return { size, at: (index) => index };
	const numbers = Array.from({ length: size }, (_, number) => number);
	const numberAt = (index: number): number => {
		const number = numbers[index];
		if (number === undefined) throw new RangeError(`${identity} has no record ${index}`);
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
		else for (const each of added) numbers.splice(randomIndex(identity, numbers, each), 0, each);
	}
	return { size: numbers.length, at: numberAt };
}

function randomIndex(identity: string, numbers: readonly number[], number: number): number {
	return diceFor(`${identity} place of ${number}`).int(0, numbers.length);
}
