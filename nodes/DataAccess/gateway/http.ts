import { withCharacters } from '../shared/characters';
import { failureOf } from '../shared/failure';
import type { Failure, FailureCode } from '../shared/failure';
import { textOf } from '../shared/values';
import { isBare, isHttpError, refusalIn, refusedAs } from './refusal';
import { meantByHttp } from './statuses';
import type { RawAnswer } from './transport';

/** What a web page can tell by its status; all else on it is said by whatever stands before the gateway. */
const SAID_BY_PAGES: FailureCode[] = ['REDIRECTED', 'UNREACHABLE', 'RATE_LIMITED', 'GATEWAY_ERROR'];

/** Where it may begin. */
const HEAD = 20_000;

const TITLE = /<title[^>]{0,200}>([^<]{1,20000})</i;

/** An answer that is no JSON in UTF-8: a web page, told by its title, or any other text. */
function failureOfText({ status, text }: RawAnswer): Failure {
	const fact = text.trim() === '' ? 'empty' : 'not JSON in UTF-8';
	const unread = { charged: 'maybe', particular: 'noJson', fact } as const;
	const [code, facts] = meantByHttp(status) ?? (['UNRECOGNISED_ANSWER', unread] as const);
	const failure = failureOf(code, facts);
	if (!/^\s*</.test(text)) return failure;
	const [, title = ''] = TITLE.exec(text.slice(0, HEAD)) ?? [];
	const words = textOf(withCharacters(title).trim());
	if (SAID_BY_PAGES.includes(code)) return { ...failure, words };
	// Who refuses a key or a payment refuses all calls, whoever it is.
	const { charged, endsExecution } = failure;
	return failureOf('NO_GATEWAY', { words, charged, endsExecution });
}

/**
 * The failure of an answer without a run's body: by its status; where that is a success, by the code of a refusal with
 * nothing beside it, or since it is no JSON. undefined where its layers tell.
 * @param body the answer as JSON, undefined where it is none
 */
export function failureWithoutRun(answer: RawAnswer, body: unknown): Failure | undefined {
	if (body === undefined) return failureOfText(answer);
	const refusal = refusalIn(body);
	const { code } = refusal;
	const inside = isBare(body) && isHttpError(code) ? meantByHttp(code) : undefined;
	const meant = meantByHttp(answer.status) ?? inside;
	return meant && refusedAs(meant, refusal);
}
