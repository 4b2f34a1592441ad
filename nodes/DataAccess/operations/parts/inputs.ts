import { isEmpty, NOT_EMPTY, validator } from './validator';
import type { Reading, Validator, ValueSchema } from './validator';

export { isEmpty };
export type { Validator, ValueSchema };

/** What a model sends for a field that it leaves out. In a required text it may be meant literally. */
const isNull = (value: unknown) =>
	typeof value === 'string' && value.length < 10 && value.trim().toLowerCase() === 'null';

/** Whether a value counts as left out, also in the words of a model. */
export const isLeftOut = (value: unknown) => isEmpty(value) || isNull(value);

/** Reads the trimmed value; `fallback` where it is empty, `refusal` where it cannot be read. */
function orFallback<T>(
	schema: ValueSchema,
	fallback: T,
	refusal: string,
	read: (value: unknown) => T | undefined,
): Validator<T> {
	return validator<T>(schema, (value) => {
		if (isLeftOut(value)) return { value: fallback };
		const result = read(typeof value === 'string' ? value.trim() : value);
		return result === undefined ? { refusal } : { value: result };
	});
}

/** A text as it is. A sheet's number column makes numbers of ids; exact ones are as good as text. */
function readText(value: unknown): Reading<string> {
	if (typeof value === 'string') return { value };
	if (Number.isSafeInteger(value)) return { value: String(value) };
	return {
		refusal: Number.isInteger(value)
			? 'Must be given as text: as a number it has already lost digits'
			: 'Must be text',
	};
}

/** A rule that a text must keep. */
export interface TextRule {
	/** A regular expression, read with the flag `u`. */
	pattern?: string;
	/** Characters. */
	maxLength?: number;
	/** The text that a pasted link means; undefined if it is meant as it stands. */
	meantBy?(text: string): string | undefined;
	/** Why a text that breaks the rule is refused, for the user. */
	refusal(text: string): string;
}

/** The number of characters, where JavaScript counts some twice. */
export function charactersIn(text: string): number {
	let count = 0;
	for (let index = 0; index < text.length; count++) {
		index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
	}
	return count;
}

/** Whether a text keeps a rule. */
function checkOf({ pattern, maxLength }: TextRule): (text: string) => boolean {
	const form = pattern === undefined ? undefined : new RegExp(pattern, 'u');
	return (text) => {
		// The length first: a pattern must never run over a text of any length.
		if (maxLength !== undefined && charactersIn(text) > maxLength) return false;
		return form?.test(text) ?? true;
	};
}

function textWith(
	rule: TextRule | undefined,
	pattern: string | undefined,
	whenEmpty: Reading<string>,
): Validator<string> {
	const keeps = rule && checkOf(rule);
	const schema: ValueSchema = { type: 'string' };
	if (pattern !== undefined) schema.pattern = pattern;
	if (rule?.maxLength !== undefined) schema.maxLength = rule.maxLength;
	return validator(schema, (value) => {
		if (isEmpty(value) || ('value' in whenEmpty && isNull(value))) return whenEmpty;
		const reading = readText(value);
		if ('refusal' in reading) return reading;
		const trimmed = reading.value.trim();
		const meant = rule?.meantBy?.(trimmed) ?? trimmed;
		if (rule && !keeps?.(meant)) return { refusal: rule.refusal(meant) };
		return { value: meant };
	});
}

/** A text that must not be empty, and keep the rule where there is one. */
export function requiredText(rule?: TextRule): Validator<string> {
	const refusal = 'Is required, but it is empty';
	return textWith(rule, rule?.pattern ?? NOT_EMPTY.source, { refusal });
}

/** A text with a default; the rule is for what is not empty. */
export function text(fallback: string, rule?: TextRule): Validator<string> {
	const pattern = rule?.pattern && `^$|${rule.pattern}`;
	return textWith(rule, pattern, { value: fallback });
}

