import { createServer as createHttp } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { skipWaits } from '../harness/clock.mts';
import { listening } from '../harness/listening.mts';
import { outside } from '../harness/native.mts';
import { statementOf } from '../harness/money.mts';
import { getPosts } from '../harness/operations.mts';
import { triesOf, useWorld } from '../harness/world.mts';
import type { NodeRun } from '../harness/world.mts';

const PRICE = getPosts.price;

const world = useWorld();

let relay: Server;
let port: number;
let left: number;
beforeEach(() => {
	port = 0;
});
afterEach(() => void relay?.close());

/** Starts a relay to the emulator that accepts this many connections, one per call, and then refuses all. */
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

const run = async (node: object = {}): Promise<NodeRun> =>
	await world.run(
		{ ...getPosts.parameters('list-size-8'), pageSize: 2, returnAll: true },
		{ node, credential: { baseUrl: `http://127.0.0.1:${port}` } },
	);

test('if the gateway disappears after two pages, none is lost, and the rest is bought when it is back', async () => {
	skipWaits();
	await openFor(2);
	const first = await run(triesOf(2));
	expect(first.error?.errorResponse).toMatchObject({ code: 'UNREACHABLE', mayBeCharged: false });
	expect(statementOf(first)).toMatchObject({ calls: 2 + 2 * 4, cost: 2 * PRICE, possible: 0 });
	// n8n would replace a message with a network code in it by its own.
	expect(first.error?.message).toContain('ECONNREFUSED');

	await openFor(Infinity);
	expect((await run()).records).toHaveLength(8);
	expect(world.emulator.ledger.map(({ page }) => page)).toEqual([1, 2, 3, 4]);
});

const listen = async (server: Server) => await listening((relay = server));

const onceAsked = (act: (socket: Socket) => void) => () =>
	createServer((socket) => socket.once('data', () => act(socket)));

test.each<[string, () => Server, code: string, words: RegExp]>([
	['speaks http', () => createHttp((_, to) => to.end('x')), 'UNREACHABLE', /wrong version/],
	['refuses the handshake', () => createTls({}), 'UNREACHABLE', /handshake failure/],
	['ends the connection', onceAsked((socket) => socket.end()), 'UNREACHABLE', /before secure/],
	// It might have been reset after the request.
	[
		'resets the connection',
		onceAsked((socket) => socket.resetAndDestroy()),
		'NO_ANSWER',
		/ECONNRESET/,
	],
])('https:// on a port that %s', async (_label, serverOf, code, words) => {
	skipWaits();
	const baseUrl = `https://127.0.0.1:${await listen(serverOf())}`;
	const { error } = await world.run(getPosts.parameters('size-3'), { credential: { baseUrl } });
	const mayBeCharged = code === 'NO_ANSWER';
	expect(error?.errorResponse).toMatchObject({ code, mayBeCharged, cost: 0, layer: 'network' });
	expect(error?.message).toMatch(words);
});

test.each(['http', 'https'])(
	'a proxy that requires a login, on the way to %s://',
	async (scheme) => {
		const seen: string[] = [];
		const proxy = createHttp((request, response) => {
			seen.push(String(request.method));
			response
				.writeHead(407, { 'proxy-authenticate': 'Basic realm="x"' })
				.end('<html>Log in</html>');
		});
		proxy.on('connect', (request, socket) => {
			seen.push(String(request.method));
			socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 5\r\n\r\nLogin');
		});
		const { env } = outside.process;
		env.HTTP_PROXY = env.HTTPS_PROXY = `http://127.0.0.1:${await listen(proxy)}`;
		try {
			const credential = { baseUrl: `${scheme}://gateway.example` };
			const inspect = { resource: 'gateway', operation: 'inspect', endpoint: '/v9/a' };
			const posts = getPosts.parameters('size-3');
			for (const [parameters, rows] of [
				[posts, 2],
				[inspect, 1],
			] as const) {
				const { error } = await world.run(parameters, { credential, items: Array(rows).fill({}) });
				const failure = { code: 'UNREACHABLE', layer: 'network', httpStatus: 407 };
				expect(error?.errorResponse).toMatchObject({ ...failure, mayBeCharged: false });
				expect(error?.message).toContain('The proxy that n8n uses requires authentication');
			}
		} finally {
			delete env.HTTP_PROXY;
			delete env.HTTPS_PROXY;
		}
		const method = scheme === 'http' ? 'POST' : 'CONNECT';
		expect(seen).toEqual([method, method]);
	},
);
