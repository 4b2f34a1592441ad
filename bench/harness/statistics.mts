/** The middle one of some values. */
export function median(values: readonly number[]): number {
	if (values.length === 0) throw new Error('There is no median of nothing');
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Between which two values the middle half of some values lies. */
export function middleHalf(values: readonly number[]): [number, number] {
	const sorted = [...values].sort((a, b) => a - b);
	const quarter = Math.floor(sorted.length / 4);
	return [sorted[quarter]!, sorted[sorted.length - 1 - quarter]!];
}

/** A ratio as it stands in the tables. */
export const ratio = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : '–');

/** CPU milliseconds that this process, all its threads included, takes for some work. */
export async function cpuOf(work: () => Promise<unknown>): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

/**
 * Measures several things in turn, round after round, so that all of them meet the same machine, and
 * gives the median of each. The first round only warms up.
 */
export async function inTurn<Name extends string>(
	rounds: number,
	measured: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number>> {
	const names = Object.keys(measured) as Name[];
	const values = new Map<Name, number[]>(names.map((name) => [name, []]));
	for (let round = 0; round <= rounds; round++) {
		for (const name of names) {
			const value = await measured[name]();
			if (round > 0) values.get(name)!.push(value);
		}
	}
	return Object.fromEntries(names.map((name) => [name, median(values.get(name)!)])) as Record<
		Name,
		number
	>;
}
