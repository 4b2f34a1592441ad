/** Returns the median. */
export function median(values: readonly number[]): number {
	if (values.length === 0) throw new Error('There is no median of nothing');
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export const sum = (values: readonly number[]): number =>
	values.reduce((total, value) => total + value, 0);

/** Returns the two values between which the middle half of the values lies. */
export function middleHalf(values: readonly number[]): [number, number] {
	const sorted = [...values].sort((a, b) => a - b);
	const quarter = Math.floor(sorted.length / 4);
	return [sorted[quarter]!, sorted[sorted.length - 1 - quarter]!];
}

/** Formats a ratio for the tables. */
export const ratio = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : '–');

/** Returns the CPU milliseconds that all threads of this process take for some work. */
export async function cpuOf(work: () => Promise<unknown>): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

/** Rounds that do not count, so that the code is compiled, as in a server. */
const WARM_UP = 3;

/**
 * Measures several things in turn, round after round, so that the machine is the same for all. The order of each round is
 * random, because garbage and work in other threads slow down the next measurement.
 * @returns the values of each, by round
 */
export async function inTurn<Name extends string>(
	rounds: number,
	measured: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
	const names = Object.keys(measured) as Name[];
	const values = Object.fromEntries(names.map((name) => [name, [] as number[]]));
	for (let round = 0; round < WARM_UP + rounds; round++) {
		for (const name of shuffled(names)) {
			const value = await measured[name]();
			if (round >= WARM_UP) values[name]!.push(value);
		}
	}
	return values as Record<Name, number[]>;
}

function shuffled<T>(values: readonly T[]): T[] {
	const drawn = values.map((value) => ({ value, lot: Math.random() }));
	return drawn.sort((a, b) => a.lot - b.lot).map(({ value }) => value);
}

/** Returns the ratios of two measurements, round by round. */
export function ratios(of: readonly number[], over: readonly number[]): number[] {
	return of.map((value, round) => value / over[round]!);
}
