import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { skipWaits } from '../harness/clock.mts';
import { idsOf, nextOf, soldIds, statementOf } from '../harness/money.mts';
import { getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import type { NodeRun } from '../harness/world.mts';

const PRICE = getPosts.price;

const world = useWorld();

let relay: Server;
let port: number;
let left: number;
beforeEach(() => {
	port = 0;
});
afterEach(() => void relay.close());

/** An address before the emulator that takes so many connections, one a call, then refuses all. */
async function openFor(connections: number): Promise<void> {
	left = connections;
	relay = createServer((socket) => {
		left -= 1;
		if (left === 0) relay.close();
		const onwards = connect(Number(new URL(world.emulator.url).port), '127.0.0.1');
		socket.on('error', () => onwards.destroy()).pipe(onwards);
		onwards.on('error', () => socket.destroy()).pipe(socket);
	});
	await new Promise<void>((resolve) => relay.listen(port, '127.0.0.1', resolve));
	({ port } = relay.address() as AddressInfo);
}

const run = async (options: object, node: object): Promise<NodeRun> =>
	await world.run(
		{
			...getPosts.parameters('list-size-8'),
			pageSize: 2,
			returnAll: true,
			output: 'raw',
			options,
		},
		{ node, credential: { baseUrl: `http://127.0.0.1:${port}` } },
	);

test.each([
	['stopWorkflow', false],
	['stopWorkflow', true],
	['continueRegularOutput', false],
	['continueErrorOutput', true],
] as const)(
	'a gateway that goes away after two pages loses none, under %s, Retry On Fail: %s',
	async (onError, retryOnFail) => {
		skipWaits();
		await openFor(2);
		const node = { onError, retryOnFail, maxTries: 2, waitBetweenTries: 1 };
		const first = await run({}, node);
		const error = first.errors[0]?.error ?? first.error?.errorResponse;
		expect(error).toMatchObject({ code: 'UNREACHABLE', mayBeCharged: false, cost: 2 * PRICE });
		expect(statementOf(first)).toMatchObject({ cost: 2 * PRICE, possible: 0 });
		// n8n would put a text of its own in place of a message with a network code in it.
		const message = first.errors[0]?.message ?? first.error?.message;
		expect(String(message).replaceAll('\u2060', '')).toContain('ECONNREFUSED');

		await openFor(Infinity);
		const resumeFrom = first.status === 'error' ? undefined : nextOf(first, 0);
		const rest = await run({ resumeFrom }, {});
		expect(rest.status).toBe('success');
		expect([...idsOf(first, getPosts), ...idsOf(rest, getPosts)]).toEqual(
			soldIds(world.emulator.ledger),
		);
		expect(world.emulator.ledger.map(({ page }) => page)).toEqual([1, 2, 3, 4]);
	},
);

test('a gateway that comes back in time is asked again', async () => {
	await openFor(2);
	const running = run({}, {});
	await new Promise((resolve) => relay.once('close', resolve));
	await openFor(Infinity);
	const { status, records } = await running;
	expect(status).toBe('success');
	expect(records).toHaveLength(8);
	expect(world.emulator.ledger.map(({ page }) => page)).toEqual([1, 2, 3, 4]);
});
