import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { isVoid } from '../shared/nothing';
import { isObject, objectOf, trimmed } from '../shared/values';
import { statusInside } from './bareRefusal';
import { isEnvelope } from './layers';
import type { Layers } from './layers';
import { isOutOfMoney } from './outOfMoney';
import { httpError, saysFailure, saysWell } from './signs';
import { reasonIn, wordsIn } from './words';

// What a layer says of its own failure: docs/development/gateway.md, Errors of each layer.

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

/** The failure of the outermost layer, of those down to the page, that reports an error of its own. */
export function failureOfLayers(layers: Layers, sent: string): Failure | undefined {
	for (const body of layers.downToPage) {
		const words = ownErrorOf(body, layers);
		if (words === undefined) continue;
		const isAroundPage = layers.hasPage && body !== layers.payload;
		const isProviders = isAroundPage || isEnvelope(body) || statusInside(body) !== undefined;
		const layer = isProviders ? 'provider' : 'platform';
		if (isOutOfMoney(reasonIn(body), sent)) return failureOf('BALANCE_TOO_LOW', { layer, words });
		return failureOf(isProviders ? 'PROVIDER_ERROR' : 'PLATFORM_ERROR', { layer, words });
	}
	return undefined;
}
