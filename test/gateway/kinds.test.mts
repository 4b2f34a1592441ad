import { expect, test } from '@jest/globals';

import type { Fault } from '../../emulator/emulator.mts';
import { getPosts } from '../harness/operations.mts';
import { CONTINUE, useWorld } from '../harness/world.mts';

/*
 * What gateways and what stands before them really send, each kind met once by a whole node. The rules by which it
 * is told (docs/development/gateway.md) have their tables beside this file.
 */

const world = useWorld();
const items = ['a', 'b', 'c'].map((list) => ({ list }));

async function run(fault: Fault) {
	world.emulator.addFault(fault);
	const parameters = { ...getPosts.parameters('={{ $json.list }}'), output: 'raw', limit: 1 };
	return await world.run({ ...parameters, options: { concurrency: 1 } }, { items, ...CONTINUE });
}

test.each<Fault>([
	{ kind: 'refused', httpStatus: 403 },
	{ kind: 'html', httpStatus: 403, title: 'Just a moment...' },
])('behind a call that has succeeded, %j refuses its own alone', async (fault) => {
	const { records, errors } = await run({ ...fault, match: { call: 2 } });
	expect(records).toHaveLength(2);
	expect(errors).toMatchObject([{ error: { itemIndex: 1, mayBeCharged: false } }]);
	expect(world.emulator.ledger).toHaveLength(3);
});

const NO_MONEY = { code: 402, msg: '账户余额不足，请充值', data: null };

test.each<[Fault, code: string, words: string]>([
	[{ kind: 'refused', httpStatus: 200, body: NO_MONEY }, 'BALANCE_TOO_LOW', '余额不足'],
	[{ kind: 'html', httpStatus: 403, title: 'Just a moment...' }, 'NO_GATEWAY', '“Just a moment”'],
])('%j ends the execution in its own words, uncharged', async (fault, code, words) => {
	const { errors } = await run({ ...fault, times: Infinity });
	expect(errors[0]!.error).toMatchObject({ code, cost: 0, mayBeCharged: false });
	expect(world.emulator.ledger).toHaveLength(1);
	expect(errors[0]!.message).toContain(words);
	expect(errors[0]!.message).not.toMatch(/API key|permissions|fields/);
});
