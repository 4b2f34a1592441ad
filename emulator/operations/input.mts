import type { Settings } from '../settings.mts';

/** One entry of a 422's `detail` (shapes §2). */
export interface InputProblem {
	loc: string[];
	msg: string;
	type: string;
}

/** An operation's input after validation: every field there, choices as their integers. */
export type Input = Record<string, string | number | boolean>;

/** The input of a call is wrong: HTTP 422, not charged. */
export class InputError extends Error {
	readonly detail: InputProblem[];

	constructor(detail: InputProblem[]) {
		super(detail.map((each) => `${each.loc.join('.')}: ${each.msg}`).join('; '));
		this.detail = detail;
	}
}

/** How one field of a table in spec §4 is checked. */
export interface FieldRule {
	name: string;
	type: 'string' | 'integer' | 'boolean' | 'choice';
	/** What the service takes where the field is left out; undefined = required. */
	default?: string | number | boolean;
	/** Smallest integer. */
	min?: number;
	/** Characters (code points) of a string. */
	minLength?: number;
	maxLength?: number;
	oneOf?: readonly string[];
	/** The string keys of a choice; their place is their integer. */
	keys?: readonly string[];
	/** A sentence where the text is wrong, else null. */
	check?: (text: string, settings: Settings) => string | null;
}

/** An {@link InputError} about one field. */
export function wrongField(field: string, msg: string, type = 'value_error'): InputError {
	return new InputError([{ loc: ['body', 'input', field], msg, type }]);
}

/**
 * Takes the grouping off an input (shapes §4). Throws where the input is not in the format that
 * this deployment wants.
 */
export function ungroup(
	input: unknown,
	format: Settings['inputFormat'],
	group: 'queryParams' | 'body',
): Record<string, unknown> {
	if (!isObject(input)) {
		const msg = 'Input should be a valid dictionary';
		throw new InputError([{ loc: ['body', 'input'], msg, type: 'dict_type' }]);
	}
	if (format === 'flat') return input;
	const strangers = Object.keys(input).filter((name) => name !== group);
	if (strangers.length > 0) throw new InputError(strangers.map(extraField));
	const fields = input[group];
	if (!isObject(fields)) throw wrongField(group, 'Field required', 'missing');
	return fields;
}

/** Checks the fields of an input by the operation's table, JSON types included. */
export function checkInput(
	fields: Record<string, unknown>,
	rules: readonly FieldRule[],
	settings: Settings,
): Input {
	const problems: InputProblem[] = [];
	const input: Input = {};
	for (const rule of rules) {
		const value = fields[rule.name];
		try {
			if (value !== undefined) input[rule.name] = checkField(rule, value, settings);
			else if (rule.default !== undefined) input[rule.name] = rule.default;
			else throw wrongField(rule.name, 'Field required', 'missing');
		} catch (error) {
			if (!(error instanceof InputError)) throw error;
			problems.push(...error.detail);
		}
	}
	const known = new Set(rules.map((rule) => rule.name));
	const strangers = Object.keys(fields).filter((name) => !known.has(name));
	problems.push(...strangers.map(extraField));
	if (problems.length > 0) throw new InputError(problems);
	return input;
}

function checkField(
	rule: FieldRule,
	value: unknown,
	settings: Settings,
): string | number | boolean {
	if (rule.type === 'boolean') {
		if (typeof value === 'boolean') return value;
		throw wrongField(rule.name, 'Input should be a valid boolean', 'bool_type');
	}
	if (rule.type === 'integer') return checkInteger(rule, value);
	if (rule.type === 'choice') return checkChoice(rule, value, settings);
	return checkString(rule, value, settings);
}

function checkInteger(rule: FieldRule, value: unknown): number {
	if (!Number.isInteger(value)) {
		throw wrongField(rule.name, 'Input should be a valid integer', 'int_type');
	}
	const number = value as number;
	if (rule.min !== undefined && number < rule.min) {
		const msg = `Input should be greater than or equal to ${rule.min}`;
		throw wrongField(rule.name, msg, 'greater_than_equal');
	}
	return number;
}

function checkString(rule: FieldRule, value: unknown, settings: Settings): string {
	if (typeof value !== 'string') {
		throw wrongField(rule.name, 'Input should be a valid string', 'string_type');
	}
	const length = [...value].length;
	if (rule.minLength !== undefined && length < rule.minLength) {
		const msg = `String should have at least ${rule.minLength} character`;
		throw wrongField(rule.name, msg, 'string_too_short');
	}
	if (rule.maxLength !== undefined && length > rule.maxLength) {
		const msg = `String should have at most ${rule.maxLength} characters`;
		throw wrongField(rule.name, msg, 'string_too_long');
	}
	if (rule.oneOf !== undefined && !rule.oneOf.includes(value)) {
		throw wrongField(rule.name, `Input should be ${quoted(rule.oneOf)}`, 'enum');
	}
	const problem = rule.check?.(value, settings) ?? null;
	if (problem !== null) throw wrongField(rule.name, problem);
	return value;
}

function checkChoice(rule: FieldRule, value: unknown, settings: Settings): number {
	const keys = rule.keys!.map((key) => (key === 'halfyear' ? settings.halfYearKey : key));
	const index = typeof value === 'string' ? keys.indexOf(value) : value;
	if (typeof index === 'number' && Number.isInteger(index) && index in keys) return index;
	const msg = `Input should be ${quoted(keys)} or its integer 0 to ${keys.length - 1}`;
	throw wrongField(rule.name, msg, 'enum');
}

function extraField(name: string): InputProblem {
	const msg = 'Extra inputs are not permitted';
	return { loc: ['body', 'input', name], msg, type: 'extra_forbidden' };
}

function quoted(words: readonly string[]): string {
	return words.map((word) => `'${word}'`).join(', ');
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
