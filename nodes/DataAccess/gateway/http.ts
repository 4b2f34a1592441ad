import { withCharacters } from '../shared/characters';
import { CODES } from '../shared/codes';
import type { Usual } from '../shared/codes';
import type { FailureCode } from '../shared/failure';
import { textOf } from '../shared/values';
import { meaningOfServiceError, isBare, serviceErrorIn } from './serviceError';
import { meaningOfHttp } from './statuses';
import type { StatusMeaning } from './statuses';
import type { RawResponse } from './transport';

/** Codes that a web page may report by its status. With any other status, it does not come from the gateway. */
const SAID_BY_WEB_PAGES: FailureCode[] = [
	'REDIRECTED',
	'UNREACHABLE',
	'RATE_LIMITED',
	'GATEWAY_ERROR',
];

/** Codes of platforms do not look like this. */
const HTTP_ERROR = /^[45]\d\d$/;

const WEB_PAGE = /^\s*</;

/** Characters in which a title is searched for. */
const HEAD = 20_000;

const TITLE = /<title[^>]{0,200}>([^<]{1,20000})</i;

/** Returns what a response means that is not JSON in UTF-8. A web page is quoted by its title. */
function meaningOfText({ status, text }: RawResponse): StatusMeaning {
	const meaning: StatusMeaning = meaningOfHttp(status) ?? {
		code: 'UNRECOGNISED_ANSWER',
		unusual: { charged: 'maybe' },
		variant: 'noJson',
	};
	if (!WEB_PAGE.test(text) || SAID_BY_WEB_PAGES.includes(meaning.code)) return meaning;
	const [, title = ''] = TITLE.exec(text.slice(0, HEAD)) ?? [];
	const words = textOf(withCharacters(title).trim());
	// A refused key or payment ends all calls, even if something before the gateway refused it.
	const { charged, ends }: Usual = { ...CODES[meaning.code], ...meaning.unusual };
	return { code: 'NO_GATEWAY', words, unusual: { charged, ends } };
}

/**
 * Returns what a response without a run means, by its HTTP status. If that is a success, the code of a bare service
 * error decides. Returns undefined if the layers of the response have to decide.
 * @param body the parsed response; undefined if it is not JSON
 */
export function meaningWithoutRun(response: RawResponse, body: unknown): StatusMeaning | undefined {
	if (body === undefined) return meaningOfText(response);
	const error = serviceErrorIn(body);
	const { code = '' } = error;
	const inside = isBare(body) && HTTP_ERROR.test(code) ? meaningOfHttp(Number(code)) : undefined;
	const meaning = meaningOfHttp(response.status) ?? inside;
	return meaning && meaningOfServiceError(meaning, error);
}
