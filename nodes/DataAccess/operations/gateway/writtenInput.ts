import { parsedWithin } from '../../shared/json';
import { beginningOf } from '../../shared/text';
import { isPlain } from '../../shared/values';
import type { ApiInput } from '../operation';
import { whyUnread } from '../parts/entered';
import { isLeftOut } from '../parts/inputs';
import { isTooDeep } from '../parts/path';
import { clauseOf, Refusal } from '../parts/refusal';

const LONGEST_NAME = 100;

/** @throws Refusal where JSON would leave a value out, or put null or another number in its place */
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
 * The input that a user or a model has written as JSON, text or object. It is sent as it is written; an integer
 * beyond 2^53 as text, with all its digits.
 * @throws Refusal if it is no JSON object, holds what JSON cannot carry, or has a text that a failed expression left
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
