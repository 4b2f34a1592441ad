/** What is no text that a required field takes. */
export const NO_TEXT: unknown[] = [
	...['', '   ', '\u3000', 'undefined', ' undefined ', null, true, { a: 1 }, ['a']],
];

/** A number that has lost its last digits when it reaches the node. */
export const UNSAFE = 1234567890123456800;

/** What is said of it, and of all else that is no text. */
export const LOST_DIGITS = 'must be text. Give a long number as text, too, or it loses digits';

/** Keys that HTTP would drop characters of, change, or refuse to send. */
export const UNSENDABLE_KEYS: ReadonlyArray<[label: string, key: string]> = [
	['an invisible character', 'test\u200bkey'],
	['an invisible character at its end', 'test-key\u200b'],
	['a line feed', 'test\nkey'],
	['a carriage return and a header', 'test\r\nx-more: 1'],
	['a blank', 'test key'],
	['a blank of another width', 'test\u00a0key'],
	['a letter of Latin-1', 'test-k\u00e9y'],
	['letters of another script', '\u043a\u043b\u044e\u0447'],
	['an emoji', 'test-\u{1f511}'],
	['a control character', 'test\u007fkey'],
];
