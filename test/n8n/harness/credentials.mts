import type { Rest } from './rest.mts';

const type = 'dataAccessApi';

/** The name that the example workflows look for. */
export const credentialName = 'Data Access account';

/** What a user types into the credential's window. */
export interface CredentialData {
	baseUrl: string;
	apiKey: string;
	provider: string;
	[field: string]: unknown;
}

/** Saves a credential and gives its id. */
export async function createCredential(
	rest: Rest,
	data: CredentialData,
	name: string = credentialName,
): Promise<string> {
	const created = await rest.call<{ id: string }>('POST', '/rest/credentials', {
		name,
		type,
		data,
	});
	return created.id;
}

/** What n8n shows after it tested a saved credential, as its window does on opening. */
export async function testCredential(
	rest: Rest,
	id: string,
	name: string = credentialName,
): Promise<{ status: 'OK' | 'Error'; message: string }> {
	// the secret comes back blanked, and n8n puts the saved one in its place
	const { data } = await rest.call<{ data: unknown }>(
		'GET',
		`/rest/credentials/${id}?includeData=true`,
	);
	return await rest.call('POST', '/rest/credentials/test', {
		credentials: { id, name, type, data },
	});
}
