import { z } from 'zod/v3';
import type { ZodType, ZodTypeDef } from 'zod/v3';

/** JSON Schema of a value as it is sent. */
export interface ValueSchema {
	type?: 'string' | 'integer' | 'number' | 'boolean';
	/** What is sent where none is given. */
	default?: string | number | boolean;
	enum?: Array<string | number>;
	minimum?: number;
	maximum?: number;
	/** In characters, where JavaScript counts some twice. */
	maxLength?: number;
	/** To be read with the flag `u`. */
	pattern?: string;
}

/**
 * Checks a value of any kind and gives it its type; its message completes "<Label> …". It accepts
 * whatever its schema allows, and returns nothing else. It also reads such a value as people and
 * sheets write it, such as a number as text.
 */
export type Validator<T> = ZodType<T, ZodTypeDef, unknown> & {
	readonly schema: Readonly<ValueSchema>;
	readonly isRequired: boolean;
};

/** What a value gives, or why it is refused. */
export type Reading<T> = { value: T } | { refusal: string };

/**
 * Makes a validator.
 * @param schema what `read` returns; the default is added here
 */
export function validator<T>(
	schema: ValueSchema,
	read: (value: unknown) => Reading<T>,
): Validator<T> {
	const type = z.unknown().transform((value, context) => {
		const reading = read(value);
		if ('value' in reading) return reading.value;
		context.addIssue({ code: 'custom', message: reading.refusal });
		return z.NEVER;
	});
	const empty = read(undefined);
	const fallback = 'value' in empty ? (empty.value as ValueSchema['default']) : undefined;
	return Object.assign(type, {
		schema: fallback === undefined ? schema : { ...schema, default: fallback },
		isRequired: 'refusal' in empty,
	});
}

// Zero-width characters come with what was copied from a page or a sheet.
export const NOT_EMPTY = /^(?!\s*undefined\s*$)[\s\S]*[^\s\u180e\u200b-\u200d\u2060]/;

/**
 * Whether a parameter or setting counts as not given: undefined, null, blanks alone (empty cells of
 * a sheet), or the word "undefined" (which agents send for what they leave out).
 */
export function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	return typeof value === 'string' && !NOT_EMPTY.test(value);
}
