import { createHash } from 'node:crypto';

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Seeded random values: the same seed gives the same values on every machine. */
export interface Dice {
	/** Returns a whole number from `min` to `max`. */
	int(min: number, max: number): number;
	pick<T>(choices: readonly T[]): T;
	/** Returns true with this probability, 0 to 1. */
	chance(probability: number): boolean;
	/** Returns the value with this probability, else null or undefined (which JSON omits), as the platforms do. */
	sometimes<T>(value: T, probability?: number): T | null | undefined;
}

/** Returns the dice of one record, page or list, seeded with `text`. */
export function diceFor(text: string): Dice {
	const generator = xoroshiro128plus(digest(text).readInt32LE(0));
	const int = (min: number, max: number) => uniformInt(generator, min, max);
	const chance = (probability: number) => int(0, 9999) < probability * 10_000;
	return {
		int,
		chance,
		pick: (choices) => choices[int(0, choices.length - 1)]!,
		sometimes: (value, probability = 0.85) => {
			if (chance(probability)) return value;
			return chance(0.5) ? null : undefined;
		},
	};
}

/** Returns `length` hexadecimal digits, seeded with `text`. */
export function hexFor(text: string, length: number): string {
	return digest(text).toString('hex').slice(0, length);
}

/**
 * Returns a number between 2^60 and 2^61, seeded with `text`. Its lowest 24 bits are zero, so an index can be added.
 * Neighboring numbers become the same double if they are parsed as JavaScript numbers.
 */
export function bigBaseFor(text: string): bigint {
	const bits = BigInt(`0x${hexFor(text, 15)}`);
	return (1n << 60n) + ((bits >> 24n) << 24n);
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