/**
 * A value that only the service understands (cursor, session): passed on word for word, so never
 * trimmed.
 * @param fallback what is sent while it is empty; undefined leaves it out
 */
export function opaque<Fallback extends string | undefined>(
	fallback: Fallback,
): Validator<string | Fallback> {
	return validator<string | Fallback>({ type: 'string' }, (value) =>
		isLeftOut(value) ? { value: fallback } : readText(value),
	);
}

// Longer than any real number, and short enough to be read at once.
const INTEGER = /^[+-]?\d{1,32}$/;
const DECIMAL = /^[+-]?(?:\d{1,32}(?:\.\d{1,32})?|\.\d{1,32})(?:e[+-]?\d{1,4})?$/i;

/** A number or the text of one, of `minimum` or more. */
function numberOf(value: unknown, form: RegExp, minimum: number): number | undefined {
	const number = typeof value === 'string' && form.test(value) ? Number(value) : value;
	if (typeof number !== 'number' || !Number.isFinite(number) || number < minimum) return undefined;
	// Minus zero is zero.
	return number + 0;
}

/** A whole number, also as the text of one. */
export function integer(fallback: number, minimum: number): Validator<number> {
	const schema: ValueSchema = { type: 'integer', minimum, maximum: Number.MAX_SAFE_INTEGER };
	return orFallback(schema, fallback, `Must be a whole number, ${minimum} or more`, (value) => {
		const number = numberOf(value, INTEGER, minimum);
		return Number.isSafeInteger(number) ? number : undefined;
	});
}

/** A finite number, such as US dollars or minutes, also as decimal text ("0.05", "1e-3"). */
export function amount(fallback: number, minimum: number): Validator<number> {
	const schema: ValueSchema = { type: 'number', minimum };
	return orFallback(schema, fallback, `Must be a number, ${minimum} or more`, (value) =>
		numberOf(value, DECIMAL, minimum),
	);
}

const YES: readonly unknown[] = [true, 1, '1', 'true'];
const NO: readonly unknown[] = [false, 0, '0', 'false'];

/** True or false, also as text in any case, or as 1 and 0. */
export function flag(fallback: boolean): Validator<boolean> {
	return orFallback({ type: 'boolean' }, fallback, 'Must be true or false', (value) => {
		const said = typeof value === 'string' ? value.toLowerCase() : value;
		if (YES.includes(said)) return true;
		return NO.includes(said) ? false : undefined;
	});
}

/** Whether a value is a word, in whichever case. */
const isWord = (value: unknown, wanted: string) =>
	typeof value === 'string' && value.toLowerCase() === wanted.toLowerCase();

/** One of a few words, in any case. */
export function word<Word extends string>(
	words: readonly Word[],
	fallback: NoInfer<Word>,
): Validator<Word> {
	const schema: ValueSchema = { type: 'string', enum: [...words] };
	return orFallback<Word>(schema, fallback, `Must be one of ${words.join(', ')}`, (value) =>
		words.find((each) => isWord(value, each)),
	);
}

/**
 * A choice that the service takes by key or by integer (docs/development/gateway.md, Search
 * videos).
 * @param keys each key with its integer
 * @param asInteger keys that not every deployment spells alike, so that their integer is sent
 */
export function keyOrInteger<Key extends string>(
	keys: Readonly<Record<Key, number>>,
	fallback: NoInfer<Key>,
	asInteger: ReadonlyArray<NoInfer<Key>> = [],
): Validator<string | number> {
	const choices = Object.entries(keys) as Array<[Key, number]>;
	const known = choices.map(([key, number]) => `${key} (${number})`).join(', ');
	const schema: ValueSchema = { enum: choices.flat() };
	return orFallback<string | number>(schema, fallback, `Must be one of ${known}`, (value) => {
		for (const [key, number] of choices) {
			if (isWord(value, key)) return asInteger.includes(key) ? number : key;
			if (value === number || value === String(number)) return number;
		}
		return undefined;
	});
}
