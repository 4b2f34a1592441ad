import { CREDENTIAL_NAME } from '../../harness/workflows.mts';
import type { Rest } from './rest.mts';

export { CREDENTIAL_NAME };

const TYPE = 'dataAccessApi';

/** The names that n8n gives a bearer token, the key of a chat model, and a credential of Slack's. */
export const TOKEN_NAME = 'Bearer Auth account';
export const MODEL_KEY_NAME = 'OpenAI account';
export const SLACK_NAME = 'Slack account';

export async function saveCredential(rest: Rest, name: string, type: string, data: object) {
	const body = { name, type, data };
	return (await rest.call<{ id: string }>('POST', '/rest/credentials', body)).id;
}

export const createCredential = (rest: Rest, data: object, name = CREDENTIAL_NAME) =>
	saveCredential(rest, name, TYPE, data);

export const createBearerToken = (rest: Rest, token: string, name = TOKEN_NAME) =>
	saveCredential(rest, name, 'httpBearerAuth', { token });

/** What n8n shows after it tested a saved credential, as its window does on opening. */
export async function testCredential(rest: Rest, id: string, name: string) {
	// The secret comes back blanked, and n8n puts the saved one in its place.
	const path = `/rest/credentials/${id}?includeData=true`;
	const { data } = await rest.call<{ data: unknown }>('GET', path);
	const body = { credentials: { id, name, type: TYPE, data } };
	const told = await rest.call('POST', '/rest/credentials/test', body);
	return told as { status: 'OK' | 'Error'; message: string };
}
