import type { Rest } from './rest.mts';

const TYPE = 'dataAccessApi';

/** The name that n8n gives a credential of ours, unless its owner does. */
export const CREDENTIAL_NAME = 'Data Access account';

/** What a user types into the credential's window. */
export interface CredentialData {
	baseUrl: string;
	apiKey: string;
	provider: string;
	[field: string]: unknown;
}

/** Saves a credential of ours and gives its id. */
export async function createCredential(
	rest: Rest,
	data: CredentialData,
	name: string = CREDENTIAL_NAME,
): Promise<string> {
	return await saveCredential(rest, name, TYPE, data);
}

/** The name that n8n gives a bearer token. */
export const TOKEN_NAME = 'Bearer Auth account';

/** Saves a credential that asks for a bearer token and gives its id. */
export async function createBearerToken(
	rest: Rest,
	token: string,
	name: string = TOKEN_NAME,
): Promise<string> {
	return await saveCredential(rest, name, 'httpBearerAuth', { token });
}

/** The name that n8n gives the key of a chat model. */
export const MODEL_KEY_NAME = 'OpenAI account';

/** The name that n8n gives a credential of Slack's. */
export const SLACK_NAME = 'Slack account';

/** Saves a credential of any type and gives its id. */
export async function saveCredential(
	rest: Rest,
	name: string,
	type: string,
	data: object,
): Promise<string> {
	const body = { name, type, data };
	const { id } = await rest.call<{ id: string }>('POST', '/rest/credentials', body);
	return id;
}

/** What n8n shows after it tested a saved credential, as its window does on opening. */
export async function testCredential(
	rest: Rest,
	id: string,
	name: string = CREDENTIAL_NAME,
): Promise<{ status: 'OK' | 'Error'; message: string }> {
	// The secret comes back blanked, and n8n puts the saved one in its place.
	const { data } = await rest.call<{ data: unknown }>(
		'GET',
		`/rest/credentials/${id}?includeData=true`,
	);
	return await rest.call('POST', '/rest/credentials/test', {
		credentials: { id, name, type: TYPE, data },
	});
}
