import { readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

import { Spending } from '../../nodes/DataAccess/buy/money.ts';
import { detailsOf } from '../../nodes/DataAccess/deliver/failedItem.ts';
import { OF_RUN, VARIANTS, WORDS, wordsOf } from '../../nodes/DataAccess/deliver/failureWords.ts';
import { tryAgainWords } from '../../nodes/DataAccess/deliver/nextSteps.ts';
import { happenedIn } from '../../nodes/DataAccess/deliver/happened.ts';
import { failedBefore } from '../../nodes/DataAccess/deliver/itemResult.ts';
import { BALANCE } from '../../nodes/DataAccess/gateway/free/catalog.ts';
import { FreeClient } from '../../nodes/DataAccess/gateway/free/freeClient.ts';
import { failureOfNetwork } from '../../nodes/DataAccess/gateway/noResponse.ts';
import type { RawResponse } from '../../nodes/DataAccess/gateway/transport.ts';
import type * as failureModule from '../../nodes/DataAccess/shared/failure.ts';
import { failureOf } from '../../nodes/DataAccess/shared/failure.ts';
import { memoryUnreadable } from '../../nodes/DataAccess/watch/memory.ts';
import { Gateway } from '../../nodes/DataAccess/gateway/gateway.ts';
import { readResponse } from '../../nodes/DataAccess/gateway/response.ts';

/*
 * The messages of failures. Those of each code, and of variant failures, are only in failureWords.ts. All other tests
 * check only the code, the layer and whether it was charged.
 */

type Code = failureModule.FailureCode;
type Failure = failureModule.Failure;
type FailureVariant = failureModule.FailureVariant;

test.each([WORDS, VARIANTS, OF_RUN].flatMap((table) => Object.entries(table)))(
	"the words of %s keep n8n's guidelines",
	(_name, words) => {
		const { what = '', advice = '' } = words;
		expect(what + advice).not.toBe('');
		expect(what).toMatch(/^(?:(?:\p{Lu}|n8n ).*[^.])?$/u);
		// Two sentences at most.
		expect(advice).toMatch(/^(?:\p{Lu}(?:[^.]|\.(?! ))*\.(?: (?=\p{Lu})|$)){0,2}$/u);
		expect(advice).not.toMatch(/^\w+ it\.$/);
		expect(what + advice).not.toMatch(/\b(?:error|problem|failure|mistake)s?\b/i);
	},
);

test('the documents list all codes that users see', () => {
	const [, table = ''] = readFileSync('docs/when-it-failed.md', 'utf8').split('\n## Codes\n');
	const documented = [...table.matchAll(/`([A-Z]+(?:_[A-Z]+)*)`/g)].map(([, code]) => code!);
	const codes = Object.keys(WORDS).filter((code) => code !== 'STOPPED');
	expect(codes.sort()).toEqual([...new Set(documented)].sort());
});

const nothing = { holdsPage: () => false, readPage: () => ({ records: [] }) };

/** Returns the failure of a response. */
const read = (status: number, body: object | string): Failure => {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return (readResponse({ status, headers: {}, text }, nothing) as { failure: Failure }).failure;
};
const ofRun = (status: number, run: object) => read(status, { runId: 'run_1', ...run });
const late = (seconds: number) => failureOf('DEADLINE', { detail: seconds });
const gateway = new Gateway(async () => ({}) as RawResponse, { url: 'http://x', secret: 's' });

/** Returns the failure of a request for the balance that gets this status, or that fails with this code on its way. */
async function ofBalance(met: number | Code): Promise<Failure> {
	const login = { url: `http://host-${met}/v1/run`, secret: 'k' };
	const answer =
		typeof met === 'number'
			? { status: met, headers: {}, text: '{}' }
			: { failure: failureOf(met) };
	const client = new FreeClient(async () => answer, login);
	return ((await client.ask(BALANCE)) as { failure: Failure }).failure;
}

const TUNNEL = 'tunneling socket could not be established, statusCode=407';

test.each<[string, () => Failure | Promise<Failure>, FailureVariant]>([
	['407 to CONNECT', () => failureOfNetwork({ message: TUNNEL }), 'proxyLogin'],
	['407', () => read(407, ''), 'proxyLogin'],
	['422', () => read(422, { message: 'no' }), 'inputRefusedByGateway'],
	['no text', () => read(200, ''), 'noJson'],
	['invalid JSON', () => read(200, '{"runId": "run_1", "output": {'), 'noJson'],
	['a run without its output', () => ofRun(200, { status: 'COMPLETED' }), 'noOutput'],
	["n8n's memory", () => memoryUnreadable(new Error('gone')), 'memoryUnreadable'],
	['a balance that the gateway does not offer', () => ofBalance(404), 'notShown'],
	['a free request behind a proxy', () => ofBalance(407), 'proxyLogin'],
	['a free request without a response in time', () => ofBalance('DEADLINE'), 'noResponseInTime'],
])('%s has words of its own', async (_label, failure, variant) => {
	expect((await failure()).variant).toBe(variant);
});

const failedBy = (httpStatus: number, error?: object) => ({
	status: 'FAILED',
	providerResponse: { httpStatus, error },
});
const AT = { detail: [{ loc: ['body', 'keyword'], msg: 'is required' }] };

test.each<[() => Failure, string]>([
	[() => late(1.5), "No complete response arrived within the 'Timeout' of 1.5 s"],
	[() => ofRun(200, failedBy(400)), 'The data provider responded with status 400'],
	[() => ofRun(200, failedBy(422)), 'The data provider refused an input'],
	[() => ofRun(200, failedBy(422, AT)), 'The data provider refused the field keyword'],
	[() => read(422, { message: 'no' }), 'The gateway refused an input'],
	[() => read(422, AT), 'The gateway refused the field keyword'],
	[() => gateway.unreadable('{}', '$&'), 'The response has an unexpected shape: it has no $&'],
])('its fact is named: %#', (failure, what) => {
	expect(wordsOf(failure()).what).toBe(what);
});

test.each<[Code, Parameters<typeof failureOf>[1], again: string]>([
	['RATE_LIMITED', { retryAfter: 3600 }, 'Try again in 60 minutes.'],
	['RATE_LIMITED', { retryAfter: 7200 }, 'Try again in 2 hours.'],
	['RATE_LIMITED', { retryAfter: 5400 }, 'Try again in 90 minutes.'],
	['RATE_LIMITED', { retryAfter: 400 }, 'Try again in 7 minutes.'],
	['RATE_LIMITED', { retryAfter: 90_061 }, 'Try again in 26 hours.'],
	['RATE_LIMITED', { retryAfter: 2.5 }, 'Try again in 2.5 seconds.'],
	['NO_ANSWER', {}, 'Try again later.'],
	['INVALID_INPUT', {}, ''],
	['PLATFORM_ERROR', { retryAfter: 9 }, ''],
])('when the same call may succeed: %s, %j', (code, facts, again) => {
	expect(tryAgainWords(failureOf(code, facts))).toBe(again);
});

type Facts = Parameters<typeof failureOf>[1];

const GROUPS =
	"Correct 'Input': Gateway > Inspect lists the fields. Group them in 'Input' if the gateway wants groups.";

/** Returns the details of a failed item. */
function toldOf(code: Code, facts: Facts, spent: Partial<Spending> = {}) {
	const results = [failedBefore(0, failureOf(code, facts))];
	const [item] = happenedIn({ results }).failed;
	return detailsOf(item!, Object.assign(new Spending(), spent), '');
}

test.each<[Code, Partial<Spending>, words: string]>([
	['INVALID_INPUT', {}, 'Nothing was charged.'],
	['REQUEST_REFUSED', { calls: 1 }, '1 call, $0.00: nothing was charged for the failure.'],
	[
		'UNREACHABLE',
		{ calls: 4 },
		'No call reached the gateway: nothing was charged for the failure.',
	],
	[
		'UNREACHABLE',
		{ calls: 4, possible: 0.0015 },
		'4 calls, $0.00, and perhaps $0.0015 more: nothing was charged for the failure.',
	],
	[
		'PLATFORM_ERROR',
		{ calls: 2, cost: 0.03, isEstimate: true },
		'2 calls, $0.03 (estimated from standard prices): the failed call was charged.',
	],
	[
		'NO_ANSWER',
		{ calls: 2, cost: 0.0015, possible: 0.0015 },
		'2 calls, $0.0015, and perhaps $0.0015 more: the failed call may have been charged.',
	],
	// Like an earlier call.
	[
		'NO_ANSWER',
		{},
		'No call was made, because an earlier one failed in this way and may have been charged.',
	],
	[
		'PLATFORM_ERROR',
		{},
		'No call was made, because an earlier one failed in this way and was charged.',
	],
	['MAX_COST', { calls: 1 }, '1 call, $0.00.'],
	['MAX_COST', { cost: 0.015 }, '0 calls, $0.015.'],
])('what it cost that an item failed: %s after %j', (code, spent, words) => {
	expect(toldOf(code, {}, spent)[0]).toBe(words);
});

test.each<[Code, Facts, where: string]>([
	['GATEWAY_ERROR', { httpStatus: 500 }, 'HTTP 500 from the gateway.'],
	['PROVIDER_ERROR', { httpStatus: 422 }, 'HTTP 422 from the data provider.'],
	['NO_ANSWER', {}, 'It happened between n8n and the gateway.'],
	['UNREACHABLE', { httpStatus: 407 }, 'HTTP 407 on the way to the gateway.'],
	['INVALID_INPUT', { field: 'user_id' }, 'Field user_id.'],
	['MAX_COST', {}, ''],
	// No call was made, because the gateway had asked for a wait.
	['RATE_LIMITED', { retryAfter: 14_400 }, ''],
	// The title already names the field.
	[
		'INVALID_INPUT',
		{
			httpStatus: 422,
			layer: 'gateway',
			field: 'keyword',
			variant: 'inputRefusedByGateway',
		},
		'HTTP 422 from the gateway.',
	],
	[
		'PLATFORM_ERROR',
		{ httpStatus: 200, field: 'user_id', runId: 'run_1', excerpt: '<html>' },
		'HTTP 200 from the platform, field user_id, gateway run run_1, in a response that begins with ‹html›.',
	],
])('where it failed: %s, %j', (code, facts, where) => {
	expect(toldOf(code, facts).at(-1)).toBe(where);
});

test.each<[Code, Facts, advice: string]>([
	[
		'NOT_FOUND',
		{},
		"Check 'Endpoint' and 'Provider' in the node, then the 'Base URL' in the credential.",
	],
	['INVALID_INPUT', { variant: 'inputRefusedByGateway' }, GROUPS],
	['INVALID_INPUT', { variant: 'inputRefusedByProvider' }, GROUPS],
	['INVALID_INPUT', {}, ''],
	['BALANCE_TOO_LOW', {}, 'Top up the account.'],
])('what is advised in Gateway > Run: %s, %j', (code, facts, advice) => {
	expect(wordsOf(failureOf(code, facts), true).advice).toBe(advice);
});
