import { expect, test } from '@jest/globals';

import type { Fault } from '../../emulator/emulator.mts';
import { skipWaits } from '../harness/clock.mts';
import { RUN_ROUTES } from '../harness/freeRoutes.mts';
import { statementOf } from '../harness/money.mts';
import { getPosts } from '../harness/operations.mts';
import { API_KEY, CONTINUE, useWorld } from '../harness/world.mts';

/*
 * What gateways and what stands before them really send, each kind met once by a whole node. The rules by which it
 * is told (docs/development/gateway.md) have their tables beside this file.
 */

const world = useWorld();
const posts = (list: string) => ({
	...{ ...getPosts.parameters(list), output: 'raw', limit: 1, pageSize: 2 },
});

test.each<[string, Fault]>([
	['beside what looks like an error', { kind: 'beside', fields: { code: 500, error: 'None' } }],
	['from its run, where the answer lacks it', { kind: 'noOutput' }],
	['after the wait that is asked for', { kind: 'rateLimited', retryAfter: '2.5' }],
])('a page is read %s', async (_label, fault) => {
	skipWaits();
	world.emulator.configure({ freeRoutes: RUN_ROUTES });
	world.emulator.addFault(fault);
	const run = await world.run(posts('kind-size-2'));
	expect(run.records).toHaveLength(1);
	expect(world.emulator.summary().charged).toBe(getPosts.price);
	expect(statementOf(run)).toMatchObject({ cost: getPosts.price, possible: 0 });
});

test.each<Fault>([
	{ kind: 'refused', httpStatus: 403 },
	{ kind: 'html', httpStatus: 403, title: 'Just a moment...' },
])('behind a call that has succeeded, %j refuses its own alone', async (fault) => {
	world.emulator.addFault({ ...fault, match: { call: 2 } });
	const items = ['a', 'b', 'c'].map((list) => ({ list }));
	const parameters = { ...posts('={{ $json.list }}'), options: { concurrency: 1 } };
	const { records, errors } = await world.run(parameters, { items, ...CONTINUE });
	expect(records).toHaveLength(2);
	expect(errors).toMatchObject([{ error: { itemIndex: 1, mayBeCharged: false } }]);
	expect(world.emulator.ledger).toHaveLength(3);
});

const NO_MONEY = { code: 402, msg: '账户余额不足，请充值', data: null };
const LONG = 'x'.repeat(290);
const page = (title: string): Fault => ({ kind: 'html', httpStatus: 403, title });

test.each<[string, Fault, code: string, words: string]>([
	['no money', { kind: 'refused', httpStatus: 200, body: NO_MONEY }, 'BALANCE_TOO_LOW', '余额不足'],
	['a web page', page('Just a moment...'), 'NO_GATEWAY', '“Just a moment”'],
	['one with the key', page(`${LONG}${API_KEY} is blocked`), 'NO_GATEWAY', `${LONG}••• is blocked`],
])('%s ends the execution in its own words, uncharged', async (_label, fault, code, words) => {
	world.emulator.addFault({ ...fault, times: Infinity });
	const items = ['a', 'b', 'c'].map((list) => ({ list }));
	const parameters = { ...posts('={{ $json.list }}'), options: { concurrency: 1 } };
	const run = await world.run(parameters, { items, ...CONTINUE });
	const { error, message } = run.errors[0]!;
	expect(error).toMatchObject({ code, cost: 0, mayBeCharged: false });
	expect(world.emulator.ledger).toHaveLength(1);
	expect(message).toContain(words);
	expect(message).not.toMatch(/API key|permissions|fields/);
	expect(message).not.toContain(API_KEY.slice(0, 4));
});
