import type { Emulator } from '../../../emulator/emulator.mts';
import { createCredential } from './credentials.mts';
import { Rest } from './rest.mts';
import type { Version } from './versions.mts';

export const API_KEY = 'test-key';

/** A whole n8n with the package in it, a credential, and an emulator of the gateway. */
export interface World {
	readonly version: Version;
	readonly rest: Rest;
	readonly emulator: Emulator;
	/** The ID of the credential for the emulator. */
	readonly credentialId: string;
	/** Ends every process of n8n, and starts new ones with the same database. */
	restart(): Promise<void>;
}

/** Returns the paid pages of this list or of all lists, in order. */
export const paidPages = ({ emulator }: Pick<World, 'emulator'>, list?: string) =>
	emulator.ledger
		.filter(({ charged, key }) => charged > 0 && key === (list ?? key))
		.map(({ page }) => page);

/** Sets up the owner of a new n8n, and a credential for the emulator. */
export async function setUpAccount(url: string, emulator: Emulator) {
	const rest = new Rest(url);
	await rest.setUpOwner();
	const { url: baseUrl, provider } = emulator;
	const credentialId = await createCredential(rest, { baseUrl, apiKey: API_KEY, provider });
	return { rest, credentialId };
}
