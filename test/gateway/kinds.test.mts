import { describe, expect, test } from '@jest/globals';

import type { Fault } from '../../emulator/emulator.mts';
import { skipWaits } from '../harness/clock.mts';
import { RUN_ROUTES } from '../harness/freeRoutes.mts';
import { pageOfPosts } from '../harness/gateway.mts';
import { outside } from '../harness/native.mts';
import { statementOf } from '../harness/money.mts';
import { getPosts, operations } from '../harness/operations.mts';
import { API_KEY, CONTINUE, useWorld } from '../harness/world.mts';

/*
 * What gateways and what stands before them really send, met by a whole node: one table of kinds, each told by its
 * rule (docs/development/gateway.md). The rules' own tables are beside this file.
 */

const world = useWorld();
const OPTIONS = { output: 'raw', limit: 1, pageSize: 2 };
const posts = (list = 'kind-size-2') => ({ ...getPosts.parameters(list), ...OPTIONS });

/** Three items, with a fault for each call. */
async function failedBy(fault: Fault) {
	world.emulator.addFault({ ...fault, times: Infinity });
	const items = ['a', 'b', 'c'].map((list) => ({ list }));
	const parameters = { ...posts('={{ $json.list }}'), options: { concurrency: 1 } };
	const run = await world.run(parameters, { items, ...CONTINUE });
	const [failed] = run.errors;
	const { error, message } = failed!;
	return { code: error.code, message, calls: world.emulator.ledger.length, run };
}

const REFUSED = { kind: 'refused' } as const;
const refused = (httpStatus: number, body: unknown): Fault => ({ ...REFUSED, httpStatus, body });

test.each<[string, Fault]>([
	['a code in a 200', refused(200, { code: 402, message: 'Insufficient balance' })],
	['words in a 200', refused(200, { success: false, msg: '账户余额不足，请充值', data: null })],
	[
		'a 429',
		refused(429, {
			error: {
				code: 'insufficient_quota',
				message: 'You exceeded your current quota, please check your plan and billing details.',
			},
		}),
	],
])('no money, said by %s: one call, not charged', async (_by, fault) => {
	const { code, calls, run } = await failedBy(fault);
	expect([code, calls]).toEqual(['BALANCE_TOO_LOW', 1]);
	expect(run.errors[0]?.error).toMatchObject({ cost: 0, mayBeCharged: false });
});

test.each([
	[403, 'Just a moment...'],
	[401, 'Authorization Required'],
	[503, 'Attention Required! | Cloudflare'],
])('a web page with %i is told by its title', async (httpStatus, title) => {
	const { code, message, run } = await failedBy({ kind: 'html', httpStatus, title });
	expect(code).toBe(httpStatus < 500 ? 'NO_GATEWAY' : 'GATEWAY_ERROR');
	expect(message).toContain(`“${title.replace(/\.+$/, '')}”`);
	expect(message).not.toMatch(/API key|permissions|fields/);
	expect(run.errors[0]?.error.mayBeCharged).toBe(httpStatus >= 500);
});

test('no part of the API key is shown of a title, however long it is', async () => {
	const title = `${'x'.repeat(290)}${API_KEY} is blocked`;
	const { message } = await failedBy({ kind: 'html', httpStatus: 403, title });
	expect(message).toContain(`${'x'.repeat(290)}••• is blocked`);
	expect(message).not.toContain(API_KEY.slice(0, 4));
});

describe('what was paid for is read', () => {
	test.each([
		['GBK', '你好，10 €'],
		['Big5', '您好'],
		['ISO-8859-1', 'café'],
		['nobody-knows', '你好'],
		['GBK', '你好', true],
	])('in %s', async (charset, word, isUntold = false) => {
		const fields = { data: pageOfPosts([{ id: '12345678901234567890', word }]) };
		world.emulator.addFault({ kind: 'beside', fields, charset, isUntold });
		const { records } = await world.run(posts());
		expect(records).toEqual([{ id: '12345678901234567890', word }]);
	});

	test('behind the lines of another program', async () => {
		world.emulator.addFault({ kind: 'warning' });
		expect((await world.run(posts())).records).toHaveLength(1);
	});

	test.each<[object]>([
		[{ error: { code: 'ok', message: '', log_id: '7' } }],
		[{ code: 1000, success: true, msg: '成功' }],
		[{ error: 'None' }],
		[{ code: 500, message: 'Something', error: { message: 'else' } }],
	])('beside %j, of each operation', async (fields) => {
		for (const operation of operations) {
			world.renew();
			world.emulator.addFault({ kind: 'beside', fields });
			const run = await world.run({ ...operation.parameters('full-size-3'), limit: 1 });
			expect([operation.name, run.records.length]).toEqual([operation.name, 1]);
		}
	});

	const NO_OUTPUT = ['null', 'missing', 'empty', 'word', 'zero', 'runId'] as const;
	test.each(NO_OUTPUT)('of a completed run without its output (%s), from the run', async (form) => {
		world.emulator.configure({ freeRoutes: RUN_ROUTES });
		world.emulator.addFault({ kind: 'noOutput', form });
		const run = await world.run(posts());
		expect([run.records.length, world.emulator.ledger.length]).toEqual([1, 1]);
		expect(statementOf(run)).toMatchObject({ cost: getPosts.price, possible: 0 });
	});
});

test('a completed run without its output that nobody lists may have been charged', async () => {
	skipWaits();
	const { code, calls, run } = await failedBy({ kind: 'noOutput' });
	expect([code, calls]).toEqual(['NOT_FINISHED', 3]);
	expect(run.errors[0]?.error).toMatchObject({ mayBeCharged: true, runId: expect.any(String) });
});

test.each<[unknown, unknown]>([
	[15, undefined],
	[150, null],
	[999, ''],
	[15, 'POINT'],
])('a cost of %j without a unit (%j) is the list price, as an estimate', async (value, unit) => {
	const undefinedUnit = unit === undefined ? 'none' : unit;
	world.emulator.addFault({ kind: 'cost', value, unit: undefinedUnit });
	const run = await world.run(posts());
	expect(statementOf(run)).toMatchObject({ cost: getPosts.price, isEstimate: true });
});

test.each<[name: string, value: () => string]>([
	['retry-after', () => '2.5'],
	['retry-after', () => String(Math.floor(outside.Date.now() / 1000) + 3)],
	['x-ratelimit-reset', () => String(Math.floor(outside.Date.now() / 1000) + 3)],
	['x-ratelimit-reset-requests', () => '2s500ms'],
])('a wait in %s is waited', async (name, value) => {
	skipWaits();
	const before = outside.Date.now();
	world.emulator.addFault({ kind: 'rateLimited', headers: { [name]: value() } });
	const run = await world.run(posts());
	expect(run.records).toHaveLength(1);
	expect(outside.Date.now() - before).toBeGreaterThan(1900);
	expect(outside.Date.now() - before).toBeLessThan(8000);
});
