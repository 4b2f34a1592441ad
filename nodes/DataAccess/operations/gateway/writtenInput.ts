import { beginningOf } from '../../shared/text';
import { isPlain } from '../../shared/values';
import type { ApiInput } from '../operation';
import { isEmpty } from '../parts/blank';
import { isTooDeep } from '../parts/path';
import { Refusal } from '../parts/refusal';

const LONGEST_NAME = 100;

/** @throws Refusal where JSON would leave a value out, or put null or another number in its place */
function kept(this: Record<string, unknown>, name: string, value: unknown): unknown {
	const isInvalidDate = value === null && this[name] !== null;
	const isWhole = Number.isInteger(value);
	const isExact = isWhole ? Number.isSafeInteger(value) : Number.isFinite(value);
	if (isExact || (!isInvalidDate && ['string', 'boolean', 'object'].includes(typeof value)))
		return value;
	const kind = isInvalidDate ? 'an invalid date' : typeof value;
	const why = isWhole ? 'Give it as text: as a number it loses digits' : 'Give another, or none';
	throw new Refusal(
		`'Input' has under "${beginningOf(name, LONGEST_NAME)}" a value that JSON cannot carry: ${typeof value === 'number' ? value : kind}. ${why}`,
	);
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
	throw new Refusal(
		`'Input' is not valid JSON: ${why.replace(/ is not valid JSON$| at position \d+/, '')}`,
	);
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
