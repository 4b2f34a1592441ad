import { withCharacters } from '../shared/characters';
import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { isBare } from './layers';
import type { Layers } from './layers';
import { isHttpError, isOutOfMoney, refusalIn, refusedAs, saysWell } from './refusal';
import type { Refusal } from './refusal';
import { meantByHttp } from './statuses';
import type { Meant } from './statuses';
import type { RawAnswer } from './transport';

/** What a bare refusal inside a success means: as the status that is its code, or as a 400 where that is a word. */
function meantInside(body: unknown, refusal: Refusal, sent: string): Meant | undefined {
	if (!isBare(body)) return undefined;
	const { code } = refusal;
	const isWord = typeof code === 'string' && !saysWell(code);
	if (isWord || isOutOfMoney(refusal, sent)) return ['REQUEST_REFUSED'];
	return isHttpError(code) ? meantByHttp(code) : undefined;
}

const isWebPage = (text: string) => /^\s*</.test(text);

function titleOf(webPage: string): string | undefined {
	const [, title] = /<title[^>]{0,200}>([^<]{1,20000})</i.exec(webPage.slice(0, 20_000)) ?? [];
	return title && withCharacters(title).trim();
}

/** What only a gateway can say: on a web page it is said by whatever stands before it. */
const OF_GATEWAYS = [
	'REQUEST_REFUSED',
	'KEY_REFUSED',
	'BALANCE_TOO_LOW',
	'ACCESS_DENIED',
	'NOT_FOUND',
	'INVALID_INPUT',
];

/** Of a success, whose outcome is unknown. */
function meantByText(text: string): Meant {
	if (isWebPage(text)) return ['NO_GATEWAY', { charged: 'maybe' }];
	const fact = text.trim() === '' ? 'empty' : 'not JSON in UTF-8';
	return ['UNRECOGNISED_ANSWER', { charged: 'maybe', particular: 'noJson', fact }];
}

/** An answer that is no JSON. */
function failureOfText({ status, text }: RawAnswer): Failure {
	const isPage = isWebPage(text);
	const [code, facts] = meantByHttp(status) ?? meantByText(text);
	if (!isPage) return failureOf(code, { ...facts, excerpt: text });
	const words = titleOf(text);
	if (!OF_GATEWAYS.includes(code)) return failureOf(code, { ...facts, words, excerpt: text });
	// Who refuses a key or a payment refuses all calls, whoever it is.
	const { endsExecution } = failureOf(code);
	return failureOf('NO_GATEWAY', { endsExecution, words, excerpt: text });
}

/**
 * The failure of an answer without a run body: a refusal, or because it is not finished or no JSON. undefined where
 * its layers tell.
 * @param body the answer as JSON, undefined where it is none
 * @param sent the request
 */
export function failureWithoutRun(
	answer: RawAnswer,
	body: unknown,
	layers: Layers,
	sent: string,
): Failure | undefined {
	if (body === undefined) return failureOfText(answer);
	const refusal = refusalIn(body);
	const inside = layers.hasPage ? undefined : meantInside(body, refusal, sent);
	const meant = meantByHttp(answer.status) ?? inside;
	return meant && refusedAs(meant, refusal, sent);
}
