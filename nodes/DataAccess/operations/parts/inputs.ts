import { z } from 'zod/v3';
import type { ZodErrorMap, ZodString, ZodType, ZodTypeAny, ZodTypeDef } from 'zod/v3';

import { isEmpty, NOT_EMPTY, trimmedText } from './blank';
import type { Misread } from './entered';

/** Gives a value of any kind its type, or says in words that complete "<Label> …" why it has none. */
export type Validator<T> = ZodType<T, ZodTypeDef, unknown>;

/**
 * Schemas of zod, of which the JSON Schema for models is made, too. Before each stands what people, sheets and
 * models write instead of a value, such as a number as text.
 */

/** Whether a value counts as left out, also in the word of a model. In a required text it may be meant literally. */
export const isLeftOut = (value: unknown) =>
	isEmpty(value) || (typeof value === 'string' && /^\s{0,9}null\s{0,9}$/i.test(value));

const saying = (message: string): { errorMap: ZodErrorMap } => ({ errorMap: () => ({ message }) });

/** A value that may be left out, in each of its spellings; a text without the blanks around it. */
const spelled = <Type extends ZodTypeAny>(type: Type, read: (value: unknown) => unknown) =>
	z.preprocess(
		(value) =>
			isLeftOut(value) ? undefined : read(typeof value === 'string' ? trimmedText(value) : value),
		type,
	);

const TEXT = z.string({
	errorMap: (_issue, { data }) => {
		if (data === undefined) return { message: 'Is required, but it is empty' };
		const isLong =
			Number.isInteger(data) && 'Must be given as text: as a number it has already lost digits';
		return { message: isLong || 'Must be text' };
	},
});

/** A sheet's number column makes numbers of ids; exact ones are as good as text. */
const written = (value: unknown) => (Number.isSafeInteger(value) ? String(value) : value);

/** What a text must be, beside being one. */
export type Rule = (text: ZodString) => ZodString;

/** Refuses any other text, in words that complete "<Label> …". */
export const matching =
	(form: RegExp, refusal: string): Rule =>
	(text) =>
		text.regex(form, refusal);

type Reader = (text: string) => string | Misread;

/** A text as it is meant, or why it means nothing. */
const textAs = (type: ZodTypeAny, isOut: (value: unknown) => boolean, read: Reader) =>
	z.preprocess((value, context) => {
		if (isOut(value)) return undefined;
		const given = written(value);
		if (typeof given !== 'string') return given;
		const meant = read(trimmedText(given));
		if (typeof meant === 'string') return meant === '' ? undefined : meant;
		context.addIssue({ code: 'custom', message: meant.refusal, fatal: true });
		return z.NEVER;
	}, type);

const unchanged = <Text>(text: Text) => text;

export const requiredText = (rule: Rule = unchanged, read: Reader = unchanged) =>
	textAs(rule(TEXT.regex(NOT_EMPTY)), isEmpty, read);

/** The rule must allow the default. */
export const text = (fallback: string, rule: Rule = unchanged, read: Reader = unchanged) =>
	textAs(rule(TEXT).default(fallback), isLeftOut, read);

/** A value that only the service understands (cursor, session), passed on word for word. */
export function opaque(fallback?: string) {
	const type = fallback === undefined ? TEXT.optional() : TEXT.default(fallback);
	return z.preprocess((value) => (isLeftOut(value) ? undefined : written(value)), type);
}

const NUMBER = /^[+-]?(?:\d{1,32}(?:\.\d{1,32})?|\.\d{1,32})(?:e[+-]?\d{1,4})?$/i;

/** Minus zero is zero. */
const numberIn = (value: unknown) => {
	const number = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
	return typeof number === 'number' ? number + 0 : number;
};

export function integer(fallback: number, minimum: number) {
	const type = z
		.number(saying(`Must be a whole number, ${minimum} or more`))
		.int()
		.min(minimum)
		.max(Number.MAX_SAFE_INTEGER);
	return spelled(type.default(fallback), numberIn);
}

/** @param tooMuch what is said of more than the maximum */
export function amount(fallback: number, minimum: number, maximum?: number, tooMuch?: string) {
	const type = z
		.number(saying(`Must be a number, ${minimum} or more`))
		.finite()
		.min(minimum)
		.max(maximum ?? Number.MAX_VALUE, tooMuch);
	return spelled(type.default(fallback), numberIn);
}

/** A value by its spellings, in capitals or not. */
function choice<Value>(spellings: Map<string, Value>, fallback: Value, refusal: string) {
	const values = new Set<unknown>(spellings.values());
	const type = z.custom<Value>((value) => values.has(value), refusal).default(fallback as never);
	const read = (value: unknown) => spellings.get(String(value).toLowerCase()) ?? value;
	return spelled(type, (value) => (typeof value === 'object' ? value : read(value)));
}

const FLAGS = new Map([
	...['true', '1'].map((word) => [word, true] as const),
	...['false', '0'].map((word) => [word, false] as const),
]);

export const flag = (fallback: boolean) => choice(FLAGS, fallback, 'Must be true or false');

const oneOf = (words: readonly string[]) => `Must be one of ${words.join(', ')}`;

export function word<Word extends string>(words: readonly Word[], fallback: NoInfer<Word>) {
	const spellings = new Map(words.map((each) => [each.toLowerCase(), each]));
	return choice<Word>(spellings, fallback, oneOf(words));
}

/**
 * A choice that the service takes by key or by integer, which is its place; left out, the first one.
 * @param asInteger keys that not every deployment spells alike, so that their integer is sent
 */
export function keyOrInteger(keys: string[], asInteger: string[] = []) {
	const spellings = new Map<string, string | number>();
	for (const [place, key] of keys.entries()) {
		spellings.set(key, asInteger.includes(key) ? place : key).set(String(place), place);
	}
	return choice(spellings, keys[0] ?? '', oneOf(keys));
}
