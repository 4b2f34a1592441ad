import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import fastify from 'fastify';
import getPort from 'get-port';

import { createCredential, testCredential } from '../harness/credentials.mts';
import { API_KEY } from '../harness/world.mts';
import type { World } from '../harness/world.mts';

interface Change {
	baseUrl?: string;
	apiKey?: string;
}

const NO_GATEWAY = /not a data-access gateway.*Base URL/;
const NO_KEY = /^The 'API Key' .* no key has.* Copy the key again/;

/** What is entered, what is said of it unless it is right, and whether the gateway is asked. */
type Row = [label: string, change: (gateway: string) => Change, said: RegExp | 'OK', asks: boolean];

const ROWS: Row[] = [
	['a good key', () => ({}), 'OK', true],
	['an address with a slash', (url) => ({ baseUrl: `${url}/` }), 'OK', true],
	['an address with the run path', (url) => ({ baseUrl: `${url}/v1/run` }), 'OK', true],
	['a bad key', () => ({ apiKey: 'wrong' }), /API key/, true],
	['an invisible character', () => ({ apiKey: 'test\u200bkey' }), NO_KEY, false],
	['a key of two lines', () => ({ apiKey: 'test\nkey' }), NO_KEY, false],
	['an address without a gateway', (url) => ({ baseUrl: `${url}/a/b` }), NO_GATEWAY, false],
];

/** What a user reads after saving a credential, and that it costs nothing. */
export function testCredentials(world: World): void {
	describe('credential test', () => {
		async function verdict(change: Change) {
			const { emulator, rest } = world;
			emulator.reset();
			const { url: baseUrl, provider } = emulator;
			const name = `Tested ${JSON.stringify(change)}`;
			const data = { baseUrl, apiKey: API_KEY, provider, ...change };
			const id = await createCredential(rest, data, name);
			const { status, message } = await testCredential(rest, id, name);
			await rest.call('DELETE', `/rest/credentials/${id}`);
			assert.equal(emulator.summary().charged, 0, 'the test cost money');
			return status === 'OK' ? 'OK' : message;
		}

		for (const [label, change, said, asks] of ROWS) {
			test(label, async () => {
				const verdictOf = await verdict(change(world.emulator.url));
				if (said === 'OK') assert.equal(verdictOf, 'OK');
				else assert.match(verdictOf, said);
				assert.equal(world.emulator.ledger.length > 0, asks);
			});
		}

		test('an address where nobody is, and a web page', async () => {
			// Without any answer the words are n8n's own, others in each version.
			const nobody = await verdict({ baseUrl: `http://127.0.0.1:${await getPort()}` });
			assert.match(nobody, /ECONNREFUSED|refused the connection/);
			const site = fastify({ forceCloseConnections: true });
			site.all('*', (_, reply) => reply.type('text/html').send('<h1>It works!</h1>'));
			const baseUrl = await site.listen({ host: '127.0.0.1', port: 0 });
			assert.match(await verdict({ baseUrl }), NO_GATEWAY);
			await site.close();
		});
	});
}
