import { z } from 'zod/v3';
import type { ZodType, ZodTypeDef } from 'zod/v3';

/** Checks a value of any kind and gives it its type; its message completes "<Label> …". */
export type Validator<T> = ZodType<T, ZodTypeDef, unknown>;

type Reading<T> = { value: T } | { refusal: string };

function validator<T>(read: (value: unknown) => Reading<T>): Validator<T> {
	return z.unknown().transform((value, context) => {
		const reading = read(value);
		if ('value' in reading) return reading.value;
		context.addIssue({ code: 'custom', message: reading.refusal });
		return z.NEVER;
	});
}

// Zero-width characters come with what was copied from a page or a sheet.
const VISIBLE = /[^\s\u180e\u200b-\u200d\u2060]/;

/**
 * Whether a parameter or setting counts as not given: undefined, null, blanks alone (empty cells of
 * a sheet), or the word "undefined" (which agents send for what they leave out).
 */
export function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	return typeof value === 'string' && (!VISIBLE.test(value) || value.trim() === 'undefined');
}

/** Reads the trimmed value; `fallback` where it is empty, `refusal` where it cannot be read. */
function orFallback<T>(
	fallback: T,
	refusal: string,
	read: (value: unknown) => T | undefined,
): Validator<T> {
	return validator<T>((value) => {
		if (isEmpty(value)) return { value: fallback };
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

/** Why a text is refused, in words a user understands; undefined where it is not. */
type Check = (text: string) => string | undefined;

function textWith(check: Check | undefined, whenEmpty: Reading<string>): Validator<string> {
	return validator((value) => {
		if (isEmpty(value)) return whenEmpty;
		const reading = readText(value);
		if ('refusal' in reading) return reading;
		const trimmed = reading.value.trim();
		const refusal = check?.(trimmed);
		return refusal === undefined ? { value: trimmed } : { refusal };
	});
}

/** A text that must not be empty; `check` may refuse more. */
export function requiredText(check?: Check): Validator<string> {
	return textWith(check, { refusal: 'Is required, but it is empty' });
}

/** A text with a default; `check` sees only what is not empty. */
export function text(fallback: string, check?: Check): Validator<string> {
	return textWith(check, { value: fallback });
}

/**
 * A value that only the service understands (cursor, session): passed on word for word, so never
 * trimmed.
 * @param fallback what is sent while it is empty; undefined leaves it out
 */
export function opaque<Fallback extends string | undefined>(
	fallback: Fallback,
): Validator<string | Fallback> {
	return validator<string | Fallback>((value) =>
		isEmpty(value) ? { value: fallback } : readText(value),
	);
}

// Longer than any number that is meant, and short enough to be read in no time.
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
	return orFallback(fallback, `Must be a whole number, ${minimum} or more`, (value) => {
		const number = numberOf(value, INTEGER, minimum);
		return Number.isSafeInteger(number) ? number : undefined;
	});
}

/** A finite number, such as US dollars or minutes, also as decimal text ("0.05", "1e-3"). */
export function amount(fallback: number, minimum: number): Validator<number> {
	return orFallback(fallback, `Must be a number, ${minimum} or more`, (value) =>
		numberOf(value, DECIMAL, minimum),
	);
}

const YES: readonly unknown[] = [true, 1, '1', 'true'];
const NO: readonly unknown[] = [false, 0, '0', 'false'];

/** True or false, also as text in any case, or as 1 and 0. */
export function flag(fallback: boolean): Validator<boolean> {
	return orFallback(fallback, 'Must be true or false', (value) => {
		const said = typeof value === 'string' ? value.toLowerCase() : value;
		if (YES.includes(said)) return true;
		return NO.includes(said) ? false : undefined;
	});
}

/** One of a few words. */
export function word<Word extends string>(
	words: readonly Word[],
	fallback: NoInfer<Word>,
): Validator<Word> {
	return orFallback<Word>(fallback, `Must be one of ${words.join(', ')}`, (value) =>
		words.find((each) => each === value),
	);
}

/**
 * A choice that the service takes by key or by integer (docs/gateway.md, Search videos).
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
	return orFallback<string | number>(fallback, `Must be one of ${known}`, (value) => {
		for (const [key, number] of choices) {
			if (value === key) return asInteger.includes(key) ? number : key;
			if (value === number || value === String(number)) return number;
		}
		return undefined;
	});
}
