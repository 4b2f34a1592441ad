import { withCharacters } from '../shared/characters';
import { failureOf } from '../shared/failure';
import type { Facts, Failure, FailureCode, ParticularOf } from '../shared/failure';
import { isBare, statusInside } from './bareRefusal';
import { PROXY_LOGIN } from './noAnswer';
import { isOutOfMoney } from './outOfMoney';
import type { RawAnswer } from './transport';
import { reasonIn, wordsIn } from './words';
import type { Words } from './words';

type Meant = [code: FailureCode, facts?: Facts];

const UNCLEAR = { charged: 'maybe', retry: 'uncertain' } as const;

/** What a status without a run means: the rows of docs/development/gateway.md, Failures. */
const REFUSALS: Record<number, Meant> = {
	400: ['REQUEST_REFUSED', { particular: 'wrongProvider' }],
	401: ['KEY_REFUSED'],
	402: ['BALANCE_TOO_LOW'],
	403: ['ACCESS_DENIED'],
	404: ['NOT_FOUND'],
	405: ['REQUEST_REFUSED', { particular: 'wrongUrl' }],
	407: ['UNREACHABLE', PROXY_LOGIN],
	// A deadline that something before the gateway set tells nothing of the run.
	408: ['REQUEST_REFUSED', UNCLEAR],
	422: ['INVALID_INPUT', { particular: 'refusedInput' }],
	429: ['RATE_LIMITED'],
};

const REDIRECTS = [301, 302, 307, 308];

/** Statuses that say the same on a web page: of who sent it, nothing follows. */
const ALSO_OF_WEB_PAGES = [407, 408, 429];

const isWebPage = (text: string) => /^\s*</.test(text);

function titleOf(webPage: string): string | undefined {
	const [, title] = /<title[^>]{0,200}>([^<]{1,20000})</i.exec(webPage.slice(0, 20_000)) ?? [];
	return title && withCharacters(title).trim();
}

function rowFor(status: number, isOnWebPage: boolean): Meant {
	if (REDIRECTS.includes(status)) return ['REDIRECTED'];
	// The call was taken: its result is elsewhere.
	if (status === 303) return ['REDIRECTED', UNCLEAR];
	// Such as 304 of a cache.
	if (status < 400) return ['REQUEST_REFUSED', { particular: 'noResult', fact: status }];
	if (status >= 500) return ['GATEWAY_ERROR'];
	const row: Meant = REFUSALS[status] ?? ['REQUEST_REFUSED'];
	if (!isOnWebPage || ALSO_OF_WEB_PAGES.includes(status)) return row;
	// Who refuses a key or a payment refuses all calls, whoever it is.
	const { endsExecution } = failureOf(row[0]);
	return ['NO_GATEWAY', { ...(endsExecution && { endsExecution }) }];
}

/** What a refusal says, for a pattern to read. Of an answer that was cut, the records may say it, so nothing does. */
function reasonOf(text: string, body: unknown): string {
	if (body !== undefined) return reasonIn(body);
	return /^\s*\[|\{\s*"/.test(text) ? '' : text;
}

/** Words about one field, or beside anything else in a success, are no refusal for want of money. */
function saysNoMoney({ status, text }: RawAnswer, body: unknown, sent: string): boolean {
	if (body === undefined && isWebPage(text)) return false;
	if (wordsIn(body).field !== undefined || (status < 300 && !isBare(body))) return false;
	return isOutOfMoney(reasonOf(text, body), sent);
}

/** By what it says of money, or by the status of HTTP: its own, or the one inside a success. */
function refusalIn(answer: RawAnswer, body: unknown, sent: string): Failure | undefined {
	const { status: httpStatus, text } = answer;
	const ownStatus = httpStatus < 300 ? statusInside(body) : httpStatus;
	const status = saysNoMoney(answer, body, sent) ? 402 : ownStatus;
	if (status === undefined) return undefined;
	const isOnWebPage = body === undefined && isWebPage(text);
	const [code, facts] = rowFor(status, isOnWebPage);
	const { text: words, field }: Words = isOnWebPage ? { text: titleOf(text) } : wordsIn(body);
	const excerpt = body === undefined ? text : undefined;
	return failureOf(code, { layer: 'gateway', httpStatus, words, field, excerpt, ...facts });
}

function noJsonAs(text: string): ParticularOf<'UNRECOGNISED_ANSWER'> {
	if (/^[{[]/.test(text)) return 'damaged';
	return text === '' ? 'empty' : 'noJson';
}

/** An answer that is no JSON, in a success: its outcome is unknown. */
function failureOfNoJson({ status: httpStatus, text }: RawAnswer): Failure {
	const unclear = { httpStatus, excerpt: text, ...UNCLEAR };
	if (isWebPage(text)) return failureOf('NO_GATEWAY', { ...unclear, words: titleOf(text) });
	return failureOf('UNRECOGNISED_ANSWER', { ...unclear, particular: noJsonAs(text.trim()) });
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
	sent: string,
): Failure | undefined {
	const refusal = refusalIn(answer, body, sent);
	if (refusal) return refusal;
	const { status: httpStatus, text: excerpt } = answer;
	if (httpStatus === 202) return failureOf('NOT_FINISHED', { httpStatus, excerpt });
	return body === undefined ? failureOfNoJson(answer) : undefined;
}
