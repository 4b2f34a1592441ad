import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import fastify from 'fastify';
import getPort from 'get-port';

import { createCredential, testCredential } from '../harness/credentials.mts';
import { API_KEY } from '../harness/world.mts';
import type { World } from '../harness/world.mts';

/** What a user reads after saving a credential, and that it costs nothing. */
export function testCredentials(world: World): void {
	describe('credential test', () => {
		async function verdict(change: { baseUrl?: string; apiKey?: string }) {
			const { emulator, rest } = world;
			emulator.reset();
			const data = {
				baseUrl: emulator.url,
				apiKey: API_KEY,
				provider: emulator.provider,
				...change,
			};
			const name = `Tested ${JSON.stringify(change)}`;
			const id = await createCredential(rest, data, name);
			const result = await testCredential(rest, id, name);
			await rest.call('DELETE', `/rest/credentials/${id}`);
			assert.equal(emulator.summary().charged, 0, 'the test cost money');
			return result;
		}

		test('good key', async () => {
			const { status, message } = await verdict({});
			assert.equal(status, 'OK', message);
			assert.equal(world.emulator.ledger.length, 1);
			assert.equal(world.emulator.ledger[0]?.headersSeen.authorization, 'valid');
		});

		test('address with a slash or the run path at its end', async () => {
			for (const end of ['/', '/v1/run']) {
				const { status, message } = await verdict({ baseUrl: world.emulator.url + end });
				assert.equal(status, 'OK', message);
			}
		});

		test('bad key', async () => {
			const { status, message } = await verdict({ apiKey: 'wrong' });
			assert.equal(status, 'Error');
			assert.match(message, /API key/);
			assert.equal(world.emulator.ledger[0]?.headersSeen.authorization, 'invalid');
		});

		test('a key that cannot be sent', async () => {
			for (const apiKey of ['test\u200bkey', 'test\nkey', 'тест']) {
				const { status, message } = await verdict({ apiKey });
				assert.equal(status, 'Error');
				assert.match(message, /^The 'API Key' .* no key has.* Copy the key again/);
				assert.equal(world.emulator.ledger.length, 0);
			}
		});

		test('wrong address: nobody there', async () => {
			const { status, message } = await verdict({
				baseUrl: `http://127.0.0.1:${await getPort()}`,
			});
			assert.equal(status, 'Error');
			// Without any answer the words are n8n's own, others in each version.
			assert.match(message, /ECONNREFUSED|refused the connection/);
			assert.equal(world.emulator.ledger.length, 0);
		});

		test('wrong address: no gateway there', async () => {
			const { status, message } = await verdict({
				baseUrl: `${world.emulator.url}/some/where`,
			});
			assert.equal(status, 'Error');
			assert.match(message, /not a data-access gateway.*Base URL/);
		});

		test('a web page instead of a gateway', async () => {
			const site = fastify({ forceCloseConnections: true });
			site.all('*', (_, reply) => reply.type('text/html').send('<h1>It works!</h1>'));
			try {
				const baseUrl = await site.listen({ host: '127.0.0.1', port: 0 });
				const { status, message } = await verdict({ baseUrl });
				assert.equal(status, 'Error');
				assert.match(message, /not a data-access gateway.*Base URL/);
			} finally {
				await site.close();
			}
		});
	});
}
