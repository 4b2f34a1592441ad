import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { createCredential, testCredential } from '../harness/credentials.mts';
import { API_KEY } from '../harness/world.mts';
import type { World } from '../harness/world.mts';

const NO_GATEWAY = /not a data-access gateway.*Base URL/;
const NO_KEY = /^The 'API Key' .* no key has.* Copy the key again/;

/** A path at which the emulator shows one. */
const WEB_PAGE = '/page';

/** What is entered, what is said of it unless it is right, and whether the gateway is asked. */
const ROWS: Array<[label: string, path: string, apiKey: string, said?: RegExp, asks?: boolean]> = [
	['a good key', '', API_KEY],
	['an address with a slash', '/', API_KEY],
	['an address with the run path', '/v1/run', API_KEY],
	['a bad key', '', 'wrong', /API key/],
	['an invisible character', '', 'test\u200bkey', NO_KEY, false],
	['an address without a gateway', '/a/b', API_KEY, NO_GATEWAY, false],
	['a web page', WEB_PAGE, API_KEY, NO_GATEWAY],
];

/** What a user reads after saving a credential, and that it costs nothing. */
export function testCredentials(world: World): void {
	describe('credential test', () => {
		for (const [label, path, apiKey, said = /^OK$/, asks = true] of ROWS) {
			test(label, async () => {
				const { emulator, rest } = world;
				emulator.reset();
				if (path === WEB_PAGE) emulator.addFault({ kind: 'html' });
				const { url, provider } = emulator;
				const data = { baseUrl: url + path, apiKey, provider };
				const id = await createCredential(rest, data, label);
				const { status, message } = await testCredential(rest, id, label);
				await rest.call('DELETE', `/rest/credentials/${id}`);
				assert.match(status === 'OK' ? 'OK' : message, said);
				assert.equal(emulator.ledger.length > 0, asks);
				assert.equal(emulator.summary().charged, 0, 'the test cost money');
			});
		}
	});
}
