import { expect, test } from '@jest/globals';

import type { Fault } from '../../emulator/emulator.mts';
import { getPosts } from '../harness/operations.mts';
import { CONTINUE, useWorld } from '../harness/world.mts';

/*
 * Answers that gateways, and proxies in front of them, really send: each kind once, through the whole node. The rules
 * for reading them (docs/development/gateway.md) are tested as tables in the other files of this folder.
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
])('after a call that has succeeded, %j refuses only its own call', async (fault) => {
	const { records, errors } = await run({ ...fault, match: { call: 2 } });
	expect(records).toHaveLength(2);
	expect(errors).toMatchObject([{ error: { itemIndex: 1, mayBeCharged: false } }]);
	expect(world.emulator.ledger).toHaveLength(3);
});
