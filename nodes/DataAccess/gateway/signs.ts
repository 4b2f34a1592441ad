import { numberOf, textOf } from '../shared/values';

/*
 * What a code or a word says of success. Services write success in the fields of an error, so that a value tells of
 * a failure only if it says more than that all is well.
 */

const WELL = new RegExp(
	`^(?:${[
		'[-0]*|n/?a|none|null|nil|undefined|false',
		'200|ok(?:ay)?|no ?errors?',
		// "Request successful.", "Done"; not "unsuccessful", "not completed".
		'(?:(?!no|un)[a-z]{1,20} ){0,3}(?:success\\w{0,5}|succeeded|completed?|done)',
		// "操作成功"; not "未成功".
		'[^不未没无非失]{0,10}成功|正常',
	].join('|')})[.!。！]*$`,
	'i',
);

/** "failed", "API_ERROR", "access denied", "错误"; not "no error", "errno", "active". */
const FAILED =
	/fail|(?<!\bno.?)err(?!no)|exception|invalid|denied|refused|失[败敗]|[错錯][误誤]|^false$/i;

/** Of a code, or of the words of an error. */
export const saysWell = (codeOrWords: unknown) =>
	typeof codeOrWords === 'string'
		? WELL.test(codeOrWords.trim())
		: !codeOrWords || codeOrWords === 200;

/** Of a word that stands for a status. */
export const saysFailure = (word: unknown) => FAILED.test(textOf(word) ?? '');

/** A status of HTTP that is an error: platforms' own codes are no such numbers. */
export function httpError(code: unknown): number | undefined {
	const status = numberOf(code);
	return status !== undefined && status >= 400 && status < 600 ? status : undefined;
}
