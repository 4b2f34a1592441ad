import { z } from 'zod/v3';
import type { ZodErrorMap, ZodString, ZodType, ZodTypeAny, ZodTypeDef } from 'zod/v3';

import { numberOf } from '../../shared/values';
import { isEmpty, trimmedText } from './blank';
import { entered, enteredAsIs } from './entered';
import type { Misread } from './entered';
import { FLAGS } from './flag';

/** Converts a value of any kind to its type, or says why it cannot, in words that complete "<Label> …". */
export type Validator<T> = ZodType<T, ZodTypeDef, unknown>;

/*
 * Schemas of zod. Each first converts what people, sheets and models write instead of a value, such as a number as text.
 */

/** Whether a value counts as omitted. Models write "null" for that; in a required text, "null" is a lost value. */
export const isLeftOut = (value: unknown) =>
	isEmpty(value) || (typeof value === 'string' && /^\s{0,9}null\s{0,9}$/i.test(value));

const saying = (message: string): { errorMap: ZodErrorMap } => ({ errorMap: () => ({ message }) });

/** Returns the schema of a value that may be omitted. It trims a text before it is read. */
const spelled = <Type extends ZodTypeAny>(type: Type, read: (value: unknown) => unknown) =>
	z.preprocess(
		(value) =>
			isLeftOut(value) ? undefined : read(typeof value === 'string' ? trimmedText(value) : value),
		type,
	);

const TEXT = z.string({
	required_error: 'Is required, but it is empty',
	invalid_type_error: 'Must be text. Give a long number as text, too, or it loses digits',
});

/** Adds a condition to the schema of a text. */
export type Rule = (text: ZodString) => ZodString;

/** Returns a rule that refuses any other text, in words that complete "<Label> …". */
export const matching =
	(form: RegExp, refusal: string): Rule =>
	(text) =>
		text.regex(form, refusal);

type Reader = (text: string) => string | Misread;

/** Returns the schema of a text that a reader reads or refuses. */
const textAs = (type: ZodTypeAny, isOut: (value: unknown) => boolean, read: Reader) =>
	z.preprocess((value, context) => {
		if (isOut(value)) return undefined;
		// A sheet's number column turns IDs into numbers; exact ones are as good as text.
		const given = Number.isSafeInteger(value) ? String(value) : value;
		const reading = typeof given === 'string' ? read(given) : undefined;
		if (typeof reading !== 'object') return reading ?? given;
		context.addIssue({ code: 'custom', message: reading.refusal, fatal: true });
		return z.NEVER;
	}, type);

const unchanged = <Text>(text: Text) => text;

/** Every text field needs a reader that refuses the remains of a failed expression. This is the default. */
const USUAL_READER = entered('text');

export const requiredText = (rule: Rule = unchanged, read: Reader = USUAL_READER) =>
	textAs(rule(TEXT), isEmpty, read);

/** The rule must allow the default. */
export const text = (fallback: string, rule: Rule = unchanged, read: Reader = USUAL_READER) =>
	textAs(rule(TEXT).default(fallback), isLeftOut, read);

/** A text that may be empty. */
export const anyText = text('');

/** A value that only the service understands (cursor, session), sent unchanged. */
export const opaque = textAs(TEXT.default(''), isLeftOut, enteredAsIs);

/** The same, but not sent if omitted. */
export const opaqueOrNone = textAs(TEXT.optional(), isLeftOut, enteredAsIs);

const numberIn = (value: unknown) => numberOf(value) ?? value;

export const integer = (fallback: number, minimum: number) =>
	spelled(
		z
			.number(saying(`Must be a whole number, ${minimum} or more`))
			.int()
			.min(minimum)
			.max(Number.MAX_SAFE_INTEGER)
			.default(fallback),
		numberIn,
	);

/** @param tooMuch the refusal of more than the maximum */
export const amount = (
	fallback: number,
	minimum: number,
	maximum = Number.MAX_VALUE,
	tooMuch?: string,
) =>
	spelled(
		z
			.number(saying(`Must be a number, ${minimum} or more`))
			.min(minimum)
			.max(maximum, tooMuch)
			.default(fallback),
		numberIn,
	);

/** Returns the schema of a choice by its spellings; texts are in lower case. */
function choice<Value>(
	spellings: ReadonlyMap<unknown, Value>,
	fallback: NoInfer<Value>,
	refusal: string,
) {
	const type = z.custom<Value>((value) => value !== null, refusal).default(fallback as never);
	return spelled(
		type,
		(value) => spellings.get(typeof value === 'string' ? value.toLowerCase() : value) ?? null,
	);
}

export const flag = (fallback: boolean) => choice(FLAGS, fallback, 'Must be true or false');

const oneOf = (words: readonly string[]) => `Must be one of ${words.join(', ')}`;

export function word<Word extends string>(words: readonly Word[], fallback: NoInfer<Word>) {
	const spellings = new Map(words.map((each) => [each.toLowerCase(), each]));
	return choice<Word>(spellings, fallback, oneOf(words));
}

/**
 * Returns the schema of a choice that the service takes by key or by index. If omitted, it is the first key.
 * @param asInteger keys that deployments spell differently, so that their index is sent
 */
export function keyOrInteger(keys: string[], asInteger: string[] = []) {
	const spellings = keys.flatMap((key, place): Array<[unknown, string | number]> => [
		[key, asInteger.includes(key) ? place : key],
		[String(place), place],
		[place, place],
	]);
	return choice(new Map(spellings), keys[0] ?? '', oneOf(keys));
}
