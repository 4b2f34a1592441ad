import { diceFor } from './random.mts';

/** What happens to a list between two calls. Places count from 0, before the change. */
export type ListChange =
	/**
	 * So many new records, before the place `at`. Without it they stand where new ones do: at the
	 * beginning of a list that is newest first, else each at a place of its own.
	 */
	| { add: number; at?: number }
	/** So many records fewer, from the place `at` on (0). */
	| { remove: number; at?: number }
	/** The record at this place has another text, and its old ID. */
	| { edit: number }
	/** The records at two places change places. */
	| { swap: [number, number] };

/** Which record stands where. */
export interface Arrangement {
	size: number;
	at(place: number): Standing;
}

/** A record, by what stays the same wherever it stands. */
export interface Standing {
	/** 0, 1, 2 … for those of the beginning, -1, -2 … for those that came later. */
	number: number;
	/** How often its text was changed. */
	edits: number;
}

/** How many places or numbers each kind of change takes. */
const VERBS: Record<string, number> = { add: 1, remove: 1, edit: 1, swap: 2 };

/** Throws where a value is no {@link ListChange}. */
export function expectChange(change: object): void {
	const { at = 0, ...rest } = change as { at?: unknown };
	const [[verb, value] = ['', null], ...others] = Object.entries(rest);
	const numbers = [value].flat();
	const isWhole = [at, ...numbers].every((each) => Number.isInteger(each) && Number(each) >= 0);
	if (others.length === 0 && numbers.length === VERBS[verb] && isWhole) return;
	throw new Error(`A change is one of ${Object.keys(VERBS).join(', ')}, in whole numbers from 0`);
}

/** A list of `size` records after its changes. Throws on places where no record stands. */
export function arrange(
	identity: string,
	isByTime: boolean,
	size: number,
	changes: readonly ListChange[],
): Arrangement {
	if (changes.length === 0) return { size, at: (place) => ({ number: place, edits: 0 }) };
	const numbers = Array.from({ length: size }, (_, number) => number);
	const edits = new Map<number, number>();
	const numberAt = (place: number): number => {
		const number = numbers[place];
		if (number === undefined) throw new RangeError(`${identity} has no record ${place}`);
		return number;
	};
	let oldest = -1;
	for (const change of changes) {
		if ('add' in change) {
			const fresh = Array.from({ length: change.add }, (_, index) => oldest - index).reverse();
			oldest -= change.add;
			if (change.at !== undefined || isByTime) numbers.splice(change.at ?? 0, 0, ...fresh);
			else
				for (const number of fresh) numbers.splice(anyPlace(identity, numbers, number), 0, number);
		} else if ('remove' in change) {
			const { remove, at = 0 } = change;
			if (remove > 0) numberAt(at + remove - 1);
			numbers.splice(at, remove);
		} else if ('edit' in change) {
			const number = numberAt(change.edit);
			edits.set(number, (edits.get(number) ?? 0) + 1);
		} else {
			const [one, other] = change.swap;
			[numbers[one], numbers[other]] = [numberAt(other), numberAt(one)];
		}
	}
	return {
		size: numbers.length,
		at: (place) => ({ number: numberAt(place), edits: edits.get(numberAt(place)) ?? 0 }),
	};
}

function anyPlace(identity: string, numbers: readonly number[], number: number): number {
	return diceFor(`${identity} place of ${number}`).int(0, numbers.length);
}
