/** Sums of prices without the crumbs of binary fractions: exact to a billionth of a dollar. */
export function roundDollars(dollars: number): number {
	return Math.round(dollars * 1e9) / 1e9;
}
