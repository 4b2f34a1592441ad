import { withCharacters } from '../shared/characters';
import { failureOf } from '../shared/failure';
import type { Failure } from '../shared/failure';
import { textOf } from '../shared/values';
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

/** What only a gateway can say: on a web page it is said by whatever stands before it. */
const OF_GATEWAYS = [
	...['REQUEST_REFUSED', 'KEY_REFUSED', 'BALANCE_TOO_LOW', 'ACCESS_DENIED'],
	...['NOT_FOUND', 'INVALID_INPUT'],
];

/** A web page, told by its title. In place of a success, its outcome is unknown. */
function failureOfPage({ status, text }: RawAnswer): Failure {
	const [code, facts] = meantByHttp(status) ?? (['NO_GATEWAY', { charged: 'maybe' }] as const);
	const [, title = ''] = /<title[^>]{0,200}>([^<]{1,20000})</i.exec(text.slice(0, 20_000)) ?? [];
	const told = { words: textOf(withCharacters(title).trim()), excerpt: text };
	const failure = failureOf(code, { ...told, ...facts });
	if (!OF_GATEWAYS.includes(code)) return failure;
	// Who refuses a key or a payment refuses all calls, whoever it is.
	return failureOf('NO_GATEWAY', { ...told, endsExecution: failure.endsExecution });
}

/** An answer that is no JSON in UTF-8. In place of a success, its outcome is unknown. */
function failureOfText({ status, text }: RawAnswer): Failure {
	const fact = text.trim() === '' ? 'empty' : 'not JSON in UTF-8';
	const unread = { charged: 'maybe', particular: 'noJson', fact } as const;
	const [code, facts] = meantByHttp(status) ?? (['UNRECOGNISED_ANSWER', unread] as const);
	return failureOf(code, { ...facts, excerpt: text });
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
	if (body === undefined) {
		return /^\s*</.test(answer.text) ? failureOfPage(answer) : failureOfText(answer);
	}
	const refusal = refusalIn(body);
	const inside = layers.hasPage ? undefined : meantInside(body, refusal, sent);
	const meant = meantByHttp(answer.status) ?? inside;
	return meant && refusedAs(meant, refusal, sent);
}
