import { z } from 'zod/v3';
import type { ZodTypeAny } from 'zod/v3';

// Agents send the word "undefined" for what they leave out; blanks come from empty sheet cells.
export function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	return typeof value === 'string' && ['', 'undefined'].includes(value.trim());
}

/** Runs `schema` on the trimmed value, or on `fallback` where the value is empty. */
function orWhenEmpty(schema: ZodTypeAny, fallback: unknown): ZodTypeAny {
	return z.preprocess((value) => {
		if (isEmpty(value)) return fallback;
		return typeof value === 'string' ? value.trim() : value;
	}, schema);
}

const LARGEST_EXACT = 'Give it as text: as a number it has already lost digits';

// A sheet's number column makes numbers of ids; exact ones are as good as text.
const textOrNumber = z.union(
	[z.string(), z.number().int().refine(Number.isSafeInteger, LARGEST_EXACT).transform(String)],
	{ errorMap: (issue, context) => ({ message: unionMessage(issue, context.defaultError) }) },
);

function unionMessage(issue: z.ZodIssueOptionalMessage, fallback: string): string {
	if (issue.code !== 'invalid_union') return fallback;
	const told = issue.unionErrors.flatMap((error) => error.issues.map(({ message }) => message));
	return told.includes(LARGEST_EXACT) ? LARGEST_EXACT : 'Must be text';
}

/** A text that must not be empty. `check` may refuse more, in words a user understands. */
export function requiredText(check: (text: string) => string | undefined = () => undefined) {
	return orWhenEmpty(
		textOrNumber.superRefine((text, context) => {
			const refusal = text === '' ? 'Is required, but it is empty' : check(text);
			if (refusal) context.addIssue({ code: 'custom', message: refusal });
		}),
		'',
	);
}

/** A text with a default; `check` sees only what is not empty. */
export function text(
	fallback: string,
	check: (text: string) => string | undefined = () => undefined,
) {
	return orWhenEmpty(
		textOrNumber.superRefine((value, context) => {
			const refusal = value === '' ? undefined : check(value);
			if (refusal) context.addIssue({ code: 'custom', message: refusal });
		}),
		fallback,
	);
}

/**
 * A value that only the service understands (cursor, session): passed on word for word, so never
 * trimmed.
 * @param fallback what is sent while it is empty; undefined leaves it out
 */
export function opaque(fallback: string | undefined) {
	return z.preprocess(
		(value) => (isEmpty(value) ? fallback : value),
		fallback === undefined ? textOrNumber.optional() : textOrNumber,
	);
}

/** A whole number with a default, also as the text of one. */
export function integer(fallback: number, minimum: number) {
	const message = `Must be a whole number, ${minimum} or more`;
	return orWhenEmpty(
		z.preprocess(
			(value) => (typeof value === 'string' && /^[+-]?\d+$/.test(value) ? Number(value) : value),
			z
				.number({ errorMap: () => ({ message }) })
				.refine((value) => Number.isSafeInteger(value) && value >= minimum, message),
		),
		fallback,
	);
}

/** True or false, also as text or 0 and 1. */
export function flag(fallback: boolean) {
	const words: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };
	return orWhenEmpty(
		z.preprocess(
			(value) => words[String(value).toLowerCase()] ?? value,
			z.boolean({ errorMap: () => ({ message: 'Must be true or false' }) }),
		),
		fallback,
	);
}

/** One of a few words. */
export function word(values: readonly string[], fallback: string) {
	const message = `Must be one of ${values.join(', ')}`;
	return orWhenEmpty(
		z.string({ errorMap: () => ({ message }) }).refine((value) => values.includes(value), message),
		fallback,
	);
}

/**
 * A choice that the service takes by key or by integer (spec §4.4).
 * @param keys each key with its integer
 * @param asInteger keys that not every deployment spells alike, so that their integer is sent
 */
export function keyOrInteger(
	keys: Record<string, number>,
	fallback: string,
	asInteger: readonly string[] = [],
) {
	const choices = Object.entries(keys).map(([key, integer]) => `${key} (${integer})`);
	const message = `Must be one of ${choices.join(', ')}`;
	return orWhenEmpty(
		z
			.union([z.string(), z.number()], { errorMap: () => ({ message }) })
			.transform((value, context) => {
				if (typeof value === 'string' && Object.hasOwn(keys, value)) {
					return asInteger.includes(value) ? keys[value] : value;
				}
				const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
				if (Object.values(keys).includes(number as number)) return number;
				context.addIssue({ code: 'custom', message });
				return z.NEVER;
			}),
		fallback,
	);
}

export function amount(fallback: number, minimum: number) {
	const message = `Must be a number, ${minimum} or more`;
	return orWhenEmpty(
		z.preprocess(
			(value) => (typeof value === 'string' ? Number(value) : value),
			z
				.number({ errorMap: () => ({ message }) })
				.refine((v) => Number.isFinite(v) && v >= minimum, message),
		),
		fallback,
	);
}
