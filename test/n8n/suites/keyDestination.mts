import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { node } from '../../harness/workflows.mts';
import { createCredential, saveCredential } from '../harness/credentials.mts';
import { executeWorkflow } from '../harness/executions.mts';
import { chain, manualTrigger } from '../harness/nodes.mts';
import { IMAGES, startOutside } from '../harness/outside.mts';
import type { RegularMode } from '../harness/regularMode.mts';
import { saveWorkflow } from '../harness/workflows.mts';
import { API_KEY } from '../harness/world.mts';

const OWN_NAME = 'The credential of somebody else';
const CA_NAME = 'A CA of their own';

const KEY = `Bearer ${API_KEY}`;

/**
 * Where the key goes if n8n's HTTP Request node uses the credential, as every user can who may use but not see it: with
 * the instance's own proxy, and with a proxy that answers for the gateway with its own certificate.
 */
export function testKeyDestination(world: RegularMode): void {
	describe('the key in the HTTP Request node', () => {
		let stranger: Awaited<ReturnType<typeof startOutside>>;
		before(async () => {
			stranger = await startOutside();
		});
		after(() => stranger.close());

		/** @returns the error of the node, and the keys that the gateway and the stranger's proxy got */
		async function send(url: string, options: object, parameters: object = {}) {
			const { rest, emulator, outside } = world;
			emulator.reset();
			outside.forget();
			stranger.outside.forget();
			const { origin } = new URL(url);
			const data = { baseUrl: origin, apiKey: API_KEY, provider: emulator.provider };
			const id = await createCredential(rest, data, OWN_NAME);
			const ca = { ca: stranger.certificate };
			const caId = await saveCredential(rest, CA_NAME, 'httpSslAuth', ca);
			const request = {
				...node('Request', 'n8n-nodes-base.httpRequest', 4.2, {
					method: 'POST',
					url,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'dataAccessApi',
					options: { response: { response: { neverError: true } }, ...options },
					...parameters,
				}),
				credentials: {
					dataAccessApi: { id, name: OWN_NAME },
					httpSslAuth: { id: caId, name: CA_NAME },
				},
			};
			const workflow = await saveWorkflow(rest, chain('key', [manualTrigger(), request]));
			const { error } = await executeWorkflow(rest, workflow, 'Start');
			for (const each of [id, caId]) await rest.call('DELETE', `/rest/credentials/${each}`);
			const gateway = emulator.ledger.length > 0 ? [KEY] : outside.keys;
			return { error: error?.message, gateway: [...gateway], stranger: stranger.outside.keys };
		}

		const ofEmulator = () => `${world.emulator.url}/v1/run`;
		const secure = () => `https://${IMAGES}/a.jpg`;
		const strangers = () => stranger.environment.HTTPS_PROXY;
		const ownCa = { provideSslCertificates: true };

		const SENT: Array<[label: string, url: () => string, options: () => object]> = [
			['directly', ofEmulator, () => ({})],
			['through the instance’s own proxy', secure, () => ({})],
			['to https through a proxy of the node', secure, () => ({ proxy: world.proxy })],
		];
		for (const [label, url, options] of SENT) {
			test(`is sent ${label}`, async () => {
				const sent = await send(url(), options());
				assert.deepEqual(sent, { error: undefined, gateway: [KEY], stranger: [] });
			});
		}

		const REFUSED: Array<[string, () => string, () => object, RegExp, parameters?: object]> = [
			[
				'a proxy before http',
				ofEmulator,
				() => ({ proxy: strangers() }),
				/^The API key is not sent/,
			],
			[
				'certificates that are not checked',
				secure,
				() => ({ allowUnauthorizedCerts: true, proxy: strangers() }),
				/Turn off Ignore SSL Issues/,
			],
			[
				'a proxy with a CA of its own',
				secure,
				() => ({ proxy: strangers() }),
				/^The API key is not sent/,
				ownCa,
			],
		];
		for (const [label, url, options, said, parameters] of REFUSED) {
			test(`is not sent with ${label}`, async () => {
				const { error, ...keys } = await send(url(), options(), parameters);
				assert.deepEqual(keys, { gateway: [], stranger: [] });
				assert.match(String(error), said);
			});
		}
	});
}
