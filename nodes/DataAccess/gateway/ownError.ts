import { isVoid } from '../shared/nothing';
import { isObject, numberOf, objectOf, textOf, trimmed } from '../shared/values';
import { isEnvelope } from './layers';
import type { Layers } from './layers';
import { wordsIn } from './words';

/*
 * What a layer says of its own failure (docs/development/gateway.md, Errors of each layer). Services write success in
 * the same fields, so a value counts only if it says more than that all is well.
 */

/** "0", "ok", "no error", "Request successful.", "操作成功"; not "unsuccessful", "未成功". */
const WELL =
	/^(?:[-0]*|n\/?a|200|ok(?:ay)?|none|null|nil|undefined|false|no ?errors?|(?:(?!no|un)[a-z]{1,20} ){0,3}(?:success\w{0,5}|succeeded|completed?|done)|[^不未没无非失]{0,10}成功|正常)[.!。！]*$/i;

/** "failed", "API_ERROR", "access denied", "错误"; not "no error", "errno", "active". */
const FAILED =
	/fail|(?<!\bno.?)err(?!no)|exception|invalid|denied|refused|失[败敗]|[错錯][误誤]|^false$/i;

const saysWell = (codeOrWords: unknown) =>
	typeof codeOrWords === 'string'
		? WELL.test(codeOrWords.trim())
		: !codeOrWords || codeOrWords === 200;

const saysFailure = (word: unknown) => FAILED.test(textOf(word) ?? '');

/** Platforms' own codes are no such numbers. */
function httpError(code: unknown): number | undefined {
	const status = numberOf(code);
	return status !== undefined && status >= 400 && status < 600 ? status : undefined;
}

const isRefused = ({ success }: Record<string, unknown>) =>
	success === false || /^false$/i.test(trimmed(success));

/** Whether what stands under `error` is one. */
function isError(error: unknown): boolean {
	const { code, status } = objectOf(error);
	const said = [code, status, wordsIn(error).text].filter((each) => each !== undefined);
	return said.length > 0 ? !said.every(saysWell) : !isVoid(error);
}

/** The fields by which a layer may say that it failed. */
const SIGNS: Array<{ named: RegExp; isBad(value: unknown): boolean }> = [
	{
		named: /^(?:code|ret|err(?:or)?_?(?:code|no)|(?:status|result|ret)_?code)$/i,
		isBad: (value) => ['string', 'number'].includes(typeof value) && !saysWell(value),
	},
	{ named: /^(?:status|state|result)$/i, isBad: saysFailure },
	{
		named: /^(?:ok|success)$/i,
		isBad: (value) => value === false || /^(?:false|0|no)$/i.test(trimmed(value)),
	},
];

const isBadSign = ([name, value]: [string, unknown]) =>
	SIGNS.some(({ named, isBad }) => named.test(name) && isBad(value));

/** The layer's words, or the sign itself, unless something else says that all is well. */
function errorBySign(
	layer: Record<string, unknown>,
	words: string | undefined,
	hasPage: boolean,
): string | undefined {
	const sign = Object.entries(layer).find(isBadSign);
	if (!sign) return undefined;
	const [name, value] = sign;
	const error = words ?? `${name} ${value}`;
	if (httpError(value) !== undefined) return error;
	if (layer.success === true) return undefined;
	if (words !== undefined) return saysWell(words) ? undefined : error;
	// Beside an empty list, a number or a word that nobody knows tells nothing.
	const isClear = value === false || saysFailure(value);
	return hasPage && !isClear ? undefined : error;
}

/** A layer's error in its own words. Beside records there is none, unless the layer says that it was no success. */
function ownErrorOf(layer: unknown, layers: Layers): string | undefined {
	if (!isObject(layer)) return undefined;
	const { text: words } = wordsIn(layer);
	if (isRefused(layer)) return words ?? 'success is false';
	const hasError = isError(layer.error) || isError(layer.errors);
	const error = hasError ? (words ?? 'error') : errorBySign(layer, words, layers.hasPage);
	return error !== undefined && layers.haveRecords() ? undefined : error;
}

export interface FailedLayer {
	of: 'provider' | 'platform';
	body: unknown;
	words: string;
}

/** The outermost layer, of those down to the page, that reports an error of its own. */
export function failedLayerOf(layers: Layers): FailedLayer | undefined {
	for (const body of layers.all) {
		const words = ownErrorOf(body, layers);
		if (words === undefined) continue;
		const isAroundPage = layers.hasPage && body !== layers.payload;
		const isProviders = isAroundPage || isEnvelope(body) || statusInside(body) !== undefined;
		return { of: isProviders ? 'provider' : 'platform', body, words };
	}
	return undefined;
}

const FIELDS_OF_REFUSAL =
	/^(?:code|err\w*|status\w*|type|message|msg|reason|details?|success|time\w*|path|\w*id)$/i;

/** Whether an answer is no envelope, and holds nothing that does not belong to a refusal. */
export function isBare(answer: unknown): boolean {
	if (isEnvelope(answer)) return false;
	const fields = Object.entries(objectOf(answer));
	return fields.every(([name, value]) => FIELDS_OF_REFUSAL.test(name) || isVoid(value));
}

/** The status of HTTP for which a bare refusal stands, by its code or its error's: one in words is a 400. */
export function statusInside(answer: unknown): number | undefined {
	if (!isBare(answer)) return undefined;
	const body = objectOf(answer);
	const error = objectOf(body.error);
	const isCode = (status: unknown) => numberOf(status) !== undefined || saysFailure(status);
	const codes = [body.code, error.code, ...[body.status, error.status].filter(isCode)];
	const code = codes.find((each) => !saysWell(each));
	const isWord = typeof code === 'string' && numberOf(code) === undefined;
	return isWord ? 400 : httpError(code);
}
