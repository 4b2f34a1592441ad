/**
 * Sums of prices without the crumbs of binary fractions: exact to a billionth of a dollar. A finite
 * amount stays finite, however large.
 */
export function roundDollars(dollars: number): number {
	const rounded = Math.round(dollars * 1e9) / 1e9;
	return Number.isFinite(rounded) ? rounded : dollars;
}
