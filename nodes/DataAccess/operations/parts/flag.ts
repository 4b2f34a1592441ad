/** The spellings of yes and no, texts in small letters. */
export const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
	[true, true],
	[1, true],
	['true', true],
	['1', true],
	[false, false],
	[0, false],
	['false', false],
	['0', false],
	['', false],
]);

/** A flag as the platforms spell it; undefined where there is none. */
export const flagOf = (value: unknown): boolean | undefined =>
	FLAGS.get(typeof value === 'string' ? value.trim().toLowerCase() : value);
