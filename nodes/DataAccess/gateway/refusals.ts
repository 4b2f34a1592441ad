import { withCharacters } from '../shared/characters';
import { failureOf } from '../shared/failure';
import type { Facts, Failure, FailureCode, Particular } from '../shared/failure';
import { statusInside } from './layers';
import { PROXY_LOGIN } from './noAnswer';
import { isOutOfMoney } from './outOfMoney';
import type { RawAnswer } from './transport';
import { reasonIn, wordsIn } from './words';

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

const REDIRECTS = [301, 302, 303, 307, 308];

/** Statuses that say the same on a web page: of who sent it, nothing follows. */
const ALSO_OF_PAGES = [407, 408, 429];

const isWebPage = (text: string) => /^\s*</.test(text);

function titleOf(page: string): string | undefined {
	const [, title] = /<title[^>]{0,200}>([^<]{1,20000})</i.exec(page.slice(0, 20_000)) ?? [];
	return title && withCharacters(title).trim();
}

function rowOf(status: number, isPage: boolean): Meant {
	if (REDIRECTS.includes(status)) return ['REDIRECTED'];
	// Such as 304 of a cache.
	if (status < 400) return ['REQUEST_REFUSED', { particular: 'noResult', fact: status }];
	if (status >= 500) return ['GATEWAY_ERROR'];
	const row: Meant = REFUSALS[status] ?? ['REQUEST_REFUSED'];
	if (!isPage || ALSO_OF_PAGES.includes(status)) return row;
	const { endsExecution } = failureOf(row[0]);
	return ['NO_GATEWAY', { ...(endsExecution && { endsExecution }) }];
}

function noJsonAs(text: string): Particular {
	if (/^[{[]/.test(text)) return 'damaged';
	return text === '' ? 'empty' : 'noJson';
}

/**
 * The failure of an answer without a run body: by what it says of money, by its status, or because it is no JSON.
 * undefined where its layers tell.
 * @param body the answer as JSON, undefined where it is none
 * @param sent the request
 */
export function failureWithoutRun(
	{ status: httpStatus, text }: RawAnswer,
	body: unknown,
	sent: string,
): Failure | undefined {
	const isPage = body === undefined && isWebPage(text);
	const words = isPage ? { text: titleOf(text) } : wordsIn(body);
	const excerpt = body === undefined ? text : undefined;
	const status = httpStatus < 300 ? statusInside(body) : httpStatus;
	// Of an answer that was cut, nobody knows whose words are in it: the records may speak of money.
	const said = body !== undefined ? reasonIn(body) : /^\s*\[|\{\s*"/.test(text) ? '' : text;
	const isBare = status !== undefined && !isPage && words.field === undefined;
	const isMoney = isBare && isOutOfMoney(said, sent);
	if (status || isMoney) {
		const [code, facts] = rowOf(isMoney ? 402 : Number(status), isPage);
		const { text: told, field } = words;
		return failureOf(code, { layer: 'gateway', httpStatus, words: told, field, excerpt, ...facts });
	}
	if (httpStatus === 202) return failureOf('NOT_FINISHED', { httpStatus, excerpt: text });
	if (body !== undefined) return undefined;
	const unclear = { httpStatus, excerpt, ...UNCLEAR };
	if (isPage) return failureOf('NO_GATEWAY', { ...unclear, words: words.text });
	return failureOf('UNRECOGNISED_ANSWER', { ...unclear, particular: noJsonAs(text.trim()) });
}
