import { CREDENTIAL_NAME } from '../../harness/workflows.mts';
import type { Rest } from './rest.mts';

export { CREDENTIAL_NAME };

const TYPE = 'dataAccessApi';

/** n8n's default names for a bearer token, the key of a chat model, and a Slack credential. */
export const TOKEN_NAME = 'Bearer Auth account';
export const MODEL_KEY_NAME = 'OpenAI account';
export const SLACK_NAME = 'Slack account';

export async function saveCredential(rest: Rest, name: string, type: string, data: object) {
	const body = { name, type, data };
	return (await rest.call<{ id: string }>('POST', '/rest/credentials', body)).id;
}

export const createCredential = (rest: Rest, data: object, name = CREDENTIAL_NAME) =>
	saveCredential(rest, name, TYPE, data);

export const createBearerToken = (rest: Rest, token: string) =>
	saveCredential(rest, TOKEN_NAME, 'httpBearerAuth', { token });

/** Tests a saved credential, as its window does when it opens, and returns what n8n shows. */
export async function testCredential(rest: Rest, id: string, name: string) {
	// n8n returns a blanked secret, and replaces it by the saved one for the test.
	const path = `/rest/credentials/${id}?includeData=true`;
	const { data } = await rest.call<{ data: unknown }>('GET', path);
	const body = { credentials: { id, name, type: TYPE, data } };
	const told = await rest.call('POST', '/rest/credentials/test', body);
	return told as { status: 'OK' | 'Error'; message: string };
}
