import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { runUrlOf, whyNoBaseUrl } from '../gateway/baseUrl';
import type { Failure } from '../failure';
import type { Call } from '../gateway/gateway';
import type { ApiInput, Query, Platform } from '../operations/operation';
import { refuseInput } from './input';

/** The words of the operation paths where the deployment has none of its own (spec, shapes §4). */
const PLATFORM_WORDS: Record<Platform, string> = {
	notes: 'notes',
	qa: 'qa',
	chatSearch: 'chat_search',
	chatMp: 'chat_mp',
	photos: 'photos',
};

/** The gateway that the credential names, as this operation uses it. */
export interface Deployment {
	url: string;
	/** The API key, for taking it out of what is quoted. */
	secret: string;
	credential: { id: string; name: string; data: ICredentialDataDecryptedObject };
	/** What tells requests of this credential and operation from all others. */
	scope: string;
	/** A call's path and input in the form that this deployment wants (shapes §4). */
	callOf(input: ApiInput): Pick<Call, 'provider' | 'endpoint' | 'input'>;
}

function refuse(what: string): { failure: Failure } {
	return {
		failure: { ...refuseInput(what), advice: 'Open the Data Access credential and correct it.' },
	};
}

/** Reads the credential once for the whole execution, or says why it cannot be used. */
export async function readDeployment(
	context: IExecuteFunctions,
	operation: Query,
): Promise<Deployment | { failure: Failure }> {
	let data: ICredentialDataDecryptedObject;
	try {
		data = await context.getCredentials('dataAccessApi');
	} catch (error) {
		return refuse((error as Error).message.replace(/\.\s*$/, ''));
	}
	const wrongUrl = whyNoBaseUrl(data.baseUrl);
	if (wrongUrl) return refuse(wrongUrl);
	const provider = String(data.provider ?? '').trim();
	if (provider === '') return refuse('The Provider of the Data Access credential is empty');
	const secret = String(data.apiKey ?? '').trim();
	if (secret === '') return refuse('The API Key of the Data Access credential is empty');

	const isGrouped = data.inputFormat === 'grouped';
	const url = runUrlOf(String(data.baseUrl));
	const { id, name } = context.getNode().credentials?.dataAccessApi ?? { id: null, name: '' };
	return {
		url,
		secret,
		credential: { id: id ?? '', name, data },
		scope: JSON.stringify([id ?? name, url, isGrouped]),
		callOf: (input) => {
			const { platform, group, ...call } = operation.callOf(input);
			const ownWord = platform && data.customizePlatformNames === true && data[`${platform}Name`];
			const word = String(ownWord || '').trim();
			const neutral = platform ? PLATFORM_WORDS[platform] : '';
			const endpoint = word ? call.endpoint.replace(`/${neutral}/`, `/${word}/`) : call.endpoint;
			return {
				provider: call.provider ?? provider,
				endpoint,
				input: isGrouped && group ? { [group]: input } : input,
			};
		},
	};
}
