import { beginningOf } from '../../shared/text';
import { isPlain } from '../../shared/values';
import type { ApiInput } from '../operation';
import { isEmpty } from '../parts/blank';
import { isTooDeep } from '../parts/path';
import { Refusal } from '../parts/refusal';

const LONGEST_NAME = 100;

/** @throws Refusal where JSON would leave a value out, or put null or another number in its place */
function kept(this: Record<string, unknown>, name: string, value: unknown): unknown {
	const isLong = Number.isInteger(value) && !Number.isSafeInteger(value);
	const isGone = value === null && this[name] !== null;
	const isJson = ['string', 'boolean', 'object'].includes(typeof value) || Number.isFinite(value);
	if (isJson && !isLong && !isGone) return value;
	const why = isLong ? 'Give it as text: as a number it loses digits' : 'Give another, or none';
	const where = beginningOf(name, LONGEST_NAME);
	throw new Refusal(`'Input' has under "${where}" a value that JSON cannot carry. ${why}`);
}

function asJson(value: unknown): unknown {
	let thrown: unknown;
	try {
		const read: unknown = typeof value === 'string' ? JSON.parse(value) : value;
		return JSON.parse(JSON.stringify(read, kept));
	} catch (error) {
		thrown = error;
	}
	if (thrown instanceof Refusal) throw thrown;
	const [why = ''] = String((thrown as Error | null)?.message).split('\n');
	const words = why.replace(/ is not valid JSON$| at position \d+/, '');
	throw new Refusal(`'Input' is not valid JSON: ${words}`);
}

/**
 * The input that a user or a model has written as JSON, text or object. It is sent as it is written.
 * @throws Refusal where it is no JSON object, or holds what JSON cannot carry
 */
export function readWrittenInput(value: unknown): ApiInput {
	const input = isEmpty(value) ? null : asJson(value);
	if (input === null) return {};
	if (!isPlain(input)) {
		throw new Refusal(`'Input' must be a JSON object, such as {"keyword": "teapots"}`);
	}
	if (isTooDeep(input)) throw new Refusal("'Input' is nested too deeply to be sent");
	return input;
}
