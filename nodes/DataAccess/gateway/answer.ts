import type { IDataObject } from 'n8n-workflow';

import { costOf } from './cost';
import type { RunCost } from './cost';
import type { Failure } from '../failure';
import { parseJson } from '../json';
import { readStatus } from './refusal';
import { failureOfRun, isRun, runIdOf } from './runBody';
import { wordsOf } from './words';

/** An answer as it came over HTTP. */
export interface RawAnswer {
	status: number;
	headers: Record<string, unknown>;
	text: string;
}

/** The platform's payload `$` (shapes §3) and what the answer says of money. */
export type Answer = ({ payload: unknown } & RunCost) | { failure: Failure };

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** `code` beside `data` alone does not tell an envelope: one platform's payload looks like that. */
const isEnvelope = (value: unknown): value is IDataObject =>
	isObject(value) &&
	'data' in value &&
	['request_id', 'router', 'cache_url'].some((key) => key in value);

/** An error that a layer reports inside a successful answer (shapes §1, layer 3). */
function ownErrorOf(value: unknown): string | undefined {
	if (!isObject(value)) return undefined;
	const { success, code, error, ret } = value;
	const isNumber = (status: unknown) => status !== '' && Number.isFinite(Number(status ?? NaN));
	const said = wordsOf(value).text;
	if (success === false) return said ?? 'success is false';
	if (error && (!isObject(error) || Object.keys(error).length > 0)) return said ?? 'error';
	if (isNumber(code) && ![0, 200].includes(Number(code))) return said ?? `code ${String(code)}`;
	if (isNumber(ret) && Number(ret) !== 0) return said ?? `ret ${String(ret)}`;
	return undefined;
}

function unwrap(
	output: unknown,
	holdsPage: (value: unknown) => boolean,
): {
	payload: unknown;
	failed?: 'provider' | 'platform';
	words?: string;
} {
	// Some gateways hand the provider's body on as text.
	const isText = typeof output === 'string' && /^\s*[{[]/.test(output);
	let payload = isText ? (parsed(output) ?? output) : output;
	const isBare = isObject(payload) && !holdsPage(payload) && holdsPage(payload.data);
	if (isBare || isEnvelope(payload)) {
		const words = ownErrorOf(payload);
		if (words !== undefined) return { payload, failed: 'provider', words };
		payload = (payload as IDataObject).data;
	}
	const words = ownErrorOf(payload);
	return words === undefined ? { payload } : { payload, failed: 'platform', words };
}

const WEB_PAGE = { code: 'NO_GATEWAY', what: 'A web page answered, not a gateway' } as const;

const isWebPage = (text: string) => /^\s*</.test(text);

/** `Retry-After` in seconds or as a date, in seconds from now (RFC 9110 §10.2.3). */
function retryAfterOf(headers: Record<string, unknown>): number | undefined {
	const value = String(headers['retry-after'] ?? '').trim();
	if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
	const date = Date.parse(value);
	return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}

function readWithoutRun({ status, headers, text }: RawAnswer, body: unknown): Failure | undefined {
	if (status >= 300) {
		const words = wordsOf(body);
		const failure: Failure = {
			layer: 'gateway',
			httpStatus: status,
			words: words.text,
			field: words.field,
			retryAfter: retryAfterOf(headers),
			excerpt: body === undefined ? text : undefined,
			...readStatus(status),
		};
		const isNoGateway = status === 404 && body === undefined && isWebPage(text);
		return isNoGateway ? { ...failure, ...WEB_PAGE } : failure;
	}
	if (status === 202) {
		return {
			code: 'NOT_FINISHED',
			layer: 'gateway',
			httpStatus: status,
			what: 'The gateway accepted the call but did not answer it in the same exchange',
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

function parsed(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

/**
 * Tells the layers of an answer apart (shapes §1): JSON, run body, its status, the provider's
 * status, the provider's envelope, the payload's own error. A status of 200 alone is no success.
 */
export function readAnswer(answer: RawAnswer, holdsPage: (value: unknown) => boolean): Answer {
	const body = parsed(answer.text);
	const run = isObject(body) && isRun(body) ? body : undefined;
	if (!run) {
		const failure = readWithoutRun(answer, body);
		if (failure) return { failure };
	} else {
		const failure = failureOfRun(run, answer.status);
		if (failure) return { failure: { ...failure, retryAfter: retryAfterOf(answer.headers) } };
	}
	const money = run ? costOf(run) : {};
	const { payload, failed, words } = unwrap(run ? run.output : body, holdsPage);
	if (!failed) return { payload, ...money };
	return {
		failure: {
			code: failed === 'provider' ? 'PROVIDER_ERROR' : 'PLATFORM_ERROR',
			layer: failed,
			httpStatus: answer.status,
			what: `The ${failed === 'provider' ? 'data provider' : 'platform'} answered with an error of its own`,
			words,
			charged: money.cost === 0 ? 'no' : 'yes',
			cost: money.cost,
			retry: 'never',
			runId: run && runIdOf(run),
		},
	};
}
