/** Rounds to a billionth of a dollar, because sums of binary fractions are slightly off. A finite amount stays finite. */
export function roundDollars(dollars: number): number {
	const rounded = Math.round(dollars * 1e9) / 1e9;
	return Number.isFinite(rounded) ? rounded : dollars;
}

/** Returns US dollars as people write them, "$0.045": with two decimals, or as many as needed. */
export function dollars(amount: number): string {
	const [whole, fraction = ''] = amount
		.toFixed(9)
		.replace(/(?<!0)0+$/, '')
		.split('.');
	return `$${whole}.${fraction.padEnd(2, '0')}`;
}
