/** The spellings of true and false; texts are in lower case. */
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

/** Returns a flag in any spelling of the platforms; undefined if there is none. */
export const flagOf = (value: unknown): boolean | undefined =>
	FLAGS.get(typeof value === 'string' ? value.trim().toLowerCase() : value);
