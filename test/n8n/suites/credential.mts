import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import { createCredential, testCredential } from '../harness/credentials.mts';
import { freePort } from '../harness/freePort.mts';
import { apiKey, type Stage } from '../harness/regularMode.mts';

/** A web server that answers everything with a page, as a mistyped address does. */
async function webSite(): Promise<{ url: string; close: () => void }> {
	const server = createServer((_, response) => {
		response.setHeader('content-type', 'text/html');
		response.end('<!doctype html><title>Welcome</title><h1>It works!</h1>');
	});
	const { promise, resolve } = Promise.withResolvers<void>();
	server.listen(0, '127.0.0.1', resolve);
	await promise;
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}

/** What a user reads after saving a credential, and that it costs nothing. */
export function credentialSuite(stage: () => Stage): void {
	suite('credential test', () => {
		async function verdict(change: { baseUrl?: string; apiKey?: string }) {
			const { emulator, rest } = stage();
			emulator.reset();
			const data = { baseUrl: emulator.url, apiKey, provider: emulator.provider, ...change };
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
			assert.equal(stage().emulator.ledger.length, 1);
			assert.equal(stage().emulator.ledger[0]?.headersSeen.authorization, 'valid');
		});

		test('address with a slash or the run path at its end', async () => {
			for (const end of ['/', '/v1/run']) {
				const { status, message } = await verdict({ baseUrl: stage().emulator.url + end });
				assert.equal(status, 'OK', message);
			}
		});

		test('bad key', async () => {
			const { status, message } = await verdict({ apiKey: 'wrong' });
			assert.equal(status, 'Error');
			assert.match(message, /API key/);
			assert.equal(stage().emulator.ledger[0]?.headersSeen.authorization, 'invalid');
		});

		test('wrong address: nobody there', async () => {
			const { status, message } = await verdict({
				baseUrl: `http://127.0.0.1:${await freePort()}`,
			});
			assert.equal(status, 'Error');
			assert.doesNotMatch(message, /API key/);
			assert.equal(stage().emulator.ledger.length, 0);
		});

		test('wrong address: no gateway there', async () => {
			const { status, message } = await verdict({
				baseUrl: `${stage().emulator.url}/elsewhere`,
			});
			assert.equal(status, 'Error');
			assert.match(message, /not a data-access gateway.*Base URL/);
		});

		test('a web page instead of a gateway', async () => {
			const site = await webSite();
			try {
				const { status, message } = await verdict({ baseUrl: site.url });
				assert.equal(status, 'Error');
				assert.match(message, /not a data-access gateway.*Base URL/);
			} finally {
				site.close();
			}
		});
	});
}
