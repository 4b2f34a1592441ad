import { createHash } from 'node:crypto';

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Seeded choices: the same text gives the same choices on every machine and in every run. */
export interface Dice {
	/** A whole number between both ends, inclusive. */
	int(min: number, max: number): number;
	pick<T>(choices: readonly T[]): T;
	/** True with this probability, 0 to 1. */
	chance(probability: number): boolean;
	/** The value, or null, or undefined (which JSON leaves out), as the platforms do it. */
	sometimes<T>(value: T, probability?: number): T | null | undefined;
}

/** Dice for one record, page or list, named by `text`. */
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

/** `length` hexadecimal digits that belong to `text`. */
export function hexFor(text: string, length: number): string {
	return digest(text).toString('hex').slice(0, length);
}

/**
 * A number between 2^60 and 2^61 that belongs to `text`, the lowest 24 bits free for an index.
 * Neighbours collapse to one double when they are parsed as a JavaScript number.
 */
export function bigBaseFor(text: string): bigint {
	const bits = BigInt(`0x${hexFor(text, 15)}`);
	return (1n << 60n) + ((bits >> 24n) << 24n);
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
