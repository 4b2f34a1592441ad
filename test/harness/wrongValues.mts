/** What is no text that a required field takes. */
export const NO_TEXT: unknown[] = [
	...['', '   ', '\u3000', 'undefined', ' undefined ', null, true],
	...[{ a: 1 }, ['a']],
];

/** A number that has lost its last digits when it reaches the node. */
export const UNSAFE = 1234567890123456800;
