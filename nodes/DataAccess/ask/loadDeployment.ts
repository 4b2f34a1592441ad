import { hash } from 'node:crypto';

import type { Deployment } from '../buy/deployment';
import { runUrlOf } from '../gateway/baseUrl';
import type { Credential, Transport } from '../gateway/transport';
import { PLATFORMS } from '../operations/platforms';
import type { Platform } from '../operations/platforms';
import { refusedInput } from '../shared/failure';
import type { Failed } from '../shared/failure';
import { trimmed } from '../shared/values';
import { apiKeyIn, whyNoApiKey, whyNoBaseUrl, whyNoProvider } from './credential';
import { wordsThrown } from './refuse';

/** How n8n loads a credential, and sends requests with it. */
export interface Access {
	/** @throws n8n's error if n8n cannot load it */
	loadCredential(): Promise<Credential | undefined>;
	transport(credential: Credential): Transport;
}

/** A deployment, and the function that sends requests to it. */
export interface LoadedDeployment {
	deployment: Deployment;
	send: Transport;
}

const refuseCredential = (words: string): Failed => ({
	failure: refusedInput(words, { variant: 'credential' }, { unusual: { ends: 'always' } }),
});

function deploymentOf({ id, data }: Credential): Deployment {
	const url = runUrlOf(trimmed(data.baseUrl));
	const secret = apiKeyIn(data.apiKey);
	const provider = trimmed(data.provider);
	const isGrouped = data.inputFormat === 'grouped';
	const wordOf = (platform: Platform) =>
		(data.customizePlatformNames === true && trimmed(data[`${platform}Name`])) ||
		PLATFORMS[platform].word;
	const endpointFor = (endpoint: string, platform?: Platform) =>
		platform
			? endpoint.replace(`/${PLATFORMS[platform].word}/`, () => `/${wordOf(platform)}/`)
			: endpoint;
	return {
		url,
		secret,
		provider,
		endpointOf: ({ call }) => endpointFor(call.endpoint, call.platform),
		// Without the key, so that paid pages are still found after the key changes. A digest, because it must not reveal a key.
		scope: hash(
			'sha256',
			JSON.stringify([url, id === '' ? { secret } : id, provider, isGrouped]),
			'base64',
		),
		callOf(query, input) {
			const { platform, group, endpoint, price, provider: own } = query.call;
			return {
				provider: own ?? provider,
				endpoint: endpointFor(endpoint, platform),
				input: isGrouped && group ? { [group]: input } : input,
				price,
			};
		},
	};
}

/** Never throws. */
export async function loadDeployment({
	loadCredential,
	transport,
}: Access): Promise<LoadedDeployment | Failed> {
	let credential: Credential | undefined;
	try {
		credential = await loadCredential();
	} catch (error) {
		return refuseCredential(wordsThrown(error) ?? 'n8n cannot load the credential');
	}
	if (!credential) {
		return refuseCredential('This operation needs a Data Access credential');
	}
	const { baseUrl, provider, apiKey } = credential.data;
	const wrong = whyNoBaseUrl(baseUrl) ?? whyNoProvider(provider) ?? whyNoApiKey(apiKey);
	if (wrong) return refuseCredential(wrong);
	return { deployment: deploymentOf(credential), send: transport(credential) };
}
