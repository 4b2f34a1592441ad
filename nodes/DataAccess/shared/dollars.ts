/** To a billionth of a dollar, since sums of binary fractions are slightly off. A finite amount stays finite. */
export function roundDollars(dollars: number): number {
	const rounded = Math.round(dollars * 1e9) / 1e9;
	return Number.isFinite(rounded) ? rounded : dollars;
}

/** US dollars as people write them, "$0.045": at least two decimals, and no more than it takes. */
export function dollars(amount: number): string {
	const [whole, fraction = ''] = amount
		.toFixed(9)
		.replace(/(?<!0)0+$/, '')
		.split('.');
	return `$${whole}.${fraction.padEnd(2, '0')}`;
}
