import { readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

import type * as refuseModule from '../../nodes/DataAccess/ask/refuse.ts';
import type * as spendingModule from '../../nodes/DataAccess/buy/spending.ts';
import type * as failedItemModule from '../../nodes/DataAccess/deliver/failedItem.ts';
import type * as failureWordsModule from '../../nodes/DataAccess/deliver/failureWords.ts';
import type * as happenedModule from '../../nodes/DataAccess/deliver/happened.ts';
import type { Where } from '../../nodes/DataAccess/gateway/free/freeRoute.ts';
import type * as informantModule from '../../nodes/DataAccess/gateway/free/informant.ts';
import type * as noAnswerModule from '../../nodes/DataAccess/gateway/noAnswer.ts';
import type { RawAnswer } from '../../nodes/DataAccess/gateway/transport.ts';
import type * as listReadingModule from '../../nodes/DataAccess/list/listReading.ts';
import type * as failureModule from '../../nodes/DataAccess/shared/failure.ts';
import type * as memoryModule from '../../nodes/DataAccess/watch/memory.ts';
import { built } from '../harness/built.mts';
import { createGateway, readAnswer } from '../harness/builtGateway.mts';
import { queryOf } from '../parts/pages.mts';

/*
 * What is said of a failure, whole and once. All other tests look at its code, its layer and whether
 * it was charged.
 */

const { failureOf } = built<typeof failureModule>('shared/failure');
const { failureOfNoAnswer } = built<typeof noAnswerModule>('gateway/noAnswer');
const { GatewayInformant } = built<typeof informantModule>('gateway/free/informant');
const { failureThrown } = built<typeof refuseModule>('ask/refuse');
const { ListReading } = built<typeof listReadingModule>('list/listReading');
const { unreadable } = built<typeof memoryModule>('watch/memory');
const { saidOf } = built<typeof failureWordsModule>('deliver/failureWords');
const { wordsOf } = built<typeof failedItemModule>('deliver/failedItem');
const { failedBefore, happenedIn } = built<typeof happenedModule>('deliver/happened');
const { Account, Spending } = built<typeof spendingModule>('buy/spending');

type Code = failureModule.FailureCode;
type Failure = failureModule.Failure;

/** What happened, and what to do about it. */
type Words = string;

const BY_CODE: Record<Exclude<Code, 'STOPPED'>, Words> = {
	INVALID_INPUT: 'An input cannot be used. Correct it.',
	KEY_REFUSED:
		"The gateway refused the API key. Correct the 'API Key' in this credential: pages that are safe are kept for it alone.",
	BALANCE_TOO_LOW: "The gateway account's balance does not cover the call. Top up the account.",
	ACCESS_DENIED:
		"The API key is not allowed to make this call. Check the key's permissions with the gateway.",
	NOT_FOUND:
		"The gateway does not know this operation or address. Check the 'Base URL' and the 'Provider' in the credential, and whether your gateway needs 'Customize Platform Names'.",
	REQUEST_REFUSED:
		'The gateway refused the request. Check the fields of the node, and ask whoever runs the gateway what it refuses.',
	RATE_LIMITED:
		"The gateway is limiting the rate of calls. Try again later. If it keeps happening, make fewer calls at once ('Concurrency').",
	BUDGET_BLOCKED:
		"The gateway blocked the run because the account's budget does not cover it. Raise the account's budget at the gateway.",
	NOT_FINISHED:
		'The gateway accepted the call but sent no result. Check the run at the gateway before you buy the page again.',
	RUN_TIMED_OUT:
		"The run reached the gateway's own deadline. Try again later, or ask for less at once.",
	RUN_FAILED: 'The run was stopped. Ask whoever runs the gateway who stopped it, then run again.',
	PROVIDER_ERROR: 'The data provider could not answer the request.',
	PLATFORM_ERROR: 'The platform could not answer the request.',
	UNRECOGNISED_ANSWER: 'The answer could not be read.',
	GATEWAY_ERROR: 'The gateway failed, and the outcome of the call is unknown. Try again later.',
	NO_GATEWAY:
		"The address returned a web page instead of a gateway's answer. Check the 'Base URL' of the credential.",
	REDIRECTED:
		"The address redirects, which the node does not follow: that could buy the call twice or send the API key elsewhere. Enter the final address as the 'Base URL' of the credential.",
	UNREACHABLE:
		"The gateway could not be reached. Check the 'Base URL' of the credential and n8n's network connection.",
	NO_ANSWER: 'The connection broke before the answer was complete. Try again later.',
	DEADLINE: "No complete answer came in time. Try again later, or raise 'Timeout'.",
	MAX_COST:
		"No record came before 'Max Cost (USD)' was reached. Raise 'Max Cost (USD)', or ask for what is missing in another execution.",
	PRICE_UNKNOWN:
		"Nobody says what a call of this endpoint costs, so 'Max Cost (USD)' could not hold. Check path and provider of the endpoint (Gateway > Inspect knows them), or have a person enter 'Price (USD)'. If the gateway usually names the price, try again later.",
	NOT_CALLED:
		'No further call was made for this item, because it would be refused like an earlier one in this execution.',
	UNEXPECTED:
		'The node could not continue with this item. This is a bug in the node. Please report it with this message.',
};

/** The words, which keep n8n's guidelines. */
function expectWords(failure: Failure, words: Words): void {
	const { what, advice = '' } = saidOf(failure);
	expect(`${what}.${advice && ` ${advice}`}`).toBe(words);
	expect(what).toMatch(/^(?:\p{Lu}|n8n ).*[^.]$/u);
	if (advice) expect(advice).toMatch(/^\p{Lu}.*\.$/u);
	expect(words).not.toMatch(/\b(?:error|problem|failure|mistake)s?\b/i);
}

test.each(Object.entries(BY_CODE))('%s', (code, words) => {
	expectWords(failureOf(code as Code), words);
});

const [, table = ''] = readFileSync('docs/resume-and-codes.md', 'utf8').split('\n## Codes\n');
const documented = [...table.matchAll(/`([A-Z]+(?:_[A-Z]+)*)`/g)].map(([, code]) => code!);

test('these are the codes that the documents list', () => {
	expect(Object.keys(BY_CODE).sort()).toEqual([...new Set(documented)].sort());
});

/** What a gateway's answer comes to. */
const read = (status: number, body: object | string): Failure => {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return (readAnswer({ status, headers: {}, text }, () => false) as { failure: Failure }).failure;
};
const refused = (status: number) => read(status, { message: 'no' });
const ofRun = (status: number, run: object) => read(status, { runId: 'run_1', ...run });
const unanswered = (seconds: number, words = '', arrived = true) =>
	failureOfNoAnswer({ noAnswer: words ? 'broken' : 'deadline', arrived, words }, seconds * 1000);
const gateway = createGateway(async () => ({}) as RawAnswer, { url: 'http://x', secret: 's' });

/** What a look-up comes to where the gateway answers its free question so. */
async function notTold(
	status: number,
	ask: (informant: informantModule.GatewayInformant<Where>) => Promise<unknown>,
): Promise<Failure> {
	const open = async () => ({
		deployment: { url: `http://host-${status}/v1/run`, secret: 'k' },
		// Longer than a look-up waits.
		send: async () => ({ status, headers: { 'retry-after': '99' }, text: '{}' }),
	});
	const informant = new GatewayInformant(open, false);
	return failureThrown(await ask(informant).catch((error: unknown) => error));
}
const balance = (status: number) => notTold(status, async (informant) => await informant.balance());
const place = { provider: 'p', endpoint: '/e' };

/** The failure of a list that a call fails of, on its first page or later. */
async function failureOfList(
	code: Code,
	{ field = 'end_cursor', isResumed = false, page = 1 },
): Promise<Failure> {
	const bought = [{ page: { records: [{ id: '1' }], next: { end_cursor: 'e' } } }].slice(2 - page);
	const failure = failureOf(code, { field });
	const task = { list: 'L', input: {}, seen: [], limit: Infinity, timeout: 1, memoryName: '' };
	const reading = new ListReading(
		{ ...task, isResumed, isEnded: false },
		{
			query: queryOf('fetch_user_posts_v2'),
			async buy() {
				const next = bought.shift();
				return next ? { ...next, boughtAt: 0 } : { failure };
			},
			deliver: () => {},
		},
	);
	while (!reading.isOver) {
		const next = await reading.buy();
		if (next) reading.take(next);
	}
	return reading.end().failure!;
}

const EXPIRED: Words =
	"An input cannot be used. The gateway no longer accepts this position, which may have expired. Read the list from its beginning, without 'Resume From', in 15 minutes or later: all pages are then bought again.";

test.each<[status: number, Words]>([
	[
		300,
		"The address answered with HTTP status 300, which brings no result. Check the 'Base URL' of the credential, and any proxy or cache before it.",
	],
	[
		400,
		'The gateway refused the request. Check the Provider in the credential and the fields of the node.',
	],
	[405, "The gateway refused the request. Check the 'Base URL' of the credential."],
	[
		407,
		"The proxy that n8n uses wants a login. Write user and password into the proxy's address, in the environment variables HTTP_PROXY and HTTPS_PROXY of n8n, and restart n8n.",
	],
	[
		409,
		'The gateway refused the request. Try again later: the gateway is busy with a call that this one conflicts with.',
	],
	[413, 'The gateway refused the request. Shorten the input: it is too large for the gateway.'],
	[
		422,
		'The gateway refused an input. Correct the field. Some gateways expect grouped fields: see Input Format in the credential. Gateway > Run sends Input as it is written.',
	],
	[
		451,
		'The gateway refused the request. Ask for something else: for legal reasons, the gateway does not return this.',
	],
])('%i', (status, words) => {
	expectWords(refused(status), words);
});

test.each<[string, () => Failure | Promise<Failure>, Words]>([
	[
		'407 to CONNECT',
		() => unanswered(30, 'tunneling socket could not be established, statusCode=407', false),
		"The proxy that n8n uses wants a login. Write user and password into the proxy's address, in the environment variables HTTP_PROXY and HTTPS_PROXY of n8n, and restart n8n.",
	],
	[
		'a handshake that failed',
		() =>
			unanswered(
				30,
				'write EPROTO 80:error:0A00010B:SSL routines:x:wrong version number:../x.c:350',
				false,
			),
		"No secure connection to the gateway could be established. Check the 'Base URL' of the credential: whether it begins with https:// or http://, and its port.",
	],
	['no text', () => read(200, ''), "The answer was empty. Check the 'Base URL' of the credential."],
	[
		'text',
		() => read(200, 'Sorry'),
		"The answer is not JSON. Check the 'Base URL' of the credential.",
	],
	[
		'JSON that is damaged',
		() => read(200, '{"runId": "run_1", "output": {'),
		'The answer is damaged: it begins as JSON, but cannot be read as such. Look the run up at the gateway before you buy the page again. If it happens again, something between n8n and the gateway changes or cuts answers.',
	],
	[
		'a run that goes on',
		() => ofRun(202, { status: 'RUNNING' }),
		'The run was still RUNNING when the gateway answered. Check the run at the gateway before you buy the page again.',
	],
	[
		"a provider's status",
		() => ofRun(200, { status: 'FAILED', providerResponse: { httpStatus: 502 } }),
		'The data provider answered with status 502.',
	],
	[
		"a provider's refusal of a field",
		() => ofRun(200, { status: 'FAILED', providerResponse: { httpStatus: 422 } }),
		'The data provider answered with status 422. Correct the field.',
	],
	['a run that failed', () => ofRun(200, { status: 'FAILED' }), 'The run failed.'],
	[
		'an unknown shape',
		() => gateway.unreadable('{}', 'list of records at data.items'),
		'The answer has an unexpected shape: it has no list of records at data.items.',
	],
	[
		'a deadline of one second',
		() => unanswered(1),
		"No complete answer came within 1 second. Try again later, or raise 'Timeout'.",
	],
	[
		'a longer deadline',
		() => unanswered(1.5),
		"No complete answer came within 1.5 seconds. Try again later, or raise 'Timeout'.",
	],
	[
		'an answer that cannot be unpacked',
		() => unanswered(30, 'Z_DATA_ERROR'),
		"The answer came compressed and cannot be unpacked. Check the 'Base URL' of the credential, and any proxy before the gateway.",
	],
	[
		'a position in Resume From that is refused',
		() => failureOfList('INVALID_INPUT', { isResumed: true }),
		EXPIRED,
	],
	['one that a list comes to', () => failureOfList('INVALID_INPUT', { page: 2 }), EXPIRED],
	['one in Start Position', () => failureOfList('INVALID_INPUT', {}), BY_CODE.INVALID_INPUT],
	[
		'another input that is refused behind it',
		() => failureOfList('INVALID_INPUT', { isResumed: true, field: 'user_id' }),
		BY_CODE.INVALID_INPUT,
	],
	[
		'a page behind it that is not paid for',
		() => failureOfList('BALANCE_TOO_LOW', { isResumed: true }),
		BY_CODE.BALANCE_TOO_LOW,
	],
	[
		"n8n's memory cannot be read",
		() => unreadable(new Error('gone')),
		"n8n could not read which records were returned before. Records that this run returns may come again. Check n8n's database, or turn off 'Only New Records'.",
	],
	[
		'a balance that is not told',
		() => balance(404),
		'This gateway does not tell its balance. Ask the operator of the gateway where it is shown.',
	],
	[
		'an endpoint that is not described',
		() => notTold(404, async (informant) => await informant.inspect(place)),
		"The gateway does not know this endpoint and provider, or does not describe its endpoints at all. Check both. If they are right, ask the operator of the gateway what the endpoint takes and costs: a person then enters 'Price (USD)' in Gateway > Run.",
	],
	[
		'a free question without an answer',
		() => balance(500),
		'The gateway did not answer. Try again later.',
	],
	[
		'a free question too many',
		() => balance(429),
		'The gateway is limiting the rate of calls. Try again later.',
	],
])('%s', async (_label, failure, words) => {
	expectWords(await failure(), words);
});

const SETTINGS = { cap: 1, reuse: 0, remarks: [] };

/** All that is said of a failed item. */
function allOf(
	failure: Failure,
	spent: Partial<spendingModule.Spending>,
	{ records = 0, isOnly = true } = {},
) {
	const result = { ...failedBefore(isOnly ? 0 : 1, failure), records };
	const results = isOnly ? [result] : [failedBefore(0, failure), result];
	const account = new Account();
	account.record(result.itemIndex, Object.assign(new Spending(), spent));
	const happened = happenedIn({ results, account, ...SETTINGS });
	return wordsOf(result as happenedModule.FailedResult, happened);
}

test.each<[string, Failure, Partial<spendingModule.Spending>, object, string]>([
	['before a call', failureOf('INVALID_INPUT'), {}, {}, 'No call was made for it.'],
	[
		'by a call that was free',
		failureOf('REQUEST_REFUSED'),
		{ calls: 1 },
		{},
		'The failed call was not charged. 1 call made, $0.00; 0 records read before that.',
	],
	[
		'by a call that was charged',
		failureOf('PLATFORM_ERROR'),
		{ calls: 2, cost: 0.03, isEstimate: true },
		{ records: 20 },
		'The failed call was charged. 2 calls made, $0.03 (estimated from list prices); 20 records read before that.',
	],
	[
		'by a call that may have been charged',
		failureOf('NO_ANSWER'),
		{ calls: 2, cost: 0.0015, possible: 0.0015 },
		{ records: 1 },
		'The failed call may have been charged. 2 calls made, $0.0015, and perhaps $0.0015 more; 1 record read before that.',
	],
	[
		'among others',
		failureOf('PLATFORM_ERROR'),
		{ calls: 1, cost: 0.015 },
		{ isOnly: false },
		'The failed call was charged. 1 call made, $0.015; 0 records read before that.',
	],
	[
		'like an earlier call',
		failureOf('NO_ANSWER'),
		{},
		{},
		'An earlier call failed in this way, and may have been charged.',
	],
	['of a look-up', failureOf('NOT_FOUND'), {}, {}, 'Nothing was charged.'],
	[
		'at the cap',
		failureOf('MAX_COST'),
		{ calls: 1, cost: 0.015 },
		{},
		'1 call made, $0.015; 0 records read before that.',
	],
])('what it cost that an item failed %s', (_label, failure, spent, more, money) => {
	expect(allOf(failure, spent, more).money).toBe(money);
});

test.each<[Partial<Failure>, string]>([
	[{ layer: 'input', field: 'user_id' }, 'Where: layer: input, field: user_id.'],
	[{ httpStatus: 402 }, 'Where: HTTP 402, layer: platform.'],
	[
		{ httpStatus: 200, runId: 'run_1', excerpt: '<html>' },
		'Where: HTTP 200, layer: platform, run: run_1. The answer begins with: ‹html›',
	],
])('where it failed: %j', (more, where) => {
	expect(allOf(failureOf('PLATFORM_ERROR', more), {}).where).toBe(where);
});

test.each<[Partial<Failure>, object, string]>([
	[{}, {}, 'The platform could not answer the request'],
	[{ words: 'is gone. ' }, {}, 'The platform could not answer the request: “is gone”'],
	[{ words: 'no' }, { isOnly: false }, 'The platform could not answer the request: “no” [item 1]'],
	[{ what: 'x'.repeat(501) }, {}, `${'x'.repeat(500)}…`],
])('the title of %j, %j', (more, of, title) => {
	expect(allOf(failureOf('PLATFORM_ERROR', more), {}, of).title).toBe(title);
});
