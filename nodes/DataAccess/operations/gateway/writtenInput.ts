import type { ApiInput } from '../operation';
import { isEmpty } from '../parts/validator';
import { Refusal } from '../parts/refusal';
import { isObject } from '../../shared/values';

/** More levels than any service takes, and fewer than JavaScript can walk through. */
const DEEPEST = 100;

/**
 * The path to a number that JavaScript has rounded; undefined where there is none.
 * @throws Refusal where the value goes deeper than anything that can be sent
 */
function roundedNumberIn(value: unknown, path: string, depth = 0): string | undefined {
	if (typeof value === 'number') {
		return Number.isInteger(value) && !Number.isSafeInteger(value) ? path : undefined;
	}
	if (typeof value !== 'object' || value === null) return undefined;
	if (depth > DEEPEST) throw new Refusal(`'Input' is nested more than ${DEEPEST} levels deep`);
	for (const [name, inner] of Object.entries(value)) {
		const found = roundedNumberIn(inner, `${path}.${name}`, depth + 1);
		if (found !== undefined) return found;
	}
	return undefined;
}

/**
 * The input that a user or a model has written as JSON, text or object; empty, it is an empty
 * object. Nothing in it is changed.
 * @throws Refusal where it is no JSON object, or cannot be sent as it is written
 */
export function readWrittenInput(value: unknown): ApiInput {
	if (isEmpty(value)) return {};
	const written = typeof value === 'string' ? parsed(value) : { json: value };
	if ('why' in written) throw new Refusal(`'Input' is not valid JSON: ${written.why}`);
	const { json: read } = written;
	if (read === null) return {};
	if (!isObject(read)) {
		throw new Refusal(`'Input' must be a JSON object, such as {"keyword": "teapots"}`);
	}
	const rounded = roundedNumberIn(read, 'Input');
	if (rounded !== undefined) {
		throw new Refusal(`${rounded} must be given as text: as a number it loses digits`);
	}
	return read;
}

/** What a text holds, or the engine's words for why it is no JSON. */
function parsed(text: string): { json: unknown } | { why: string } {
	try {
		return { json: JSON.parse(text) as unknown };
	} catch (error) {
		return { why: (error as Error).message.replace(/ is not valid JSON$| at position \d+/, '') };
	}
}
