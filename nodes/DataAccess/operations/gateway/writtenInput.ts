import { parsedWithin } from '../../shared/json';
import { beginningOf } from '../../shared/text';
import { isPlain } from '../../shared/values';
import type { ApiInput } from '../operation';
import { whyUnread } from '../parts/entered';
import { isLeftOut } from '../parts/inputs';
import { isTooDeep } from '../parts/path';
import { clauseOf, Refusal } from '../parts/refusal';

const LONGEST_NAME = 100;

/** @throws Refusal if JSON would omit the value, or replace it by null or another number */
function carried(this: Record<string, unknown>, name: string, value: unknown): unknown {
	const isLong = Number.isInteger(value) && !Number.isSafeInteger(value);
	const isGone = value === null && this[name] !== null;
	const isJson = ['string', 'boolean', 'object'].includes(typeof value) || Number.isFinite(value);
	if (isJson && !isLong && !isGone) return value;
	throw new Refusal(
		`'Input' has a value under "${beginningOf(name, LONGEST_NAME)}" that JSON cannot hold. Give a long number as text`,
	);
}

/**
 * Returns the input that a user or a model wrote, as JSON text or as an object. It is sent as written, but an integer
 * beyond 2^53 becomes text, with all its digits.
 * @throws Refusal if it is no JSON object, has a value that JSON cannot hold, or has the remains of a failed expression
 */
export function readWrittenInput(value: unknown): ApiInput {
	if (isLeftOut(value)) return {};
	const input = parsedWithin(value);
	if (!isPlain(input)) {
		throw new Refusal(`'Input' must be an object in valid JSON, such as {"keyword": "teapots"}`);
	}
	if (isTooDeep(input)) throw new Refusal("'Input' is nested too deeply to be sent");
	const json = JSON.stringify(input, carried);
	const misread = whyUnread(json, 'json');
	if (misread) throw new Refusal(clauseOf('Input', misread.refusal));
	return JSON.parse(json) as ApiInput;
}
