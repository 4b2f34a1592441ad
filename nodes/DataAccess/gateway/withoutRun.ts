import { failureOf } from '../shared/failure';
import type { Failure, FailureCode } from '../shared/failure';
import { PROXY_LOGIN } from './noAnswer';
import type { RawAnswer } from './transport';
import { wordsOf } from './words';

type Particular = NonNullable<Parameters<typeof failureOf>[1]>;

/** What a status without a run body means: the rows of docs/development/gateway.md, Failures. */
const REFUSALS: Record<number, [code: FailureCode, particular?: Particular]> = {
	400: [
		'REQUEST_REFUSED',
		{ advice: 'Check the Provider in the credential and the fields of the node.' },
	],
	401: ['KEY_REFUSED'],
	402: ['BALANCE_TOO_LOW'],
	403: ['ACCESS_DENIED'],
	404: ['NOT_FOUND'],
	405: ['REQUEST_REFUSED', { advice: "Check the 'Base URL' of the credential." }],
	// A deadline that something before the gateway set tells nothing of the run.
	408: ['REQUEST_REFUSED', { charged: 'maybe', retry: 'uncertain' }],
	407: ['UNREACHABLE', PROXY_LOGIN],
	409: [
		'REQUEST_REFUSED',
		{ advice: 'Try again later: the gateway is busy with a call that this one conflicts with.' },
	],
	413: ['REQUEST_REFUSED', { advice: 'Shorten the input: it is too large for the gateway.' }],
	422: [
		'INVALID_INPUT',
		{
			what: 'The gateway refused an input',
			advice:
				'Correct the field. Some gateways expect grouped fields: see Input Format in the credential. Gateway > Run sends Input as it is written.',
		},
	],
	429: ['RATE_LIMITED'],
	451: [
		'REQUEST_REFUSED',
		{ advice: 'Ask for something else: for legal reasons, the gateway does not return this.' },
	],
};

const REDIRECTS = [301, 302, 303, 307, 308];

const isWebPage = (text: string) => /^\s*</.test(text);

/** How a status of 300 or more is to be taken where no run body came with it. */
function readStatus(status: number): [code: FailureCode, particular?: Particular] {
	if (REDIRECTS.includes(status)) return ['REDIRECTED'];
	if (status < 400) {
		// Such as 304 of a cache. None of them tells of a run, so that there is none to pay for.
		const what = `The address answered with HTTP status ${status}, which brings no result`;
		const advice = "Check the 'Base URL' of the credential, and any proxy or cache before it.";
		return ['REQUEST_REFUSED', { what, advice }];
	}
	if (status >= 500) return ['GATEWAY_ERROR'];
	return REFUSALS[status] ?? ['REQUEST_REFUSED'];
}

function wordsOnNoJson(text: string): [what: string, advice: string] {
	if (/^[{[]/.test(text)) {
		return [
			'The answer is damaged: it begins as JSON, but cannot be read as such',
			'Look the run up at the gateway before you buy the page again. If it happens again, something between n8n and the gateway changes or cuts answers.',
		];
	}
	const what = text === '' ? 'The answer was empty' : 'The answer is not JSON';
	return [what, "Check the 'Base URL' of the credential."];
}

/**
 * The failure that an answer without a run body tells of by its status alone, or because it is not
 * JSON (docs/development/gateway.md, Failures); undefined where only its layers can tell. Never
 * throws.
 * @param body the answer as JSON, undefined where it is none
 */
export function failureWithoutRun({ status, text }: RawAnswer, body: unknown): Failure | undefined {
	const isPage = body === undefined && isWebPage(text);
	if (status >= 300) {
		const words = wordsOf(body);
		const [code, particular] =
			isPage && status === 404 ? (['NO_GATEWAY'] as const) : readStatus(status);
		return failureOf(code, {
			layer: 'gateway',
			httpStatus: status,
			words: words.text,
			field: words.field,
			excerpt: body === undefined ? text : undefined,
			...particular,
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
	const [what, advice] = wordsOnNoJson(text.trim());
	return failureOf('UNRECOGNISED_ANSWER', { ...unclear, what, advice });
}
