/** A number that has lost its last digits before it reaches the node. */
export const UNSAFE = 1234567890123456800;

/** The message for this number, and for every value that is not text. */
export const LOST_DIGITS = 'must be text. Give a long number as text, too, or it loses digits';

/** Texts with more than one ID, and their message. */
export const SEVERAL_IDS = ['25025320,25025321', '1 2', '1、2', '["25025320"]'];
export const SEVERAL = 'must be a single value, but there are several. Use one input item for each';

/** API keys that HTTP would shorten, change, or refuse to send. */
export const UNSENDABLE_KEYS: ReadonlyArray<[label: string, key: string]> = [
	['an invisible character', 'test\u200bkey'],
	['an invisible character at its end', 'test-key\u200b'],
	['a line feed', 'test\nkey'],
	['a carriage return and a header', 'test\r\nx-more: 1'],
	['a blank', 'test key'],
	['another kind of blank', 'test\u00a0key'],
	['a Latin-1 letter', 'test-k\u00e9y'],
	['letters of another script', '\u043a\u043b\u044e\u0447'],
	['an emoji', 'test-\u{1f511}'],
	['a control character', 'test\u007fkey'],
];
