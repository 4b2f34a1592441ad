import type { ApiInput } from '../operation';
import { isEmpty } from '../parts/validator';
import { Refusal } from '../parts/refusal';
import { isPlain } from '../../shared/values';

/** More levels than any service takes, and fewer than JavaScript can walk through. */
const DEEPEST = 100;

/** Of a path or a name that may be of any length. */
const SHOWN = 100;

const refused = (path: string, why: string) => new Refusal(`${path.slice(0, SHOWN)} ${why}`);

const unsendable = (path: string, what: string) =>
	refused(path, `is ${what}, which cannot be sent as JSON`);

/**
 * A copy of what is given, in which every value is the one that JSON carries.
 * @throws Refusal, with the path, where JSON would leave out or change a value
 */
function asJson(value: unknown, path: string, depth = 0): unknown {
	if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
	if (typeof value === 'number') return exact(value, path);
	if (value === undefined) throw refused(path, 'is undefined: give it a value, or leave it out');
	if (typeof value !== 'object') throw unsendable(path, `of type ${typeof value}`);
	if (depth > DEEPEST) throw new Refusal(`'Input' is nested more than ${DEEPEST} levels deep`);

	if ('toJSON' in value && typeof value.toJSON === 'function') {
		const written: unknown = value.toJSON();
		if (written === null) throw refused(path, 'is not a valid date');
		return asJson(written, path, depth + 1);
	}
	if (Array.isArray(value)) {
		// Not `map`, which leaves out the holes of a list.
		return Array.from(value, (inner, index) => asJson(inner, `${path}.${index}`, depth + 1));
	}
	if (!isPlain(value)) {
		const type = Object.prototype.toString.call(value).slice('[object '.length, -1);
		throw unsendable(path, type === 'Object' ? 'of a class' : `of type ${type.slice(0, SHOWN)}`);
	}
	const fields = Object.entries(value).map(
		([name, inner]) => [name, asJson(inner, `${path}.${name}`, depth + 1)] as const,
	);
	return Object.fromEntries(fields);
}

function exact(number: number, path: string): number {
	if (Number.isNaN(number)) throw unsendable(path, 'NaN');
	if (!Number.isFinite(number)) throw unsendable(path, 'an infinite or too large number');
	if (!Number.isInteger(number) || Number.isSafeInteger(number)) return number;
	throw refused(path, 'must be given as text: as a number it loses digits');
}

/**
 * The input that a user or a model has written as JSON, text or object; empty, it is an empty
 * object. It is sent as it is written: a date as text, by its own form for JSON.
 * @throws Refusal where it is no JSON object, or holds what JSON cannot carry
 */
export function readWrittenInput(value: unknown): ApiInput {
	if (isEmpty(value)) return {};
	const written = typeof value === 'string' ? parsed(value) : { json: value };
	if ('why' in written) throw new Refusal(`'Input' is not valid JSON: ${written.why}`);
	if (written.json === null) return {};
	const input = asJson(written.json, 'Input');
	if (isPlain(input)) return input;
	throw new Refusal(`'Input' must be a JSON object, such as {"keyword": "teapots"}`);
}

/** What a text holds, or the engine's words for why it is no JSON. */
function parsed(text: string): { json: unknown } | { why: string } {
	try {
		return { json: JSON.parse(text) as unknown };
	} catch (error) {
		return { why: (error as Error).message.replace(/ is not valid JSON$| at position \d+/, '') };
	}
}
