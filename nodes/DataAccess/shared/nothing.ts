import { isEmptyList } from './entries';

/*
 * What counts as empty depends on who wrote the value. From the narrowest test to the widest:
 *
 * | isUnset (gateway/inputGroups.ts)       | fields of an input, as a gateway keeps it | undefined, null, ""   |
 * | isEmpty (operations/parts/blank.ts)    | what people and sheets enter              | blanks, "undefined"   |
 * | isLeftOut (operations/parts/inputs.ts) | what models enter                         | "null"                |
 * | isNoWord                               | words that are to be searched for         | "N/A", "none", "-"    |
 * | isNothing                              | IDs and positions                         | 0, -1                 |
 * | isVoid                                 | all values of a service                   | false, [], {}         |
 */

/** Only punctuation, or a word for nothing with punctuation around it: N/A, (null), <nil>, ????, —. */
const NO_WORD =
	/^[\s\p{P}<>]{0,99}(?:(?:null|nil|none|nan|undefined|n[^\p{L}\p{N}]?a)[\s\p{P}<>]{0,99})?$/iu;

export const isNoWord = (text: string): boolean => NO_WORD.test(text);

/** No ID and no position is such a number. */
const ZERO_OR_LESS = /^\s*(?:-\d[\d.]{0,40}|0+(?:\.0+)?)\s*$/;

/** Whether a text is what a sheet, a client or a platform writes if there is no ID, or no next page. */
export const isNothing = (text: string): boolean => isNoWord(text) || ZERO_OR_LESS.test(text);

/** Whether a value is empty, also in the spellings of Go and PHP: null, 0, false, " ", "null", [], {}. */
export const isVoid = (value: unknown): boolean =>
	typeof value === 'string' ? isNothing(value) : !value || isEmptyList(value);
