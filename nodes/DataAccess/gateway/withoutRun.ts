import { failureOf } from '../shared/failure';
import type { Facts, Failure, FailureCode, Particular } from '../shared/failure';
import { PROXY_LOGIN } from './noAnswer';
import type { RawAnswer } from './transport';
import { wordsIn } from './words';

/** What a status without a run body means: the rows of docs/development/gateway.md, Failures. */
const REFUSALS: Record<number, [code: FailureCode, facts?: Facts]> = {
	400: ['REQUEST_REFUSED', { particular: 'wrongProvider' }],
	401: ['KEY_REFUSED'],
	402: ['BALANCE_TOO_LOW'],
	403: ['ACCESS_DENIED'],
	404: ['NOT_FOUND'],
	405: ['REQUEST_REFUSED', { particular: 'wrongUrl' }],
	407: ['UNREACHABLE', PROXY_LOGIN],
	// A deadline that something before the gateway set tells nothing of the run.
	408: ['REQUEST_REFUSED', { charged: 'maybe', retry: 'uncertain' }],
	422: ['INVALID_INPUT', { particular: 'refusedInput' }],
	429: ['RATE_LIMITED'],
};

const REDIRECTS = [301, 302, 303, 307, 308];

const isWebPage = (text: string) => /^\s*</.test(text);

function readStatus(status: number): [code: FailureCode, facts?: Facts] {
	if (REDIRECTS.includes(status)) return ['REDIRECTED'];
	if (status < 400) {
		// Such as 304 of a cache.
		return ['REQUEST_REFUSED', { particular: 'noResult', fact: status }];
	}
	if (status >= 500) return ['GATEWAY_ERROR'];
	return REFUSALS[status] ?? ['REQUEST_REFUSED'];
}

function noJsonAs(text: string): Particular {
	if (/^[{[]/.test(text)) return 'damaged';
	return text === '' ? 'empty' : 'noJson';
}

/**
 * The failure of an answer without a run body, by its status or because it is not JSON; undefined where its layers
 * tell.
 * @param body the answer as JSON, undefined where it is none
 */
export function failureWithoutRun({ status, text }: RawAnswer, body: unknown): Failure | undefined {
	const isPage = body === undefined && isWebPage(text);
	if (status >= 300) {
		const words = wordsIn(body);
		const [code, facts] = isPage && status === 404 ? (['NO_GATEWAY'] as const) : readStatus(status);
		return failureOf(code, {
			layer: 'gateway',
			httpStatus: status,
			words: words.text,
			field: words.field,
			excerpt: body === undefined ? text : undefined,
			...facts,
		});
	}
	if (status === 202) return failureOf('NOT_FINISHED', { httpStatus: status, excerpt: text });
	if (body !== undefined) return undefined;
	const unclear = {
		httpStatus: status,
		charged: 'maybe',
		retry: 'uncertain',
		excerpt: text,
	} as const;
	if (isPage) return failureOf('NO_GATEWAY', unclear);
	return failureOf('UNRECOGNISED_ANSWER', { ...unclear, particular: noJsonAs(text.trim()) });
}
