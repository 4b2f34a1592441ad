import type { Failure } from '../shared/failure';
import type { RawAnswer } from './rawAnswer';
import { wordsOf } from './words';

type Reading = Pick<Failure, 'code' | 'what' | 'charged' | 'retry'> &
	Pick<Failure, 'advice' | 'optionAdvice' | 'endsExecution'>;

/** What a status without a run body means: the rows of docs/gateway.md, Failures. */
const REFUSALS: Record<number, Reading> = {
	400: {
		code: 'REQUEST_REFUSED',
		what: 'The gateway refused the request',
		charged: 'no',
		retry: 'never',
		advice: 'Check the Provider in the credential and the fields of the node.',
	},
	401: {
		code: 'KEY_REFUSED',
		what: 'The gateway refused the API key',
		charged: 'no',
		retry: 'never',
		advice: 'Check the API Key in the Data Access credential.',
		endsExecution: true,
	},
	402: {
		code: 'BALANCE_TOO_LOW',
		what: "The gateway account's balance does not cover the call",
		charged: 'no',
		retry: 'never',
		advice: 'Top up the account, then run again.',
		endsExecution: true,
	},
	403: {
		code: 'ACCESS_DENIED',
		what: 'The API key may not make this call',
		charged: 'no',
		retry: 'never',
		advice: "Check the key's permissions with the gateway.",
		endsExecution: true,
	},
	404: {
		code: 'NOT_FOUND',
		what: 'The gateway does not know this operation or address',
		charged: 'no',
		retry: 'never',
		advice:
			'Check the Base URL and the Provider in the credential, and whether your gateway needs Customize Platform Names.',
	},
	422: {
		code: 'INVALID_INPUT',
		what: 'The gateway refused an input',
		charged: 'no',
		retry: 'never',
		advice:
			'Correct the field. If your gateway expects grouped fields, set Input Format in the credential to Grouped.',
	},
	429: {
		code: 'RATE_LIMITED',
		what: 'The gateway is limiting the rate of calls',
		charged: 'no',
		retry: 'safe',
		advice: 'Run again later.',
		optionAdvice: 'If it keeps happening, lower Concurrency in the options.',
	},
};

const OTHER_REFUSAL: Reading = {
	code: 'REQUEST_REFUSED',
	what: 'The gateway refused the request',
	charged: 'no',
	retry: 'never',
};

const WEB_PAGE = { code: 'NO_GATEWAY', what: 'A web page answered instead of a gateway' } as const;

const isWebPage = (text: string) => /^\s*</.test(text);

/** How a status of 300 or more is to be taken where no run body came with it. */
function readStatus(status: number): Reading {
	if (status < 400) {
		return {
			code: 'REDIRECTED',
			what: 'The address redirects, which the node does not follow: that could buy the call twice or send the API key elsewhere',
			charged: 'no',
			retry: 'never',
			advice: 'Enter the final address as the Base URL of the credential.',
		};
	}
	if (status >= 500) {
		return {
			code: 'GATEWAY_ERROR',
			what: 'The gateway failed, and the outcome of the call is unknown',
			charged: 'maybe',
			retry: 'uncertain',
		};
	}
	// A deadline that something before the gateway set tells nothing of the run.
	if (status === 408) return { ...OTHER_REFUSAL, charged: 'maybe', retry: 'uncertain' };
	return REFUSALS[status] ?? OTHER_REFUSAL;
}

/**
 * The failure that an answer without a run body tells of by its status alone, or because it is not
 * JSON (docs/gateway.md, Failures); undefined where only its layers can tell. Never throws.
 * @param body the answer as JSON, undefined where it is none
 */
export function failureWithoutRun({ status, text }: RawAnswer, body: unknown): Failure | undefined {
	if (status >= 300) {
		const words = wordsOf(body);
		const isNoGateway = status === 404 && body === undefined && isWebPage(text);
		return {
			layer: 'gateway',
			httpStatus: status,
			words: words.text,
			field: words.field,
			excerpt: body === undefined ? text : undefined,
			...readStatus(status),
			...(isNoGateway ? WEB_PAGE : {}),
		};
	}
	if (status === 202) {
		return {
			code: 'NOT_FINISHED',
			layer: 'gateway',
			httpStatus: status,
			what: 'The gateway accepted the call but sent no result',
			charged: 'maybe',
			retry: 'never',
			excerpt: text,
		};
	}
	if (body !== undefined) return undefined;
	return {
		code: 'UNRECOGNISED_ANSWER',
		layer: 'gateway',
		httpStatus: status,
		what: text.trim() === '' ? 'The answer was empty' : 'The answer is not JSON',
		...(isWebPage(text) ? WEB_PAGE : {}),
		charged: 'maybe',
		retry: 'uncertain',
		advice: 'Check the Base URL of the credential.',
		excerpt: text,
	};
}
