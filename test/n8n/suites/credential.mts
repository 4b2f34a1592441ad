import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import type { Fault } from '../../../emulator/emulator.mts';
import { createCredential, testCredential } from '../harness/credentials.mts';
import { API_KEY } from '../harness/world.mts';
import type { World } from '../harness/world.mts';

const OK = /^OK$/;
const NO_GATEWAY = /not a data-access gateway.*Base URL/;
const NO_KEY = /^The 'API Key' .* no key has.* Copy the key again/;

interface Row {
	/** Follows the emulator's own address. */
	path?: string;
	apiKey?: string;
	/** Replaces the emulator's own answer. */
	fault?: Fault;
	/** What a user reads. n8n 1 passes only the body of an answer to the test. */
	said?: RegExp;
	saidOn1?: RegExp;
	/** Whether a request is made. */
	asks?: boolean;
}

/** One of each kind: test/node/credential has all statuses and bodies. */
const ROWS: Record<string, Row> = {
	'a good key': {},
	'an address with a slash': { path: '/' },
	'an address with the run path': { path: '/v1/run' },
	'a bad key': { apiKey: 'wrong', said: /API key/ },
	'an invisible character': { apiKey: 'test\u200bkey', said: NO_KEY, asks: false },
	'an address without a gateway': { path: '/a/b', said: NO_GATEWAY, asks: false },
	'the page of a firewall': {
		fault: { kind: 'html', httpStatus: 403 },
		said: /^Access was denied: .* or by a firewall/,
		saidOn1: /web page.*firewall/,
	},
	'a 404 with a message': {
		fault: { kind: 'refused', httpStatus: 404, body: { message: 'Not found' } },
		said: NO_GATEWAY,
	},
	'a 500 in other words': {
		fault: { kind: 'refused', httpStatus: 500, body: { oops: true } },
		said: /not available at the moment/,
		saidOn1: OK,
	},
	'a redirect': {
		fault: { kind: 'redirect', location: 'https://elsewhere.example.com/v1/run' },
		said: /redirects to another one/,
		saidOn1: OK,
	},
};

/** What a user reads after saving a credential, and that it costs nothing. */
export function testCredentials(world: World): void {
	describe('credential test', () => {
		for (const [label, row] of Object.entries(ROWS)) {
			test(label, async () => {
				const { emulator, rest, version } = world;
				const { path = '', apiKey = API_KEY, fault, said = OK, asks = true } = row;
				emulator.reset();
				if (fault) emulator.addFault(fault);
				const { url, provider } = emulator;
				const data = { baseUrl: url + path, apiKey, provider };
				const id = await createCredential(rest, data, label);
				const { status, message } = await testCredential(rest, id, label);
				await rest.call('DELETE', `/rest/credentials/${id}`);
				const expected = (version.major === 1 && row.saidOn1) || said;
				assert.match(status === 'OK' ? 'OK' : message, expected);
				assert.equal(emulator.ledger.length > 0, asks);
				assert.equal(emulator.summary().charged, 0, 'the test cost money');
			});
		}
	});
}
