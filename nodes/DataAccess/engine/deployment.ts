import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { runUrlOf, whyNoBaseUrl } from '../gateway/baseUrl';
import type { Failure } from '../gateway/failure';
import type { ApiInput, Operation, Platform } from '../operations/types';
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
	provider: string;
	/** The API key, for taking it out of what is quoted. */
	secret: string;
	credential: { id: string; name: string; data: ICredentialDataDecryptedObject };
	/** What tells requests of this credential and operation from all others. */
	scope: string;
	/** A call's path and input in the form that this deployment wants (shapes §4). */
	callOf(input: ApiInput): { endpoint: string; input: Record<string, unknown> };
}

function refuse(what: string): { failure: Failure } {
	return {
		failure: { ...refuseInput(what), advice: 'Open the Data Access credential and correct it.' },
	};
}

/** Reads the credential once for the whole execution, or says why it cannot be used. */
export async function readDeployment(
	context: IExecuteFunctions,
	operation: Operation,
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

	const ownWord = data.customizePlatformNames === true && data[`${operation.platform}Name`];
	const platform = String(ownWord || '').trim() || PLATFORM_WORDS[operation.platform];
	const endpoint = `/api/v1/${platform}/${operation.path}`;
	const isGrouped = data.inputFormat === 'grouped';
	const url = runUrlOf(String(data.baseUrl));
	const { id, name } = context.getNode().credentials?.dataAccessApi ?? { id: null, name: '' };
	return {
		url,
		provider,
		secret,
		credential: { id: id ?? '', name, data },
		scope: JSON.stringify([id ?? name, url, provider, isGrouped, endpoint]),
		callOf: (input) => ({ endpoint, input: isGrouped ? { [operation.group]: input } : input }),
	};
}
