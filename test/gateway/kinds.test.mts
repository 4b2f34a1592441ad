import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../emulator/emulator.mts';
import { skipWaits } from '../harness/clock.mts';
import { RUN_ROUTES } from '../harness/freeRoutes.mts';
import { pageOfPosts } from '../harness/gateway.mts';
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

const POST = { id: '12345678901234567890', word: '你好，10 €' };
const WAIT = { 'x-ratelimit-reset-requests': '2s500ms' };
const inGbk = { fields: { data: pageOfPosts([POST]) }, charset: 'GBK', isUntold: true };

test.each<[string, Fault, IDataObject?]>([
	['in a charset that nobody tells', { kind: 'beside', ...inGbk }, POST],
	['behind the lines of another program', { kind: 'warning' }],
	['beside what looks like an error', { kind: 'beside', fields: { code: 500, error: 'None' } }],
	['from its run, where the answer lacks it', { kind: 'noOutput' }],
	['after the wait that a header asks for', { kind: 'rateLimited', headers: WAIT }],
])('a page is read %s', async (_label, fault, post = {}) => {
	skipWaits();
	world.emulator.configure({ freeRoutes: RUN_ROUTES });
	world.emulator.addFault(fault);
	const run = await world.run(posts('kind-size-2'));
	expect(run.records).toMatchObject([post]);
	expect(world.emulator.summary().charged).toBe(getPosts.price);
	expect(statementOf(run)).toMatchObject({ cost: getPosts.price, possible: 0 });
});

const NO_MONEY = { success: false, msg: '账户余额不足，请充值', data: null };
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
