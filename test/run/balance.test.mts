import { afterEach, expect, test } from '@jest/globals';

import { useGateway } from '../harness/gateway.mts';
import { getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

const getBalance = { resource: 'gateway', operation: 'getBalance' };

// A request for the balance buys nothing.
afterEach(() => expect(world.emulator.ledger.length).toBeLessThan(2));

test('the balance is one item for any number of input items', async () => {
	world.emulator.configure({ freeRoutes: { balance: 'there' }, balance: 1 });
	await world.run(getPosts.parameters('size-3'));
	const run = await world.run(getBalance, { items: [{}, {}, {}] });
	expect(run.records).toEqual([{ balance: 0.9985, currency: 'USD' }]);
	expect(run.items[0]!.pairedItem).toEqual({ item: 0 });
	expect(world.emulator.freeLedger).toHaveLength(1);
	expect(run.context).not.toHaveProperty('calls', 1);
});

test.each([
	['missing', 'NOT_FOUND'],
	['unauthorized', 'KEY_REFUSED'],
	['down', 'UNREACHABLE'],
] as const)('if the route is %s, there is a clear error', async (how, code) => {
	world.emulator.configure({ freeRoutes: { balance: how } });
	const run = await world.run(getBalance);
	const refused = { code, callsMade: 0, cost: 0, mayBeCharged: false };
	expect(run.error?.errorResponse).toMatchObject(refused);
	expect(world.emulator.freeLedger).toHaveLength(1);
	world.emulator.configure({ freeRoutes: { balance: 'there' } });
	expect((await world.run(getBalance)).records).toHaveLength(1);
});

test.each<[string, unknown, number | undefined]>([
	['a text that is a number', { balance: { value: '1.5', currency: 'USD' } }, 1.5],
	['a negative number', { balance: { value: -2 } }, -2],
	['a text that is not a number', { balance: { value: 'much' } }, undefined],
	['a number that is too large', '{"balance":{"value":1e999}}', undefined],
	['nothing', {}, undefined],
])('the gateway answers with %s', async (_label, body, balance) => {
	gateway.answerWith(() => ({ body }));
	const run = await world.run(getBalance, gateway.at);
	if (balance === undefined) expect(run.error?.errorResponse).toMatchObject({ code: 'NOT_FOUND' });
	else expect(run.records).toEqual([{ balance, currency: 'USD' }]);
});
