import { withCharacters } from '../shared/characters';
import { CODES } from '../shared/codes';
import type { Usual } from '../shared/codes';
import type { FailureCode } from '../shared/failure';
import { textOf } from '../shared/values';
import { failureOfServiceError, isBare, serviceErrorIn } from './serviceError';
import { meaningOfHttp } from './statuses';
import type { StatusMeaning } from './statuses';
import type { RawResponse } from './transport';

/** What a web page can tell by its status; all else on it is said by whatever stands before the gateway. */
const SAID_BY_WEB_PAGES: FailureCode[] = [
	'REDIRECTED',
	'UNREACHABLE',
	'RATE_LIMITED',
	'GATEWAY_ERROR',
];

/** A platform's own codes are no such numbers. */
const HTTP_ERROR = /^[45]\d\d$/;

const WEB_PAGE = /^\s*</;

/** The characters in which a page has its title. */
const HEAD = 20_000;

const TITLE = /<title[^>]{0,200}>([^<]{1,20000})</i;

/** An answer that is no JSON in UTF-8: a web page, told by its title, or any other text. */
function failureOfText({ status, text }: RawResponse): StatusMeaning {
	const meaning: StatusMeaning = meaningOfHttp(status) ?? {
		code: 'UNRECOGNISED_ANSWER',
		row: { charged: 'maybe' },
		particular: 'noJson',
	};
	if (!WEB_PAGE.test(text) || SAID_BY_WEB_PAGES.includes(meaning.code)) return meaning;
	const [, title = ''] = TITLE.exec(text.slice(0, HEAD)) ?? [];
	const words = textOf(withCharacters(title).trim());
	// Who refuses a key or a payment refuses all calls, whoever it is.
	const { charged, ends }: Usual = { ...CODES[meaning.code], ...meaning.row };
	return { code: 'NO_GATEWAY', words, row: { charged, ends } };
}

/**
 * The failure of an answer without a run's body: by its status; where that is a success, by the code of a refusal with
 * nothing beside it, or since it is no JSON. undefined where its layers tell.
 * @param body the answer as JSON, undefined where it is none
 */
export function failureWithoutRun(response: RawResponse, body: unknown): StatusMeaning | undefined {
	if (body === undefined) return failureOfText(response);
	const error = serviceErrorIn(body);
	const { code = '' } = error;
	const inside = isBare(body) && HTTP_ERROR.test(code) ? meaningOfHttp(Number(code)) : undefined;
	const meaning = meaningOfHttp(response.status) ?? inside;
	return meaning && failureOfServiceError(meaning, error);
}
